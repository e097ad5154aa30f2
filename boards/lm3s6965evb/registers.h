// SPDX-License-Identifier: MIT
// registers.h - the LM3S6965's registers that this board uses, named as in its data sheet.
#ifndef HUTCH_LM3S6965_REGISTERS_H
#define HUTCH_LM3S6965_REGISTERS_H

#include "cortexm/cortexm.h"

// System control
#define SYSCTL_LDOPCTL REGISTER(0x400FE034u)
#define SYSCTL_RIS REGISTER(0x400FE050u)
#define SYSCTL_RCC REGISTER(0x400FE060u)
#define SYSCTL_RCGC0 REGISTER(0x400FE100u)
#define SYSCTL_RCGC1 REGISTER(0x400FE104u)
#define SYSCTL_RCGC2 REGISTER(0x400FE108u)

// GPIO. The data register is masked by the address: only the pins in the mask are read or written.
enum {
    GPIO_A = 0x40004000,
    GPIO_C = 0x40006000,
    GPIO_D = 0x40007000,
    GPIO_E = 0x40024000,
    GPIO_F = 0x40025000,
};
#define GPIO_DATA(port, mask) REGISTER((uint32_t)(port) + ((uint32_t)(mask) << 2))
#define GPIO_DIR(port) REGISTER((uint32_t)(port) + 0x400u)
#define GPIO_AFSEL(port) REGISTER((uint32_t)(port) + 0x420u)
#define GPIO_PUR(port) REGISTER((uint32_t)(port) + 0x510u)
#define GPIO_DEN(port) REGISTER((uint32_t)(port) + 0x51Cu)

// Synchronous serial interface 0
#define SSI_CR0 REGISTER(0x40008000u)
#define SSI_CR1 REGISTER(0x40008004u)
#define SSI_DR REGISTER(0x40008008u)
#define SSI_SR REGISTER(0x4000800Cu)
#define SSI_CPSR REGISTER(0x40008010u)

// UART 0
#define UART_DR REGISTER(0x4000C000u)
#define UART_FR REGISTER(0x4000C018u)
#define UART_IBRD REGISTER(0x4000C024u)
#define UART_FBRD REGISTER(0x4000C028u)
#define UART_LCRH REGISTER(0x4000C02Cu)
#define UART_CTL REGISTER(0x4000C030u)
#define UART_IM REGISTER(0x4000C038u)

// Pulse width modulator, generator 0
#define PWM_ENABLE REGISTER(0x40028008u)
#define PWM_CTL REGISTER(0x40028040u)
#define PWM_LOAD REGISTER(0x40028050u)
#define PWM_CMPB REGISTER(0x4002805Cu)
#define PWM_GENB REGISTER(0x40028064u)

#endif
