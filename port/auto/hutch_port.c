// SPDX-License-Identifier: MIT
// port/auto/hutch_port.c - the source files of the port that hutch_port.h chooses, by the same rules in the
// same order.

#if defined(HUTCH_PORT_HEADER)
typedef int hutch_port_is_linked_by_the_program;

#elif defined(HUTCH_PORT_CHIBIOS)
#    include "../chibios/hutch_port.c"
#elif defined(HUTCH_PORT_CMSIS_RTOS2)
#    include "../cmsis_rtos2/hutch_port.c"
#elif defined(HUTCH_PORT_ESP_IDF)
#    include "../esp_idf/hutch_port.c"
#elif defined(HUTCH_PORT_FREERTOS)
#    include "../freertos/hutch_port.c"
#elif defined(HUTCH_PORT_NUTTX)
#    include "../nuttx/hutch_port.c"
#elif defined(HUTCH_PORT_RIOT)
#    include "../riot/hutch_port.c"
#elif defined(HUTCH_PORT_THREADX)
#    include "../threadx/hutch_port.c"
#elif defined(HUTCH_PORT_ZEPHYR)
#    include "../zephyr/hutch_port.c"
#elif defined(HUTCH_PORT_CORTEX_M_BASEPRI) || defined(HUTCH_PORT_RP2040)
typedef int hutch_port_is_a_header_only;

#elif defined(__unix__) || defined(__APPLE__)
#    include "../host/hutch_fence.c"
#    include "../host/hutch_port.c"
#elif defined(__AVR__)
#    include "../avr/hutch_port.c"
#elif defined(__SDCC_sm83)
#    include "../sm83/hutch_port.c"
#    include "../sm83/hutch_walk.c"
#elif defined(__arm__) && (defined(__ARM_ARCH_4T__) || defined(__NDS__))
#    include "../arm7tdmi/hutch_port.c"
#else
typedef int hutch_port_is_a_header_only;
#endif
