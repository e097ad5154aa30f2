// SPDX-License-Identifier: MIT
// lwipopts.h - the least of lwIP: pools, protected by the lock of hutch's port.
#define NO_SYS 1
#define SYS_LIGHTWEIGHT_PROT 1
#define LWIP_NETCONN 0
#define LWIP_SOCKET 0
#define LWIP_STATS 0
#define MEM_ALIGNMENT 4
#define MEMP_MEM_MALLOC 0
