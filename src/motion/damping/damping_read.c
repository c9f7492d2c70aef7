/* SPDX-License-Identifier: MIT */
/* `run: damping` and the section `damping`. */
#include "base/bounds.h"
#include "matter/group_read.h"
#include "motion/damping/damping.h"
#include "options/rows.h"

/* clang-format off */
static const Option damping_options[] = {
  REAL(IN(DampingPart, cundall), "1",   "0",      BELOW(0, 1),
      "Cundall's non-viscous damping, as run: damping"),
  REAL(IN(DampingPart, viscous), "1/s", "0",      UP_TO(RATE_MOST),
      "rate a of the force -a m v: velocities fall as exp(-a t)"),
  REAL(IN(DampingPart, turning), "1/s", OPTIONAL, UP_TO(RATE_MOST),
      "rate b of the torque -b I w: spins fall as exp(-b t); default: as viscous"),
  REAL(KEY("fire"),              "1",   OPTIONAL, UNIT_INTERVAL,
      "FIRE relaxation of all clumps: alpha at first, such as 0.1; 0: it waits until an event "
      "sets it"),
  WORDS(KEY("groups"),           OPTIONAL,
      "groups of clumps that it acts on: name or slot=name; default: all clumps"),
  {NULL},
};
/* clang-format on */

const OptionKind damping_kind = {.name    = "damping",
                                 .named   = true,
                                 .options = damping_options,
                                 .text = "damping of clumps; several objects may act on a clump"};

static DampingPart part_of(const Options *o, const char *name)
{
  DampingPart part = {.name = name};

  options_read_into(o, "damping", name, damping_options, &part);
  if (isnan(part.turning)) part.turning = part.viscous;
  return part;
}

/* Read FIRE of an object. There is one at most, and it acts on all clumps. */
static void read_fire(Options *o, const char *name, Damping *d)
{
  if (!option_has_value(o, "damping", name, "fire")) return;
  if (d->fire.used)
    option_mistake(o, "damping", name, "fire", "is given to another object, too: one is enough");
  if (option_is_set(o, "damping", name, "groups"))
    option_mistake(o, "damping", name, "fire", "does not go with groups: all clumps take part");
  d->fire.used  = true;
  d->fire.start = option_real(o, "damping", name, "fire");
}

PetscErrorCode damping_read(Options *options, Damping *d)
{
  const double       run = option_real(options, "run", NULL, "damping");
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(options, "damping", &n, &names));
  *d = (Damping){.n = n + 1, .used = n > 0 || run > 0};
  PetscCall(array_create(&d->list, sizeof *d->list, d->n));
  d->list[0] = (DampingPart){.cundall = run};
  for (int k = 0; k < n; k++) {
    const DampingPart part = d->list[k + 1] = part_of(options, names[k]);

    read_fire(options, names[k], d);
    if (!(part.cundall + part.viscous + part.turning > 0) &&
        !option_has_value(options, "damping", names[k], "fire"))
      option_mistake(options, "damping", names[k], NULL,
                     "it damps nothing: give cundall, viscous or turning above 0, or fire");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void damping_groups(Options *options, const Groups *groups, Damping *d)
{
  groups_selected(options, "run", NULL, "damping_groups", groups, &d->list[0].groups);
  for (int k = 1; k < d->n; k++)
    groups_selected(options, "damping", d->list[k].name, "groups", groups, &d->list[k].groups);
}

void damping_change(const Options *options, const char *name, Damping *d)
{
  for (int k = 0; k < d->n; k++) {
    DampingPart   *to  = &d->list[k];
    const uint64_t was = to->groups;

    if (!name && !to->name) to->cundall = option_real(options, "run", NULL, "damping");
    if (!name || !to->name || strcmp(name, to->name) != 0) continue;
    *to        = part_of(options, to->name);
    to->groups = was;
    if (option_has_value(options, "damping", name, "fire"))
      d->fire.start = option_real(options, "damping", name, "fire");
  }
}

void damping_free(Damping *d)
{
  array_free(&d->list);
}
