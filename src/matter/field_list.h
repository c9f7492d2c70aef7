/* SPDX-License-Identifier: MIT */
/* Tables of further fields of clumps, which interactions find in passes (interaction/sph/passes.h):
   one line each, the name of the table. It stands in the file of its interaction, is sized, and
   ends with a field without a name; none of its fields has a column, and all are reals. */
#ifndef MATTER_FIELD_LIST_H
#define MATTER_FIELD_LIST_H

/* clang-format off */
#define FIELD_TABLES(TABLE) \
  TABLE(sph_fields) \
  TABLE(sph_diffusion_fields) \
  TABLE(sph_shift_fields) \
  TABLE(monitor_fields)
/* clang-format on */

#endif
