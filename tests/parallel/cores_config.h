// SPDX-License-Identifier: MIT
// cores_config.h - a core's number is its thread's.
#ifndef CORES_CONFIG_H
#define CORES_CONFIG_H

extern __thread unsigned core_number;
#define HUTCH_CFG_CORES 1
#define HUTCH_CFG_CORE_NUMBER core_number

#endif
