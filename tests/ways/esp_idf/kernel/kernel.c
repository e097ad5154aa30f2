// SPDX-License-Identifier: MIT
// kernel.c - stands in for ESP-IDF's kernel, of which the program calls these functions.
#include <freertos/FreeRTOS.h>

void enter_critical(portMUX_TYPE *mux)
{
    mux->count++;
}

void exit_critical(portMUX_TYPE *mux)
{
    mux->count--;
}

int xPortInIsrContext(void)
{
    return 0;
}
