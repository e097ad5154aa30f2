// SPDX-License-Identifier: MIT
// bn_keypad.h - see bn_core.h.
#include "bn_core.h"
