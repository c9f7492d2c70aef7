/* SPDX-License-Identifier: MIT */
/* The lists of pairs.h, from grids of cells. */
#include "search/cells.h"

const SearchMethod search_list = {
  .head       = {.name   = "list",
                 .text   = "Lists from grids of cells, made anew when pebbles may have moved by the "
                                 "skin.",
                 .source = "Verlet 1967, Phys. Rev. 159, 98"},
  .two_levels = true,
  .visit      = cells_visit,
};
