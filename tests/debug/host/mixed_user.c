// SPDX-License-Identifier: MIT
// mixed_user.c - the file that uses the pool and the library's generic functions.
#include "mixed.h"

int main(void)
{
    struct cat *const cat = cats_acquire();
    return hutch_release(&cats_pool, cat) ? 0 : 1;
}
