// SPDX-License-Identifier: MIT
// bench_hutch.h - the operations that only hutch has.

MEASURED void release_at(unsigned index)
{
    BENCH_BEGIN();
    OVER_POOL(release_at, index);
    BENCH_END_B();
}

MEASURED struct object *claim(unsigned index)
{
    BENCH_BEGIN();
    struct object *object = (struct object *)OVER_POOL(claim, index);
    BENCH_USE(object);
    BENCH_END_A();
    return object;
}

static void measure_numbers(void)
{
    for (unsigned k = 0; k < N; k++) {
        errors += claim(k) == NULL;
    }
    for (unsigned k = 0; k < N; k++) {
        release_at(k);
    }
    for (unsigned k = N; k-- != 0;) {
        errors += claim(k) == NULL;
    }
    for (unsigned k = N; k-- != 0;) {
        release_at(k);
    }
    row("claim, release_at");
    errors += things_live() != 0;
}

#if !defined(BENCH_TRACKED) && !defined(BENCH_SPAWNED) && !defined(BENCH_QUEUED)
MEASURED struct object *acquire_run(void)
{
    BENCH_BEGIN();
    struct object *object = (struct object *)OVER_POOL(acquire_run, RUN);
    BENCH_USE(object);
    BENCH_END_A();
    return object;
}

MEASURED void release_run(struct object *object)
{
    BENCH_BEGIN();
    OVER_POOL(release_run, object, RUN);
    BENCH_END_B();
}

static void measure_special(void)
{
    for (unsigned k = 0; k + RUN <= N; k += RUN) {
        held[k] = acquire_run();
        errors += held[k] == NULL;
    }
    for (unsigned k = 0; k + RUN <= N; k += RUN) {
        release_run(held[k]);
    }
    row("acquire_run, release_run");
    errors += things_live() != 0;
}

MEASURED struct object *acquire_long_run(unsigned length)
{
    BENCH_BEGIN();
    struct object *object = (struct object *)OVER_POOL(acquire_run, length);
    BENCH_USE(object);
    BENCH_END_A();
    return object;
}

// A search to the end of the pool: every gap is a slot too short for the run.
static void measure_searches(void)
{
    static const uint8_t gaps[] = {
        1, 3, 7, HUTCH_WORD_BITS / 2 - 1, HUTCH_WORD_BITS - 2, HUTCH_WORD_BITS + 1};
    for (unsigned k = 0; k < sizeof gaps; k++) {
        for (unsigned index = 0; index < N; index += gaps[k] + 1u) {
            errors += things_claim(index) == NULL;
        }
        errors += acquire_long_run(gaps[k] + 1u) != NULL;
        things_clear();
    }
    row("acquire_run refused");
}
#elif defined(BENCH_TRACKED)
MEASURED things_ref_t ref_of(struct object *object)
{
    BENCH_BEGIN();
    things_ref_t ref = OVER_POOL(ref, object);
    BENCH_USE(ref);
    BENCH_END_A();
    return ref;
}

MEASURED struct object *deref(things_ref_t ref)
{
    BENCH_BEGIN();
    struct object *object = (struct object *)OVER_POOL(deref, ref);
    BENCH_USE(object);
    BENCH_END_B();
    return object;
}

MEASURED void release_ref(things_ref_t ref)
{
    BENCH_BEGIN();
    OVER_POOL(release_ref, ref);
    BENCH_END_B();
}

static void measure_special(void)
{
    fill();
    row("-");
    for (unsigned k = 0; k < N; k++) {
        errors += deref(ref_of(held[k])) != held[k];
    }
    row("ref, deref");
    for (unsigned k = 0; k < N; k++) {
        release_ref(things_ref(held[k]));
    }
    row("-, release_ref");
    errors += things_live() != 0;
}
#elif defined(BENCH_QUEUED)
MEASURED void put(const struct object *object)
{
    BENCH_BEGIN();
    inbox_put(object);
    BENCH_END_A();
}

MEASURED const struct object *take(void)
{
    BENCH_BEGIN();
    const struct object *object = inbox_take();
    BENCH_USE(object);
    BENCH_END_B();
    return object;
}

static void measure_special(void)
{
    fill();
    row("-");
    for (unsigned k = 0; k < N; k++) { // one by one, then all
        put(held[k]);
        errors += take() != held[k];
    }
    for (unsigned k = 0; k < N; k++) {
        put(held[k]);
    }
    for (unsigned k = 0; k < N; k++) {
        errors += take() != held[k];
    }
    row("put, take");
    things_clear();
}
#else
MEASURED struct object *spawn(void)
{
    BENCH_BEGIN();
    struct object *object = (struct object *)OVER_POOL(spawn, NULL);
    BENCH_USE(object);
    BENCH_END_A();
    return object;
}

MEASURED void despawn(struct object *object)
{
    BENCH_BEGIN();
    OVER_POOL(despawn, object);
    BENCH_END_B();
}

static void measure_special(void)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned k = 0; k < N; k++) {
            held[k] = spawn();
            errors += held[k] == NULL;
        }
        for (unsigned k = 0; k < N; k++) {
            despawn(held[k]);
        }
    }
    row("spawn, despawn");
    errors += things_live() != 0;
}
#endif

static void measure_others(void)
{
    measure_numbers();
    measure_special();
#if !defined(BENCH_TRACKED) && !defined(BENCH_SPAWNED) && !defined(BENCH_QUEUED)
    measure_searches();
#endif
}
