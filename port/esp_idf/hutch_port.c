// SPDX-License-Identifier: MIT
// port/esp_idf/hutch_port.c - the lock of all pools, and waiting as port/freertos has it.
#include "hutch/core/waiting.h"

portMUX_TYPE hutch_port_mux = portMUX_INITIALIZER_UNLOCKED;

#include "../freertos/hutch_port.c"
