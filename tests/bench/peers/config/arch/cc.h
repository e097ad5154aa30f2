// SPDX-License-Identifier: MIT
// cc.h - lwIP's port: the lock of hutch's, and no messages.
#include "hutch_port.h"

#define SYS_ARCH_DECL_PROTECT(level) hutch_port_state_t level
#define SYS_ARCH_PROTECT(level) ((level) = hutch_port_enter())
#define SYS_ARCH_UNPROTECT(level) hutch_port_exit(level)
#define LWIP_PLATFORM_DIAG(text)
#define LWIP_PLATFORM_ASSERT(text)
#define LWIP_NOASSERT 1
#define LWIP_RAND() 4u
