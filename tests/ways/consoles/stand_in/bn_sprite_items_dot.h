// SPDX-License-Identifier: MIT
// bn_sprite_items_dot.h - see bn_core.h.
#include "bn_core.h"
