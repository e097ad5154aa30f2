// SPDX-License-Identifier: MIT
// mixed_user.c - the file that uses the pool; the library's generic functions too unless told not to.
#include "mixed.h"

#ifdef TYPED_ONLY
int main(void)
{
    return cats_release(cats_acquire()) ? 0 : 1;
}
#else
int main(void)
{
    struct cat *const cat = cats_acquire();
    return hutch_release(&cats_pool, cat) ? 0 : 1;
}
#endif
