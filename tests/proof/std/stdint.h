// SPDX-License-Identifier: MIT
// stdint.h - for the prover: integers of a target with 16- or 32-bit int and any width of addresses.
typedef unsigned char uint8_t;
typedef signed char int8_t;
typedef unsigned short uint16_t;
typedef short int16_t;
#if PROVE_INT_BITS == 16
typedef unsigned long uint32_t;
typedef long int32_t;
#    define UINT32_C(number) number##UL
#else
typedef unsigned int uint32_t;
typedef int int32_t;
#    define UINT32_C(number) number##U
#endif
typedef unsigned long long uint64_t;
typedef long long int64_t;
typedef PROVE_ADDRESS uintptr_t;
#define UINTPTR_MAX PROVE_ADDRESS_MAX
