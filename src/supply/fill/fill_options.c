/* SPDX-License-Identifier: MIT */
/* Keys of fills and inlets, and functions to read them. */
#include "options/attitude.h"
#include "supply/fill/fill_internal.h"

/* clang-format off */
const Option fill_options[] = {
  PLUGIN(KEY("region"),        OPTIONAL, fill_region_heads,
      "fill: part of space that all pebbles lie in; default box, lo .. hi"),
  REAL(KEY("mass"),            "kg", OPTIONAL, POSITIVE_UP_TO(MASS_MOST),
      "fill: in place of count: total mass; the number of clumps is rounded to it"),
  REAL(KEY("solid_fraction"), "1",  OPTIONAL, BETWEEN(0, 1),
      "fill: in place of count: volume of all clumps over that of the region; the number of clumps "
      "is rounded to it", .also = "volume_fraction"),
  PLUGIN(KEY("attitudes"),     OPTIONAL, attitude_heads,
      "fill: distribution of the attitudes of its clumps; default random", .also = "orientation"),
  {0},
};

const Option mix_options[] = {
  WORD(KEY("fraction_by"), OPTIONAL, "number mass volume",
      "fill, inlet: quantity that fraction is a share of; default number"),
  PLUGIN(KEY("size"),      OPTIONAL, size_heads,
      "fill, inlet: distribution of sizes; default none: all as their template", .choices = "none"),
  {0},
};
/* clang-format on */

PetscErrorCode fill_spec_defaults(Options *options, const char *kind, const char *name)
{
  static const char *const always[][2] = {
    {"attempts", "200"}, {"velocity", "0,0,0"}, {"fraction_by", "number"}, {"size", "none"}};
  const bool sized = option_has_value(options, kind, name, "size") &&
                     strcmp(option_word(options, kind, name, "size"), "none") != 0;

  PetscFunctionBeginUser;
  if (strcmp(kind, "clumps") == 0) {
    PetscCall(option_set_default(options, kind, name, "region", "box"));
    if (strcmp(option_word(options, kind, name, "region"), "mesh") == 0) {
      PetscCall(option_set_default(options, kind, name, "scale", "1"));
      PetscCall(option_set_default(options, kind, name, "attitude", "1,0,0,0"));
    }
  }
  /* inlets have defaults of the first two in their table */
  for (size_t k = strcmp(kind, "clumps") == 0 ? 0 : 2; k < sizeof always / sizeof *always; k++)
    PetscCall(option_set_default(options, kind, name, always[k][0], always[k][1]));
  PetscCall(option_set_default(options, kind, name, "attitudes",
                               fill_has_attitude(options, kind, name) ? "fixed" : "random"));
  if (!sized) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(option_set_default(options, kind, name, "size_of", "scale"));
  PetscCall(option_set_default(options, kind, name, "size_by", "number"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool fill_has_attitude(const Options *options, const char *kind, const char *name)
{
  return strcmp(option_word(options, kind, name, "region"), "mesh") != 0 &&
         option_has_attitude(options, kind, name, ATTITUDE_KEYS("attitude"));
}

bool fill_has(const FillReading *r, const char *key)
{
  return option_has_value(r->options, r->spec->kind, r->spec->name, key);
}

double fill_real(const FillReading *r, const char *key)
{
  return option_real(r->options, r->spec->kind, r->spec->name, key);
}

const char *fill_word(const FillReading *r, const char *key)
{
  return option_word(r->options, r->spec->kind, r->spec->name, key);
}

bool fill_is_word(const FillReading *r, const char *key, const char *value)
{
  return strcmp(fill_word(r, key), value) == 0;
}

bool fill_is_set(const FillReading *r, const char *key)
{
  return option_is_set(r->options, r->spec->kind, r->spec->name, key);
}

void fill_need(FillReading *r, const char *key, const char *by)
{
  if (fill_has(r, key)) return;
  if (!fill_is_set(r, key)) FILL_MISTAKE(r, key, "missing: %s needs it", by);
  r->good = false;
}

void fill_need_one(FillReading *r, const char *by, const char *const keys[])
{
  const char *given[3];
  int         n = 0;

  for (int k = 0; keys[k]; k++)
    if (fill_is_set(r, keys[k])) given[n++] = keys[k];
  if (n == 0)
    FILL_MISTAKE(r, keys[0], "missing: %s needs it, or %s%s%s", by, keys[1], keys[2] ? ", or " : "",
                 keys[2] ? keys[2] : "");
  else if (n > 1)
    FILL_MISTAKE(r, given[1], "is one too many, as there is %s%s", given[0],
                 strcmp(keys[0], "count") == 0 ? ": keep count for a number of clumps, mass for "
                                                 "what they weigh in all, or solid_fraction for "
                                                 "their part of the volume"
                                               : "");
  else if (!fill_has(r, given[0])) r->good = false; /* reported before */
}
