/* SPDX-License-Identifier: MIT */
/* Histogram of the normal forces of contacts. */
#include "base/bounds.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

typedef struct {
  int      bins;
  double   most; /* N, or times the mean */
  bool     relative;
  PetscInt n, capacity;
  double  *push; /* of the contacts of the last visit, N */
} Histogram;

/* clang-format off */
static const Option histogram_options[] = {
  INT(KEY("bins"),              REQUIRED, WITHIN(1, BINS_MOST), "number of bins, from 0 on"),
  REAL(IN(Histogram, most),     "", REQUIRED, POSITIVE_UP_TO(COHESION_MOST),
      "upper edge of the last bin: N, or times the mean force"),
  BOOL(IN(Histogram, relative), "true", "true: forces over their mean"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode histogram_read(void *self, const Monitor *m, const MonitorSource *s)
{
  Histogram *own = self;

  own->bins = (int)max_int(1, option_int(s->options, "monitor", m->name, "bins"));
  options_read_into(s->options, "monitor", m->name, histogram_options, own);
  return PETSC_SUCCESS;
}

static void histogram_begin(void *own)
{
  ((Histogram *)own)->n = 0;
}

static PetscErrorCode histogram_see(void *self, const Monitor *m, const ContactSeen *c)
{
  Histogram *own = self;

  PetscFunctionBeginUser;
  if (!contact_touches(c) || !(seen_push(c) > 0) ||
      (m->groups && !(m->groups & (c->group_a | c->group_b))) ||
      bins_find(&m->view, seen_point(c)) < 0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&own->push, sizeof *own->push, own->n + 1, &own->capacity));
  own->push[own->n++] = seen_push(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int histogram_rows(const void *own)
{
  return ((const Histogram *)own)->bins;
}

/* Find the mean over all ranks, and the number of contacts. */
static PetscErrorCode find_mean(const Histogram *own, const Parallel *par, double *mean, int64_t *n)
{
  Sum sum = {0};

  PetscFunctionBeginUser;
  *n = own->n;
  for (PetscInt k = 0; k < own->n; k++) sum_add(&sum, own->push[k]);
  PetscCall(sum_reduce(par, &sum, 1));
  PetscCall(parallel_sum_int(par, n, 1));
  *mean = sum_value(&sum) / (double)*n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode histogram_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                         double *number)
{
  enum { COLUMNS = 5 };
  const Histogram *own = self;
  double           mean, unit;
  int64_t          total, *count;

  (void)m;
  PetscFunctionBeginUser;
  PetscCall(find_mean(own, scene->measured->par, &mean, &total));
  unit = own->relative && total > 0 ? mean : 1;
  PetscCall(array_create(&count, sizeof *count, own->bins));
  for (PetscInt k = 0; k < own->n; k++) {
    const double at = own->push[k] / unit / own->most * own->bins;

    if (at < own->bins) count[(int)at]++;
  }
  PetscCall(parallel_sum_int(scene->measured->par, count, own->bins));
  for (int k = 0; k < own->bins; k++, number += COLUMNS) {
    const double width = own->most / own->bins;

    number[0] = k * width;
    number[1] = (k + 1) * width;
    number[2] = (double)count[k];
    number[3] = (double)count[k] / ((double)total * width);
    number[4] = mean;
  }
  array_free(&count);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool histogram_column(const void *self, int k, MonitorColumn *column)
{
  const bool          relative  = ((const Histogram *)self)->relative;
  const char         *unit      = relative ? "1" : "N";
  const MonitorColumn columns[] = {
    {"from", unit, "first edge of the bin"},
    {"to", unit, "its last edge"},
    {"contacts", "1", "number of contacts that push with a force in the bin"},
    {"density", relative ? "1" : "N-1", "their share of all contacts that push, over the width"},
    {"mean", "N", "mean of all forces that push"},
  };

  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

static void histogram_free(void *own)
{
  array_free(&((Histogram *)own)->push);
}

const MonitorKind monitor_force_histogram = {
  .head     = {.name    = "force_histogram",
               .text    = "Distribution of the normal forces of contacts that push.",
               .source  = "Radjai et al. 1996, Phys. Rev. Lett. 77, 274",
               .options = {histogram_options}},
  .windowed = true,
  .size     = sizeof(Histogram),
  .read     = histogram_read,
  .rows     = histogram_rows,
  .column   = histogram_column,
  .begin    = histogram_begin,
  .see      = histogram_see,
  .evaluate = histogram_evaluate,
  .free     = histogram_free};
