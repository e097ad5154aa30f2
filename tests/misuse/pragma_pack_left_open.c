// SPDX-License-Identifier: MIT
// pragma_pack_left_open.c - the structs of hutch would differ from those of the library.
// says: a_header_before_hutch_h_left_pragma_pack_open_write_pragma_pack_pop_at_its_end
#pragma pack(push, 1)
struct wire {
    char kind;
    int length;
};
#ifndef WRONG
#    pragma pack(pop)
#endif
#include "hutch/hutch.h"
HUTCH_POOL(wires, struct wire, 6);
#ifdef WRONG
#    pragma pack(pop)
#endif
