// SPDX-License-Identifier: MIT
// port/freertos/hutch_port_kernel.h - refuses the kernels that the port cannot protect, and finds handlers.
#ifndef HUTCH_PORT_KERNEL_H
#define HUTCH_PORT_KERNEL_H

#if (defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1) || \
    (defined(configNUM_CORES) && configNUM_CORES > 1)
#    error "port/freertos is for one core: on several use the port of the CPU, and .lock = HUTCH_LOCK_CORES"
#endif

// Kernels before V11.1 do not define portHAS_NESTED_INTERRUPTS. Taken for 0, handlers would take no lock.
#if !defined(portHAS_NESTED_INTERRUPTS) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#    define portHAS_NESTED_INTERRUPTS 1
#endif
#ifndef portHAS_NESTED_INTERRUPTS
#    error "this FreeRTOS, before V11.1, needs portHAS_NESTED_INTERRUPTS defined: 1 if they nest, else 0"
#elif !portHAS_NESTED_INTERRUPTS && (defined(__AVR__) || defined(__SDCC))
#    error "this kernel's critical section leaves the mask on the stack: use the port of the CPU"
#endif

#if defined(__riscv) && !defined(HUTCH_PORT_IN_INTERRUPT)
// In a handler interrupts are off, and the kernel counts no critical section.
#    define HUTCH_PORT_IN_INTERRUPT() (hutch_port_is_masked() && xCriticalNesting == 0)
#elif !defined(HUTCH_PORT_IN_INTERRUPT)
#    error "define HUTCH_PORT_IN_INTERRUPT() in your HUTCH_CONFIG_HEADER: this CPU is not known here"
#endif

#endif
