// SPDX-License-Identifier: MIT
// qp_config.h - QP/C's configuration: sizes for the largest pool of the bench, the rest as it comes.
#define QF_MPOOL_SIZ_SIZE 2U
#define QF_MPOOL_CTR_SIZE 2U
