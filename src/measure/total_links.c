/* SPDX-License-Identifier: MIT */
/* Numbers of links, and of those that have broken. */
#include "contact/links.h"
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static void add_links(const Measured *m, Sum *sum)
{
  sum_add(sum, (double)links_here(m->scene->links, m->scene));
}

static void add_broken(const Measured *m, Sum *sum)
{
  for (int k = 0; k < LINK_KINDS; k++) sum_add(sum, (double)m->scene->links->broken[k]);
}

const Total total_links = {
  .name    = "links",
  .text    = "in runs with springs, bonds or constraints: those that hold",
  .whole   = true,
  .is_used = is_used,
  .add     = add_links,
};

const Total total_broken = {
  .name = "broken",
  .text = "in runs with springs, bonds or constraints: those that have broken since the first step",
  .whole   = true,
  .is_used = is_used,
  .add     = add_broken,
};
