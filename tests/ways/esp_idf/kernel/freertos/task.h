// SPDX-License-Identifier: MIT
// task.h - stands in for ESP-IDF's: FreeRTOS.h has all that is used.
