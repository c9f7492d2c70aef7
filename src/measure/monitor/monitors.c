/* SPDX-License-Identifier: MIT */
/* The kinds of monitors, and what each does through its kind. */
#include "measure/monitor/monitor.h"

const Plugin *const monitor_table[] = {MONITOR_LIST(PLUGIN_HEAD) NULL};

/* clang-format off */
/* monitor_NAME: a kind that shows these fields in its window. */
#define SHOWN(kind, of_source, says, ...) \
  const MonitorKind monitor_##kind = {.head = {.name = #kind, .text = says, .source = of_source}, \
                                      .field = {__VA_ARGS__}, .windowed = true};

SHOWN(solid_fraction, NULL,
  "Volume of bodies over that of the window; overlaps of the pebbles of a clump count once.",
  &binned_volume_fraction)
SHOWN(fabric, "Satake 1982, in Deformation and Failure of Granular Materials, 63",
  "Mean over contacts of n_i n_j, n the normal; trace 1.", &binned_fabric)
SHOWN(stress, "Goldhirsch 2010, Granul. Matter 12, 239",
  "Stress, positive in tension, and its parts of contacts, of velocities about the mean, and of "
  "interactions where there are some.",
  &binned_stress, &binned_contact_stress, &binned_kinetic_stress, &binned_interaction_stress)
/* clang-format on */

bool monitor_is_profile(const Monitor *m)
{
  return !m->kind;
}

int monitor_rows(const Monitor *m)
{
  if (m->n_fields > 0) return m->bins.n;
  return m->kind->rows ? *(const int *)((const char *)m->own + m->kind->rows - 1) : 1;
}

bool monitor_column(const Monitor *m, int k, MonitorColumn *column)
{
  for (int f = 0; f < m->n_fields; k -= m->field[f++]->width) {
    const Binned *field = m->field[f];
    const char   *part  = field->parts;

    if (k >= field->width) continue;
    for (int i = 0; i < k; i++) part = strchr(part, ' ') + 1;
    *column = (MonitorColumn){.unit = field->unit, .text = field->head.text};
    snprintf(column->name, sizeof column->name, "%s%.*s", field->head.name,
             part ? (int)strcspn(part, " ") : 0, part ? part : "");
    return true;
  }
  if (m->n_fields > 0) return false;
  if (m->kind->column) return m->kind->column(m->own, k, column);
  *column = m->kind->columns[k];
  return column->name[0] != '\0';
}

int monitor_columns(const Monitor *m)
{
  MonitorColumn column;
  int           n = 0;

  while (monitor_column(m, n, &column)) n++;
  return n;
}

bool monitor_sees(const Monitor *m)
{
  return m->n_fields > 0 ? bin_sums_see(&m->sums) : m->kind->see != NULL;
}

bool monitor_sees_far(const Monitor *m)
{
  return m->n_fields > 0 && bin_sums_see_far(&m->sums);
}

void monitor_begin(void *monitor)
{
  Monitor *m = monitor;

  bins_follow(&m->bins, m->domain);
  m->view = bins_view(&m->bins, m->domain);
  if (m->n_fields > 0) bin_sums_begin(&m->sums, m->domain);
  else if (m->kind->begin) m->kind->begin(m->own);
}

void monitor_see(void *monitor, const ContactSeen *seen)
{
  Monitor *m = monitor;

  if (m->n_fields > 0) bin_sums_add(&m->sums, seen);
  else if (m->kind->see) m->kind->see(m->own, m, seen);
}

void monitor_shown(void *monitor, const Clumps *clumps)
{
  Monitor *m = monitor;

  if (m->n_fields > 0) bin_sums_count(&m->sums, clumps);
  else if (m->kind->shown) m->kind->shown(m->own, m, clumps);
}

PetscErrorCode monitor_evaluate(Monitor *m, const MonitorScene *scene, double *numbers)
{
  const Measured *of = scene->measured;

  PetscFunctionBeginUser;
  bins_follow(&m->bins, m->domain);
  m->view = bins_view(&m->bins, m->domain);
  if (m->n_fields > 0)
    PetscCall(bin_sums_find(&m->sums, of->par, of->scene->domain, of->scene->clumps, numbers));
  else PetscCall(m->kind->evaluate(m->own, m, scene, numbers));
  PetscFunctionReturn(PETSC_SUCCESS);
}
