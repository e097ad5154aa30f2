// SPDX-License-Identifier: MIT
// host_without_atomics.c - a compiler such as tcc, which is not gcc's kin.
// says: this compiler lacks the __atomic builtins of gcc and clang, which port/host needs; tcc has no port
// languages: c
#ifdef WRONG
#    undef __ATOMIC_RELEASE
#endif
#include "../../port/host/hutch_port.h"

typedef int nothing_else;
