/* SPDX-License-Identifier: MIT */
/* Formulas and tables of objects (formulas.h). */
#include "interaction/formulas.h"
#include "options/input.h"

const char *const formula_names[] = {"t",  "x",  "y",  "z", "vx", "vy", "vz",
                                     "wx", "wy", "wz", "m", "r",  NULL};
const char *const place_names[]   = {"t", "x", "y", "z", NULL};

/* ---- formulas ---- */

/* End of the formula that begins at `at`: a comma outside parentheses, or the end of the text. */
static const char *formula_end(const char *at)
{
  int depth = 0;

  for (; *at && !(*at == ',' && depth <= 0); at++) depth += (*at == '(') - (*at == ')');
  return at;
}

int formulas_read(const Given *g, const char *const names[], int most, Expression *formula)
{
  const char *at = option_word(g->options, g->kind, g->name, g->key);
  char        why[EXPRESSION_WHY];
  int         n = 0;

  if (!at[0]) return 0;
  for (const char *end; n < most; n++, at = end + 1) {
    end = formula_end(at);
    if (!expression_read(at, (size_t)(end - at), names, &formula[n], why))
      option_mistake(g->options, g->kind, g->name, g->key, "formula %d: %s", n + 1, why);
    if (!*end) return n + 1;
  }
  return most + 1;
}

int formulas_of_vector(const Given *g, Expression formula[3])
{
  const int n = formulas_read(g, place_names, 3, formula);

  if (n != 0 && n != 3)
    option_mistake(g->options, g->kind, g->name, g->key,
                   "gives %s formulas; allowed: 3, separated by commas",
                   n > 3 ? "more than 3" : (n == 2 ? "2" : "1"));
  return n == 3 ? 3 : 0;
}

/* Set the columns of formula_names to those of the batch; time [INTERACTION_TILE]: to its time. */
static void find_columns(const BodyBatch *b, double *time, const double *column[FORMULA_NAMES])
{
  const double *const all[FORMULA_NAMES] = {time,  b->x,  b->y,  b->z,  b->vx,   b->vy,
                                            b->vz, b->wx, b->wy, b->wz, b->mass, b->radius};

  for (int k = 0; k < b->n; k++) time[k] = b->time;
  memcpy(column, all, sizeof all);
}

void formulas_add(const Expression *formula, int n, const BodyBatch *b, double *const to[])
{
  const double *column[FORMULA_NAMES];
  double        time[INTERACTION_TILE], value[INTERACTION_TILE];

  if (n > 0) find_columns(b, time, column);
  for (int i = 0; i < n; i++) {
    expression_evaluate(&formula[i], column, b->n, value);
    for (int k = 0; k < b->n; k++) to[i][k] += value[k];
  }
}

void formulas_explain(const Expression *formula, int n, const BodyBatch *b, int k, char *text,
                      size_t size)
{
  const double *column[FORMULA_NAMES];
  double        time[INTERACTION_TILE];
  char          why[EXPRESSION_WHY];

  text[0] = '\0';
  find_columns(b, time, column);
  for (int i = 0; i < n && !text[0]; i++)
    if (expression_fault(&formula[i], column, k, why))
      snprintf(text, size,
               "formula %d: %s, at t = %g s, x, y, z = (%g, %g, %g) m, v = (%g, %g, %g) m/s", i + 1,
               why, b->time, b->x[k], b->y[k], b->z[k], b->vx[k], b->vy[k], b->vz[k]);
}

/* ---- tables ---- */

static PetscErrorCode is_there(const Parallel *par, const char *path, bool *there)
{
  PetscFunctionBeginUser;
  *there = false;
  if (par->rank == 0) {
    FILE *file = input_open(path);

    *there = file != NULL;
    if (file) (void)fclose(file);
  }
  PetscCall(parallel_any(par, there));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode rows_read(const Parallel *par, const Given *g, const char *table,
                         const CsvColumn *columns, double **rows, int *n)
{
  const char   *path  = option_word(g->options, g->kind, g->name, g->key);
  const int     width = csv_width(columns);
  const double *given;
  bool          there    = false;
  Findings      findings = {0};

  PetscFunctionBeginUser;
  *n = 0;
  if (option_is_wrong(g->options, g->kind, g->name, g->key)) PetscFunctionReturn(PETSC_SUCCESS);
  if (path[0]) PetscCall(is_there(par, path, &there));
  if (there || (path[0] && !option_has_value(g->options, g->kind, g->name, table))) {
    PetscCall(csv_read_reals(par, path, columns, rows, n, &findings));
    findings_report(&findings, g->options, g->kind, g->name, g->key);
    if (*n > 0) {
      const int    numbers = *n * width;
      const size_t size    = (size_t)numbers * 26 + 1;
      char        *text;
      size_t       at = 0;

      array_create(&text, 1, size);
      for (int k = 0; k < numbers; k++)
        at += (size_t)snprintf(text + at, size - at, "%s%.17g", k > 0 ? "," : "", (*rows)[k]);
      PetscCall(option_set_default(g->options, g->kind, g->name, table, text));
      array_free(&text);
    }
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  given = option_reals(g->options, g->kind, g->name, table, n);
  *n /= width;
  if (*n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(rows, sizeof **rows, *n * width);
  memcpy(*rows, given, (size_t)(*n * width) * sizeof *given);
  PetscFunctionReturn(PETSC_SUCCESS);
}
