// SPDX-License-Identifier: MIT
// machine.h - the registers of QEMU's machine `virt`.
#ifndef HUTCH_RV32_MACHINE_H
#define HUTCH_RV32_MACHINE_H

#include <stdint.h>

#define REGISTER_8(address) (*(volatile uint8_t *)(uintptr_t)(address))
#define REGISTER_16(address) (*(volatile uint16_t *)(uintptr_t)(address))
#define REGISTER_32(address) (*(volatile uint32_t *)(uintptr_t)(address))

// The machine's own way out.
#define TEST_FINISH REGISTER_32(0x00100000u)

// Timer of 10 MHz; the interrupt is pending while TIME >= COMPARE.
#define TIMER_COMPARE_LOW REGISTER_32(0x02004000u)
#define TIMER_COMPARE_HIGH REGISTER_32(0x02004004u)
#define TIMER_LOW REGISTER_32(0x0200BFF8u)
#define TIMER_HIGH REGISTER_32(0x0200BFFCu)

// UART, 16550
#define UART_DATA REGISTER_8(0x10000000u)
#define UART_LINE_STATUS REGISTER_8(0x10000005u)

// PCI: each device has 32 KiB here; the addresses of its own memories are for us to choose.
#define PCI_REGISTER(device, offset) REGISTER_32(0x30000000u + ((uint32_t)(device) << 15) + (offset))
#define DISPLAY_PIXELS ((volatile uint32_t *)(uintptr_t)0x40000000u)
#define DISPLAY_REGISTERS 0x41000000u
#define DISPLAY_REGISTER(index) REGISTER_16(DISPLAY_REGISTERS + 0x500u + 2u * (index))

// Virtio: up to eight devices.
#define VIRTIO_DEVICE(number) (0x10001000u + 0x1000u * (number))

static inline void machine_barrier(void)
{
    __asm__ volatile("fence" : : : "memory");
}

#endif
