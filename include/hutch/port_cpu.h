// SPDX-License-Identifier: MIT
// port_cpu.h - what the ports to one CPU have in common: find-first, arithmetic, the question who runs.
//
// A port, or HUTCH_CONFIG_HEADER, that defines one of them itself does so first.
#ifndef HUTCH_PORT_CPU_H
#define HUTCH_PORT_CPU_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__thumb__) && !defined(__thumb2__)
#    define HUTCH_PORT_BIT_AT(index, words) hutch_port_bit_at(index, (words) > 1)

/// The bit of slot `index` in its word. Rotation takes any number, so there is nothing to mask; and a one
/// that the compiler does not see is not shared with other uses of it, which would take copies.
__attribute__((always_inline)) static inline uint32_t hutch_port_bit_at(uint32_t index, bool is_masked)
{
    uint32_t bit = 1;
    if (is_masked) {
        __asm__(".syntax unified\n\trors %0, %1" : "+l"(bit) : "l"(0u - index) : "cc");
    } else {
        __asm__(".syntax unified\n\tlsls %0, %1" : "+l"(bit) : "l"(index) : "cc");
    }
    return bit;
}

// Steps of walks, with gcc and GNU as. `rest` is what comes behind the slot `object` in its word. A shift
// puts the bit of the next slot into the carry, and tells at the same time whether there is any behind: no
// compiler finds that.
#    if defined(__GNUC__) && __GNUC__ >= 11 && !defined(__clang__) && defined(__OPTIMIZE__)
// gcc takes a line of assembler for four bytes, but where it places literals, any asm goto for four: room of
// empty lines before it makes up for the rest. As the lines of .irp are three, branches across it, where all
// count, are seldom taken for too long.
#        define HUTCH_PORT_LINES(lines) ".irp i,\".syntax unified\"," lines "\n\t\\i\n\t.endr"
// A branch with a condition reaches 256 bytes, and only the assembler knows how far a label of C is: there,
// or to a BL behind that goes there.
#        define HUTCH_PORT_BCS(label) \
            "\"bcs 2f + ((" label " - 2f) & ((" label " - 2f) > -250) & ((" label " - 2f) < 240))\""
#        define HUTCH_PORT_TO_NEXT(label) "\"adds %0, %0, %2\",\"lsrs %1, #1\"," HUTCH_PORT_BCS(label) ","
#        define HUTCH_PORT_STEPS(label)                    \
            HUTCH_PORT_TO_NEXT(label)                      \
            "\"beq 3f\",\"1:\"," HUTCH_PORT_TO_NEXT(label) \
                HUTCH_PORT_TO_NEXT(label) "\"b 1b\",\"2: bl " label "\",\"3:\""

