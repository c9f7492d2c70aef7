/* SPDX-License-Identifier: MIT */
/* Grids of cells without lists that last. */
#include "search/cells.h"

const SearchMethod search_cells = {
  .head       = {.name = "cells", .text = "Grids of cells, made anew in every step."},
  .every_step = true,
  .visit      = cells_visit,
};
