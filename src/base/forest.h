/* SPDX-License-Identifier: MIT */
/* Disjoint sets of items 0 .. n-1 as a forest (union-find): root[i] is the parent of item i, or i
   itself at the root of its set. If sets are united by forest_join alone, roots are their lowest
   items. */
#ifndef BASE_FOREST_H
#define BASE_FOREST_H

/* The root of item i; paths to it are halved on the way. */
static inline int forest_root(int *root, int i)
{
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

/* Unite the sets of two items. */
static inline void forest_join(int *root, int i, int j)
{
  const int a = forest_root(root, i), b = forest_root(root, j);

  root[a > b ? a : b] = a > b ? b : a;
}

#endif
