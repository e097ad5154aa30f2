// SPDX-License-Identifier: MIT
// printk.h - stands in for Zephyr's header.
#include <stdio.h>
#define printk printf
