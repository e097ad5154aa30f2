// SPDX-License-Identifier: MIT
// task.h - empty: FreeRTOS.h in this folder declares what the port needs.
