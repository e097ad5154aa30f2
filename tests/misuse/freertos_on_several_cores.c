// SPDX-License-Identifier: MIT
// freertos_on_several_cores.c - the port is for one core, under both names of the option; and before
// V11.1 the kernel, on another CPU than Cortex-M, must say whether interrupts nest.
// each: -DconfigNUMBER_OF_CORES=2 | -DconfigNUMBER_OF_CORES=1 |
//     port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES
// each: -DconfigNUM_CORES=2 |  |
//     port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES
// each: -DOLD_KERNEL |  |
//     this FreeRTOS, before V11.1, needs portHAS_NESTED_INTERRUPTS defined: 1 if they nest, else 0
#define HUTCH_PORT_IN_INTERRUPT() false
#include "../../port/freertos/hutch_port.h"

#include "hutch/hutch.h"
HUTCH_POOL(things, int, 8, HUTCH_OPTIONS(HUTCH_LOCK_IRQ, NULL, NULL));
