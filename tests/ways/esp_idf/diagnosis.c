// SPDX-License-Identifier: MIT
// diagnosis.c - the fault handler of a program for ESP-IDF, in a component of its own.

#include "hutch/hutch.h"

HUTCH_ON_FAULT(fault)
{
    (void)fault;
    for (;;) {}
}