/// To the next live slot, and to `label`; falls through when there is none.
#        define HUTCH_PORT_NEXT_LIVE(object, rest, stride, label)                      \
            __asm__ volatile("\n\n\n\n\n" : :);                                        \
            __asm__ volatile goto(HUTCH_PORT_LINES(HUTCH_PORT_STEPS("%l[" #label "]")) \
                                  : "+l"(object), "+l"(rest)                           \
                                  : "lI"(stride)                                       \
                                  : "cc", "lr"                                         \
                                  : label)

/// From the first slot of a word that is not 0 to the first that is live.
#        define HUTCH_PORT_TO_LIVE(object, word, rest, stride)                                \
            __asm__(HUTCH_PORT_LINES("\"lsrs %1, %2, #1\",\"bcs 2f\",\"1: adds %0, %0, %3\"," \
                                     "\"lsrs %1, #1\",\"bcc 1b\",\"2:\"")                     \
                    : "+l"(object), "=&l"(rest)                                               \
                    : "l"(word), "lI"(stride)                                                 \
                    : "cc")

// The same for any word, to `label` if it is 0: where instructions are slow. Elsewhere gcc's registers matter
// more.
#        if defined(__ARM_ARCH_4T__)
#            define HUTCH_PORT_FIRST_LIVE(object, word, rest, stride, label)                            \
                __asm__ volatile("\n\n" : :);                                                           \
                __asm__ volatile goto(                                                                  \
                    HUTCH_PORT_LINES("\"lsrs %1, %2, #1\",\"bcs 2f\",\"bne 1f\",\"bl %l[" #label "]\"," \
                                     "\"1: adds %0, %0, %3\",\"lsrs %1, #1\",\"bcc 1b\",\"2:\"")        \
                    : "+l"(object), "=&l"(rest)                                                         \
                    : "l"(word), "lI"(stride)                                                           \
                    : "cc", "lr"                                                                        \
                    : label)
#        endif
#    endif
#endif

#if defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
// ARMv7-M and ARMv8-M Mainline have RBIT and CLZ. ARMv6-M and ARMv8-M Baseline have neither: there the
// portable search is the best, and a multiply by a constant must stay one MULS.
#    if defined(__ARM_FEATURE_CLZ) && !defined(__ARM_ARCH_6M__) && !defined(__ARM_ARCH_8M_BASE__)
#        define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#        define HUTCH_PORT_TURN(word) hutch_port_turn(word)
#        define HUTCH_PORT_LEADING_ZEROS(word) hutch_port_leading_zeros(word)
#        define HUTCH_PORT_ROTATED(word, by) hutch_port_rotated(word, by)

/// The number of clear bits above the highest that is set; 32 when none is, which gcc's builtin leaves open.
__attribute__((always_inline)) static inline uint32_t hutch_port_leading_zeros(uint32_t word)
{
    uint32_t number;
    __asm__("clz %0, %1" : "=r"(number) : "r"(word));
    return number;
}

/// A word, rotated towards its lowest bit. The CPU takes any number: gcc would mask it first.
__attribute__((always_inline)) static inline uint32_t hutch_port_rotated(uint32_t word, uint32_t by)
{
    __asm__("ror %0, %0, %1" : "+r"(word) : "r"(by));
    return word;
}
#    else
#        define HUTCH_PORT_HIDE_INVERSE 1
#        define HUTCH_PORT_MULTIPLIES 1
#    endif
#    ifndef HUTCH_PORT_IN_INTERRUPT
#        define HUTCH_PORT_IN_INTERRUPT() (hutch_port_ipsr() != 0)
#    endif

#    ifdef HUTCH_PORT_TURN
/// The word with its bits in reverse order: there CLZ finds what was the lowest, and a shift by one place
/// tells whether a bit comes next.
static inline uint32_t hutch_port_turn(uint32_t word)
{
    uint32_t turned;
    __asm__("rbit %0, %1" : "=r"(turned) : "r"(word));
    return turned;
}
#    endif

/// The exception that runs: 0 is none, 2 NMI, 3 HardFault, 16 and up interrupts.
static inline uint32_t hutch_port_ipsr(void)
{
    uint32_t ipsr;
    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr & 0x1FFu;
}

#elif defined(__arm__) && defined(__ARM_ARCH_4T__)
// In Thumb code a literal costs less than eight shifts and adds.
#    if defined(__thumb__)
#        define HUTCH_PORT_HIDE_INVERSE 1
#    endif
// HUTCH_CFG_TABLE_IN_RAM: 1 = the table behind find-first, 36 bytes, is initialised data in RAM, for code in
// a cartridge: that answers late. 0 = it stays where the code is.
#    ifndef HUTCH_CFG_TABLE_IN_RAM
#        define HUTCH_CFG_TABLE_IN_RAM 0
#    endif
#    if HUTCH_CFG_TABLE_IN_RAM
#        define HUTCH_PORT_TABLE_IN_RAM 1
#    endif

#elif defined(__riscv)
// Find-first and rotation where the hart has the bit-manipulation instructions; gcc would call its library
// for the first. And a multiply is one instruction.
#    if defined(__riscv_zbb)
#        define HUTCH_PORT_FIRST_SET(word) ((unsigned)__builtin_ctz(word))
#    else
#        define HUTCH_PORT_NO_ROTATE 1
#    endif
#    define HUTCH_PORT_ASKS_SIGN 1 // a branch does; for others a constant is to be made first
#    if defined(__riscv_mul)
#        define HUTCH_PORT_MULTIPLIES 1
#    endif

/// Are machine-mode interrupts off? Handlers begin with them off, as critical sections do.
static inline bool hutch_port_is_masked(void)
{
    unsigned long mstatus;
    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus));
    return (mstatus & 8u) == 0; // 8 = MIE
}

#elif defined(__AVR__)
#    define HUTCH_PORT_NO_ROTATE 1
#    define HUTCH_PORT_FOLDS_ADDRESSES 1
#    if defined(__AVR_HAVE_MUL__)
#        define HUTCH_PORT_MULTIPLIES 8 // takes bytes
#    endif
#    if !defined(HUTCH_CFG_WORD_BITS) || HUTCH_CFG_WORD_BITS == 8
#        define HUTCH_PORT_BIT(number)                                                 \
            ((uint8_t)(__builtin_constant_p(number) ? (uint8_t)(1u << ((number) % 8u)) \
                                                    : hutch_port_bit((uint8_t)(number))))
// By 8 as bytes: the compiler would widen them, and shift both halves place by place.
#        define HUTCH_PORT_EIGHTH(number) \
            (__builtin_constant_p(number) ? (uint8_t)((number) / 8u) : hutch_port_eighth((uint8_t)(number)))
#        define HUTCH_PORT_EIGHTFOLD(number) hutch_port_eightfold(number)
#        if HUTCH_CFG_TABLE_IN_FLASH
#            define HUTCH_PORT_FIRST_ZERO(word) hutch_port_first_zero(word)
#        endif
#    endif

