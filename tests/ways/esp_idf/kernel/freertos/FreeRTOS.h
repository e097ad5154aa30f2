// SPDX-License-Identifier: MIT
// FreeRTOS.h - stands in for ESP-IDF's: what port/esp_idf uses without waiting.
#ifndef STANDS_IN_FOR_FREERTOS_H
#define STANDS_IN_FOR_FREERTOS_H

typedef struct {
    unsigned owner, count;
} portMUX_TYPE;
#define portMUX_INITIALIZER_UNLOCKED \
    {                                \
        0, 0                         \
    }

void enter_critical(portMUX_TYPE *mux);
void exit_critical(portMUX_TYPE *mux);
int xPortInIsrContext(void);
#define portENTER_CRITICAL_SAFE(mux) enter_critical(mux)
#define portEXIT_CRITICAL_SAFE(mux) exit_critical(mux)

#endif
