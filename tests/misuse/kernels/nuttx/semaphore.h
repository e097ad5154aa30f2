// SPDX-License-Identifier: MIT
// semaphore.h - a semaphore with priority inheritance, as all were before NuttX 12: see arch.h.
enum { SEM_PRIO_NONE = 0, SEM_PRIO_INHERIT = 1 };
typedef struct {
    int value, protocol;
} sem_t;
#define SEM_INITIALIZER(value)    \
    {                             \
        (value), SEM_PRIO_INHERIT \
    }
int nxsem_init(sem_t *semaphore, int is_shared, unsigned value);
int nxsem_set_protocol(sem_t *semaphore, int protocol);
int nxsem_wait_uninterruptible(sem_t *semaphore);
int nxsem_tickwait_uninterruptible(sem_t *semaphore, uint32_t ticks);
int nxsem_get_value(sem_t *semaphore, int *value);
int nxsem_post(sem_t *semaphore);