/// The bit of a number, of which the lower three bits count. The CPU shifts by one place only, so that the
/// compiler would make a loop.
__attribute__((always_inline)) static inline uint8_t hutch_port_bit(uint8_t number)
{
    uint8_t bit;
    __asm__("ldi %0, 1\n\tsbrc %1, 1\n\tldi %0, 4\n\tsbrc %1, 0\n\tlsl %0\n\tsbrc %1, 2\n\tswap %0"
            : "=&d"(bit)
            : "r"(number));
    return bit;
}

__attribute__((always_inline)) static inline uint8_t hutch_port_eighth(uint8_t number)
{
    __asm__("lsr %0\n\tlsr %0\n\tlsr %0" : "+r"(number));
    return number;
}

/// The number is below 16.
__attribute__((always_inline)) static inline uint8_t hutch_port_eightfold(uint8_t number)
{
    __asm__("swap %0\n\tlsr %0" : "+r"(number));
    return number;
}

// Walks for speed. The assembler takes constants, of which the compiler knows when it optimizes.
#    if defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__) && defined(__AVR_HAVE_MOVW__)
#        define HUTCH_PORT_CROSSES 1

/// A constant address, in registers of its own: those that the compiler shares between walks, bodies need.
__attribute__((always_inline)) static inline uintptr_t hutch_port_address(const void *base, unsigned offset)
{
    uintptr_t address;
    __asm__ volatile("ldi %A0, lo8((%1)+(%2))\n\tldi %B0, hi8((%1)+(%2))"
                     : "=d"(address)
                     : "i"(base), "i"(offset));
    return address;
}

/// A walk goes on to before the next live slot, in its word or another. There are at most 64 words, so that
/// the low byte of an address tells them apart.
/// @param  rest    of the word; 0 when no slot ahead is live
/// @param  behind  the address of the word behind this one
/// @param  before  the address of the slot that the walk is at, or one slot before the first
/// @param  ahead   the address one slot before the first of the word behind
__attribute__((always_inline)) static inline void hutch_port_cross(uint8_t *rest, uintptr_t *behind,
                                                                   uintptr_t *before, uintptr_t *ahead,
                                                                   const uint8_t *live, unsigned words,
                                                                   unsigned stride_bytes)
{
    __asm__("tst %[rest]\n\t"
            "brne 5f\n\t"
            "cpi %A[behind], lo8(%[end])\n\t" // mostly the next word has live slots, or none behind has
            "breq 6f\n\t"
            "ld %[rest], X+\n\t"
            "tst %[rest]\n\t"
            "brne 4f\n\t"
            "mov %A[before], %A[behind]\n" // from here to 4: to tell how many words were empty
            "2:\tcpi %A[behind], lo8(%[end])\n\t"
            "breq 6f\n\t"
            "ld %[rest], X+\n\t"
            "tst %[rest]\n\t"
            "breq 2b\n"
            "3:\tsubi %A[ahead], lo8(-(%[slots]))\n\t"
            "sbci %B[ahead], hi8(-(%[slots]))\n\t"
            "inc %A[before]\n\t"
            "cp %A[before], %A[behind]\n\t"
            "brne 3b\n"
            "4:\tmovw %[before], %[ahead]\n\t"
            "subi %A[ahead], lo8(-(%[slots]))\n\t"
            "sbci %B[ahead], hi8(-(%[slots]))\n\t"
            "sbrc %[rest], 0\n\t"
            "rjmp 6f\n"
            "5:\tlsr %[rest]\n\t" // free slots
            "subi %A[before], lo8(-(%[slot]))\n\t"
            "sbci %B[before], hi8(-(%[slot]))\n\t"
            "sbrs %[rest], 0\n\t"
            "rjmp 5b\n"
            "6:"
            : [rest] "+r"(*rest), [behind] "+x"(*behind), [before] "+d"(*before), [ahead] "+d"(*ahead)
            : [end] "i"(live + words), [slot] "i"(stride_bytes), [slots] "i"(8 * stride_bytes),
              "m"(*(const uint8_t(*)[])live));
}
#    endif

#    if HUTCH_CFG_TABLE_IN_FLASH
extern const uint8_t hutch_first_zero_table[256];

/// The number of the lowest zero of a byte; 8 when there is none.
__attribute__((always_inline)) static inline uint8_t hutch_port_first_zero(uint8_t word)
{
    register uint8_t low __asm__("r30") = word;
    uint8_t number;
    __asm__("ldi r31, hi8(%2)\n\tlpm %0, Z" : "=r"(number) : "r"(low), "i"(hutch_first_zero_table) : "r31");
    return number;
}
#    endif
#endif

#endif
