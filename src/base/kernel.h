/* SPDX-License-Identifier: MIT */
/* KERNEL marks batch loops. In a generic build they are compiled for several instruction sets and
   one is chosen when the program starts, which is as fast as a native build. In a native build they
   are compiled once, but not inlined: loops inlined into their callers are not all vectorised.
   OLD_GCC selects what gcc before 12 compiles, with any gcc. Every version gives the same bits:
   none may use fused multiply-add (tests/parallel/builds.sh checks the machine code). */
#ifndef BASE_KERNEL_H
#define BASE_KERNEL_H

#if defined(HAVE_CONFIG_H)
  #include "config.h"
#endif

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && \
  !defined(__SANITIZE_ADDRESS__)
  #if defined(HAVE_LEVEL_COPIES) && !defined(OLD_GCC)
    #define KERNEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
  #elif defined(HAVE_LEVEL_COPIES) || defined(HAVE_AVX2_COPIES)
    #define KERNEL __attribute__((target_clones("default", "avx2")))
  #else /* the C library cannot choose one, or configure was not asked */
    #define KERNEL __attribute__((noinline))
  #endif
#elif defined(__GNUC__)
  #define KERNEL __attribute__((noinline))
#else
  #define KERNEL
#endif

/* For functions used inside kernels: compilers leave calls to long functions in place, which keeps
   a loop from being vectorised (tests/style/calls.sh checks that there are no calls). */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
