// SPDX-License-Identifier: MIT
// model_words.c - the bitmap with its summaries, by definition, of slots that are live.
#include "model.h"

enum { SLOTS = SWEEP_CAPACITY };

// Sets the bits of one level, of slots or of the words below it: bit n where claim[n]. Answers which of its
// words are then full; the last never counts as that.
static unsigned level_words(bool *claims, unsigned bits, hutch_word_t *words)
{
    const unsigned count = HUTCH_WORDS(bits);
    for (unsigned k = 0; k < count; k++) {
        bool is_full = true;
        words[k] = 0;
        for (unsigned n = k * HUTCH_WORD_BITS; n < bits && n < (k + 1) * HUTCH_WORD_BITS; n++) {
            if (claims[n]) {
                words[k] = (hutch_word_t)(words[k] | hutch_bits_mask(n));
            }
            is_full = is_full && claims[n];
        }
        claims[k] = is_full && k + 1 < count; // word k needs no claim below k * bits any more
    }
    return count;
}

void model_words(const bool *live, hutch_word_t *words)
{
    static bool claims[SLOTS];
    for (unsigned index = 0; index < SLOTS; index++) {
        claims[index] = live[index];
    }
    unsigned bits = SLOTS;
    for (;;) {
        const unsigned count = level_words(claims, bits, words);
        words += count;
        if (count == 1 || (bits == SLOTS && !HUTCH_TOP_WORDS(SLOTS))) {
            return;
        }
        bits = count;
    }
}
