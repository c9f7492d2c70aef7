/* SPDX-License-Identifier: MIT */
/* Tables of further fields of clumps, such as those that interactions find in passes
   (interaction/sph/passes.h): one line each, the name of the table. Each table is an array, in the
   file of the code that fills it, that ends with a field without a name. All of its fields are
   reals that have no member in Clumps. */
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
