// SPDX-License-Identifier: MIT
// shared.c - the pool of a program that shares it: this file defines it, the measured file only declares it.
#include "subject.h"

HUTCH_POOL_DEFINE(things);
