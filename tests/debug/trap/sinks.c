// SPDX-License-Identifier: MIT
// sinks.c - reports to the emulator's console by semihosting, and to an ITM and a probe that are not there:
// the program must come to its end all the same.
#include "board.h"
#include "hutch/hutch.h"
#include "hutch/report.h"
#include "hutch_rtt.h"
#include "hutch_semihosting.h"
#include "hutch_swo.h"

HUTCH_POOL(pigeons, uint32_t, 4);
HUTCH_POOL_LIST(&pigeons_pool);

int main(void)
{
    board_init();
    (void)!pigeons_acquire();
    for (unsigned turn = 0; turn < 20; turn++) { // more than the ring of RTT holds
        hutch_report(hutch_rtt_put, NULL);
    }
#if __ARM_ARCH_ISA_THUMB > 1 // a Cortex-M3 or larger
    hutch_report(hutch_swo_put, NULL);
#endif
    hutch_report(hutch_semihosting_put, NULL);
    return 0;
}
