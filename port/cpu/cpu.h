// SPDX-License-Identifier: MIT
// port/cpu/cpu.h - includes the header of the target CPU, for ports to kernels that run on several CPUs.
#ifndef HUTCH_PORT_CPU_CPU_H
#define HUTCH_PORT_CPU_CPU_H

#if defined(__arm__) || defined(__aarch64__)
#    include "arm.h"
#elif defined(__riscv)
#    include "riscv.h"
#elif defined(__AVR__)
#    include "avr.h"
#elif defined(__XTENSA__)
#    include "xtensa.h"
#endif

#endif
