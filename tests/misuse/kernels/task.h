// SPDX-License-Identifier: MIT
// task.h - what port/freertos needs of FreeRTOS to wait: see FreeRTOS.h.
#ifndef TASK_H
#define TASK_H

void vTaskSuspendAll(void);
BaseType_t xTaskResumeAll(void);
TickType_t xTaskGetTickCount(void);

#endif
