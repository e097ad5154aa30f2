// SPDX-License-Identifier: MIT
// objects_shorter_than_their_alignment.c - the second object of an array would not be aligned.
// languages: c c++ avr
// says: hutch_pool_frames_has_objects_shorter_than_their_alignment_align_the_struct_and_not_the_typedef
#include "hutch/hutch.h"
#ifdef WRONG
struct frame {
    char bytes[20];
};
typedef struct frame frame_t __attribute__((aligned(32)));
#else
struct frame {
    char bytes[20];
} __attribute__((aligned(32)));
typedef struct frame frame_t;
#endif
HUTCH_POOL_DECLARE(frames, frame_t, 4);
