// SPDX-License-Identifier: MIT
// host_without_atomics.c - a compiler such as tcc, which is not gcc's kin.
// says: port/host needs the __atomic builtins of gcc and clang; tcc has no port
// languages: c
#ifdef WRONG
#    undef __ATOMIC_RELEASE
#endif
#include "../../port/host/hutch_port.h"

typedef int nothing_else;
