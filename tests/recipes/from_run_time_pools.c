// SPDX-License-Identifier: MIT
// from_run_time_pools.c - from pools whose memory, block size and number come at run time: of a library.
//
//   NimBLE     os_mempool_init(&pool, number, size, memory, name)         0 or an error
//   ThreadX    tx_block_pool_create(&pool, name, size, memory, bytes)     as many blocks as fit
//   libcanard  canardInit(&instance, memory, bytes, ...)                  the same, of 32 bytes
//
// All become hutch_pool_over. What their users see stays: these are the adapters. A block takes no link or
// header, and a block that is given back twice is refused. The macro for the size of the memory changes: a
// debug build needs more.

#include "recipe.h"
#include "hutch/report.h"
#include "hutch/scene.h"

// --------------------------------------------------------------------- like NimBLE: a number, and a name

#define MEMPOOL_WORDS(number, size) (HUTCH_POOL_OVER_BYTES(number, size) / sizeof(void *))

struct mempool {
    struct hutch_over over;
};

enum { MEMPOOL_OK, MEMPOOL_INVALID };

// 0 blocks are allowed there, with no memory: a pool that is always full.
static int mempool_init(struct mempool *mempool, unsigned number, size_t size, void *memory, const char *name)
{
    const size_t bytes = HUTCH_POOL_OVER_BYTES(number, size);
    const unsigned capacity = hutch_pool_over(&mempool->over, name, memory, bytes, size, HUTCH_LOCK_IRQ);
    return capacity == number ? MEMPOOL_OK : MEMPOOL_INVALID;
}

static void *memblock_get(struct mempool *mempool)
{
    return hutch_acquire(&mempool->over.pool);
}

static int memblock_put(struct mempool *mempool, void *block)
{
    return hutch_release(&mempool->over.pool, block) ? MEMPOOL_OK : MEMPOOL_INVALID;
}

// ------------------------------------------------------------- like ThreadX: a release without the pool

enum { BLOCK_SUCCESS = 0, BLOCK_POOL_ERROR = 2, BLOCK_SIZE_ERROR = 5, BLOCK_NO_MEMORY = 16 };

struct block_pool {
    struct hutch_over over;
    struct block_pool *next;
};
static struct block_pool *block_pools; // ThreadX has such a list, too

static unsigned block_pool_create(struct block_pool *pool, const char *name, size_t size, void *start,
                                  size_t bytes)
{
    if (hutch_pool_over(&pool->over, name, start, bytes, size, HUTCH_LOCK_IRQ) == 0) {
        return BLOCK_SIZE_ERROR;
    }
    pool->next = block_pools;
    block_pools = pool;
    return BLOCK_SUCCESS;
}

// Without waiting. To wait, set over.options.wait after hutch_pool_over, and call hutch_acquire_wait.
static unsigned block_allocate(struct block_pool *pool, void **block)
{
    *block = hutch_acquire(&pool->over.pool);
    return *block != NULL ? BLOCK_SUCCESS : BLOCK_NO_MEMORY;
}

// ThreadX finds the pool in a header before the block, which an overrun destroys.
static unsigned block_release(void *block)
{
    for (struct block_pool *pool = block_pools; pool != NULL; pool = pool->next) {
        if (hutch_index(&pool->over.pool, block) != HUTCH_NONE) {
            return hutch_release(&pool->over.pool, block) ? BLOCK_SUCCESS : BLOCK_POOL_ERROR;
        }
    }
    return BLOCK_POOL_ERROR;
}

// --------------------------------------------------------- like libcanard: an instance with its statistics

enum { CAN_BLOCK_BYTES = 32 };

struct can_instance {
    struct hutch_over blocks;
    unsigned capacity_blocks, peak_blocks;
};

static void can_init(struct can_instance *instance, void *arena, size_t arena_bytes)
{
    instance->capacity_blocks =
        hutch_pool_over(&instance->blocks, "can", arena, arena_bytes, CAN_BLOCK_BYTES, HUTCH_LOCK_NONE);
    instance->peak_blocks = 0;
}

static void *can_allocate(struct can_instance *instance)
{
    void *const block = hutch_acquire(&instance->blocks.pool);
    const unsigned used = hutch_live(&instance->blocks.pool);
    instance->peak_blocks = used > instance->peak_blocks ? used : instance->peak_blocks; // or HUTCH_CFG_STATS
    return block;
}

static void can_free(struct can_instance *instance, void *block)
{
    hutch_release(&instance->blocks.pool, block);
}

// ------------------------------------------------------------------------------------------ their users

static struct mempool acl, none;
HUTCH_POOL_LIST(&acl.over.pool); // for reports and hutch_owner, once it is made

static void use_mempool(void)
{
    static void *memory[MEMPOOL_WORDS(6, 20)];
    SHOW(mempool_init(&acl, 6, 20, memory, "acl") == MEMPOOL_OK);
    void *const block = memblock_get(&acl);
    SHOW(block != NULL && hutch_owner(block) == &acl.over.pool);
    SHOW(memblock_put(&acl, block) == MEMPOOL_OK);
    SHOW(mempool_init(&none, 0, 20, NULL, "none") == MEMPOOL_OK);
    SHOW(memblock_get(&none) == NULL);
}

static void use_block_pools(void)
{
    static struct block_pool small, large;
    static void *area[HUTCH_POOL_OVER_BYTES(3, 16) / sizeof(void *)], *large_area[200];
    void *block = NULL, *kept = NULL;
    unsigned count = 0;
    SHOW(block_pool_create(&small, "small", 16, area, sizeof area) == BLOCK_SUCCESS);
    SHOW(block_pool_create(&large, "large", 100, large_area, sizeof large_area) == BLOCK_SUCCESS);
    while (block_allocate(&small, &block) == BLOCK_SUCCESS) {
        kept = block;
        count++;
    }
    SHOW(count == 3 && block_release(kept) == BLOCK_SUCCESS);
    SHOW(block_release(&count) == BLOCK_POOL_ERROR); // nobody's
    SHOW(block_allocate(&large, &block) == BLOCK_SUCCESS && block_release(block) == BLOCK_SUCCESS);
}

static void use_can(void)
{
    static struct can_instance can;
    static void *arena[1024 / sizeof(void *)];
    can_init(&can, arena, sizeof arena);
    void *const first = can_allocate(&can), *const second = can_allocate(&can);
    can_free(&can, first);
    can_free(&can, second);
    SHOW(can.capacity_blocks >= 8 && can.peak_blocks == 2);
    SHOW(hutch_live(&can.blocks.pool) == 0);
}

int main(void)
{
    use_mempool();
    use_block_pools();
    use_can();
    return 0;
}
