// SPDX-License-Identifier: MIT
// port/auto/hutch_port.h - the port for the target CPU of the compiler, or for a kernel that is named.
//
// Not stopped: see the chosen port.
// Cost: that of the chosen port.
//
// The CPU is detected by the compiler's own macros. A kernel is named by -DHUTCH_PORT_FREERTOS or another of
// the names below, a port of your own by -DHUTCH_PORT_HEADER='"my_port.h"'.
#if defined(HUTCH_PORT_HEADER)
#    include HUTCH_PORT_HEADER

#elif defined(HUTCH_PORT_CHIBIOS)
#    include "../chibios/hutch_port.h"
#elif defined(HUTCH_PORT_CMSIS_RTOS2)
#    include "../cmsis_rtos2/hutch_port.h"
#elif defined(HUTCH_PORT_CORTEX_M_BASEPRI)
#    include "../cortex_m_basepri/hutch_port.h"
#elif defined(HUTCH_PORT_ESP_IDF)
#    include "../esp_idf/hutch_port.h"
#elif defined(HUTCH_PORT_FREERTOS)
#    include "../freertos/hutch_port.h"
#elif defined(HUTCH_PORT_NUTTX)
#    include "../nuttx/hutch_port.h"
#elif defined(HUTCH_PORT_RIOT)
#    include "../riot/hutch_port.h"
#elif defined(HUTCH_PORT_RP2040)
#    include "../rp2040/hutch_port.h"
#elif defined(HUTCH_PORT_THREADX)
#    include "../threadx/hutch_port.h"
#elif defined(HUTCH_PORT_ZEPHYR)
#    include "../zephyr/hutch_port.h"

#elif defined(__unix__) || defined(__APPLE__)
#    include "../host/hutch_port.h"
#elif defined(__AVR__)
#    include "../avr/hutch_port.h"
#elif defined(__riscv)
#    include "../riscv/hutch_port.h"
#elif defined(__SDCC_sm83)
#    include "../sm83/hutch_port.h"
#elif defined(__wasm__)
#    include "../wasm/hutch_port.h"
#elif defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#    include "../cortex_m/hutch_port.h"
#elif defined(__arm__) && (defined(__ARM_ARCH_4T__) || defined(__NDS__)) // ARM7TDMI, both CPUs of a DS
#    include "../arm7tdmi/hutch_port.h"
#elif defined(__XTENSA__) && !defined(ESP_PLATFORM) // of ESP-IDF, HUTCH_PORT_ESP_IDF
#    include "../xtensa/hutch_port.h"
#else
#    error "no port for this CPU: copy hutch's port/template/hutch_port.h, and name it by HUTCH_PORT_HEADER"
#    include "../template/hutch_port.h" // so that this is the only error
#endif
