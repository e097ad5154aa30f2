// SPDX-License-Identifier: MIT
// tx_api.h - what port/threadx needs of the kernel, written from its documentation: for
// threadx_on_several_cores.c.
#ifndef TX_API_H
#define TX_API_H

typedef unsigned UINT;
enum { TX_INT_DISABLE = 1 };
#ifdef __cplusplus
extern "C" {
#endif
UINT tx_interrupt_control(UINT posture);
#ifdef __cplusplus
}
#endif

#endif
