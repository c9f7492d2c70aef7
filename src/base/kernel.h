/* SPDX-License-Identifier: MIT */
/* Batch loops, compiled several times and chosen when the program starts: the generic build then runs as fast as a native one,
   where they are compiled once, but by themselves too: loops that were inlined into their callers are not all vectorised.
   Every copy gives the same bits: no copy may fuse products with sums (tests/style/fused.sh looks at the machine code). */
#ifndef BASE_KERNEL_H
#define BASE_KERNEL_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__)
  #define KERNEL __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#elif defined(__GNUC__)
  #define KERNEL __attribute__((noinline))
#else
  #define KERNEL
#endif

/* What kernels are made of: a call, which compilers take for what is long, would keep a loop from being vectorised
   (tests/style/calls.sh looks for calls). */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
