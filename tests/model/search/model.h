// SPDX-License-Identifier: MIT
// model.h - what the files of the model need of each other.
#ifndef MODEL_H
#define MODEL_H

#include "search.h"

// The world, the state and the trace of the call that the model makes.
extern const struct world *the_world;
extern struct model *the_model;
extern struct trace *the_trace;

static inline unsigned capacity_of(unsigned p)
{
    return the_world->pools[p]->capacity;
}

static inline const struct hutch_policy *policy_of(unsigned p)
{
    return the_world->pools[p]->options->policy;
}

static inline bool has_marks(unsigned p)
{
    return HUTCH_HAS_HOOKS(the_world->pools[p]);
}

bool model_is(unsigned p, unsigned slot, unsigned marks);
bool model_fault(unsigned p, unsigned code, unsigned slot);
void model_call_back(enum from from, unsigned p, unsigned number);
void model_make(const struct move *move);

// In model.c. Where a call may spill or returns an address, the result is pool and slot as one number.
bool model_release(unsigned p, unsigned first, unsigned count, bool is_hidden);
bool model_despawn(unsigned p, unsigned slot);
unsigned model_acquire(unsigned p, bool is_hidden);
unsigned model_acquire_or_spill(unsigned p, bool is_hidden, bool is_urgent, unsigned value);
bool model_claim(unsigned p, unsigned slot);
unsigned model_adopt(unsigned p, unsigned count);
unsigned model_acquire_run(unsigned p, unsigned length);
bool model_prespawn(unsigned p, unsigned count);

// In families.c.
unsigned families_model(const struct move *move);
void families_model_taken(unsigned p, unsigned slot);
void families_model_despawned(unsigned p, unsigned slot);
void families_model_normalise(struct model *model);

#endif
