// SPDX-License-Identifier: MIT
// bn_sprite_ptr.h - see bn_core.h.
#include "bn_core.h"
