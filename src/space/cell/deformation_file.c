/* SPDX-License-Identifier: MIT */
/* Strains, or their rates, from a CSV file: they become the values of the keys that have them in a
   scenario, so that checkpoints have them. */
#include "base/bounds.h"
#include "options/csv.h"
#include "options/text.h"
#include "space/cell/deformation.h"

#include <unistd.h>

enum { TIME, STRAINS, RATES = STRAINS + 9 };

#define STRAIN(word) CSV_REAL_COLUMN(word, NULL, 0, 1e6)
#define RATE(word)   CSV_REAL_COLUMN("rate_" word, "1/s", 0, 1e9)
#define ALL_OF(column) \
  column("xx"), column("xy"), column("xz"), column("yx"), column("yy"), column("yz"), \
    column("zx"), column("zy"), column("zz")

static const CsvColumn file_columns[] = {
  {.name = "time", .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "s", .lo = 0, .hi = TIME_MOST},
  ALL_OF(STRAIN),
  ALL_OF(RATE),
  {0}};

/* Values of the keys as text. */
typedef struct {
  bool rates;
  Text components, times, values;
} Content;

static const char *value_key(const Content *c)
{
  return c->rates ? "deformation_rates" : "deformation_strains";
}

static void add_row(const Csv *csv, PetscInt row, int first, Content *c)
{
  text_add(&c->times, "%s%.17g", row > 0 ? "," : "", csv_real(csv, TIME, row));
  for (int k = first; k < first + 9; k++)
    if (csv->has[k])
      text_add(&c->values, "%s%.17g", c->values.n > 0 ? "," : "", csv_real(csv, k, row));
}

/* Take a table that must have strains or rates, and not both. */
static void take(const Csv *csv, Content *c, Findings *findings)
{
  bool has[2] = {false, false};

  for (int k = 0; k < 18; k++) has[k / 9] |= csv->has[STRAINS + k];
  c->rates = has[1];
  if (has[0] == has[1]) {
    finding_add(findings, 0,
                "needed: columns of strains (xx, xy, ...) or of rates (rate_xx, ...) beside time%s",
                has[0] ? "; not both" : "");
    return;
  }
  for (int k = 0; k < 9; k++)
    if (csv->has[k + (c->rates ? RATES : STRAINS)])
      text_add(&c->components, "%s%c%c", c->components.n > 0 ? "," : "", 'x' + k / 3, 'x' + k % 3);
  for (PetscInt i = 0; i < csv->n; i++) {
    if (i > 0 && !(csv_real(csv, TIME, i) > csv_real(csv, TIME, i - 1)))
      finding_add(findings, csv->line[i], "time %g is not after that of the row before, %g",
                  csv_real(csv, TIME, i), csv_real(csv, TIME, i - 1));
    add_row(csv, i, c->rates ? RATES : STRAINS, c);
  }
}

/* On rank 0. */
static PetscErrorCode read_table(const char *path, Content *c, Findings *findings)
{
  Parallel self;
  Csv      csv;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &self));
  PetscCall(csv_read(&self, path, file_columns, &csv, findings));
  if (findings->n == 0) take(&csv, c, findings);
  csv_free(&csv);
  PetscCall(parallel_destroy(&self));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if the key has these numbers. */
static bool has_numbers(const Options *o, const char *key, const char *text)
{
  int           n;
  const double *value = option_reals(o, "domain", NULL, key, &n);

  for (int k = 0; k < n; k++, text += strcspn(text, ",") + 1)
    if (strtod(text, NULL) != value[k] || (strchr(text, ',') == NULL) != (k == n - 1)) return false;
  return n > 0;
}

static bool has_components(const Options *o, const char *text)
{
  int                n;
  const char *const *words = option_words(o, "domain", NULL, "deformation_components", &n);

  for (int k = 0; k < n; k++, text += strcspn(text, ",") + 1)
    if (strncmp(text, words[k], 2) != 0 || (strchr(text, ',') == NULL) != (k == n - 1))
      return false;
  return n > 0;
}

/* Make them the values of their keys. Where these are given, too, as in a checkpoint, they must be
   the same. */
static PetscErrorCode set_keys(Options *o, const Content *c)
{
  static const char *const all[] = {"deformation_components", "deformation_times",
                                    "deformation_strains", "deformation_rates"};
  bool                     given = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < 4; k++) given |= option_has_value(o, "domain", NULL, all[k]);
  if (!given) {
    PetscCall(option_set_default(o, "domain", NULL, "deformation_components", c->components.s));
    PetscCall(option_set_default(o, "domain", NULL, "deformation_times", c->times.s));
    PetscCall(option_set_default(o, "domain", NULL, value_key(c), c->values.s));
  } else if (!has_components(o, c->components.s) ||
             !has_numbers(o, "deformation_times", c->times.s) ||
             !has_numbers(o, value_key(c), c->values.s))
    option_mistake(
      o, "domain", NULL, "deformation_file",
      "differs from deformation_components, deformation_times and %s, which are given, too, or "
      "are those of the checkpoint: leave one out, or give the keys as the file has them",
      value_key(c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode deformation_read_file(const Parallel *par, Options *o)
{
  const char *path     = option_word(o, "domain", NULL, "deformation_file");
  Findings    findings = {0};
  Content     c        = {0};
  bool        there    = par->rank == 0 && path[0] && access(path, R_OK) == 0;

  PetscFunctionBeginUser;
  PetscCall(parallel_bcast(par, &there, sizeof there, 0));
  if (!there) PetscFunctionReturn(PETSC_SUCCESS); /* stored, or a mistake noted before */
  if (par->rank == 0) PetscCall(read_table(path, &c, &findings));
  PetscCall(findings_gather(par, &findings));
  findings_report(&findings, o, "domain", NULL, "deformation_file");
  if (findings.n == 0) {
    PetscCall(parallel_bcast(par, &c.rates, sizeof c.rates, 0));
    PetscCall(text_bcast(par, 0, &c.components));
    PetscCall(text_bcast(par, 0, &c.times));
    PetscCall(text_bcast(par, 0, &c.values));
    PetscCall(set_keys(o, &c));
  }
  text_free(&c.components);
  text_free(&c.times);
  text_free(&c.values);
  PetscFunctionReturn(PETSC_SUCCESS);
}
