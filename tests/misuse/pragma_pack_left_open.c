// SPDX-License-Identifier: MIT
// pragma_pack_left_open.c - the structs of hutch would differ from those of the library.
// says: hutch_h_is_inside_pragma_pack_of_a_header_before_it_or_compiled_with_fpack_struct
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
