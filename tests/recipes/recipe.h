// SPDX-License-Identifier: MIT
// recipe.h - what each recipe ends with: a claim that fails the program.
#ifndef RECIPE_H
#define RECIPE_H

#include "hutch/hutch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Ends the program unless the claim holds.
#define SHOW(claim)                                                             \
    do {                                                                        \
        if (!(claim)) {                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

#endif
