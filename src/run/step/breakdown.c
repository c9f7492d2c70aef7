/* SPDX-License-Identifier: MIT */
/* Messages of a run that physics stops (step.h). */
#include "base/bounds.h"
#include "base/tell.h"
#include "options/text.h"
#include "run/sim.h"
#include "run/step/step.h"

void breakdown_say(const Sim *sim, int rank, const char *format, ...)
{
  Text    text = {0};
  va_list arguments;

  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  tell(&sim->par, TELL_ERROR, "clast: stopped at step %" PRId64 " (t = %g s", sim->clock.step,
       sim_time(sim));
  if (rank >= 0) tell(&sim->par, TELL_ERROR, ", rank %d", rank);
  tell(&sim->par, TELL_ERROR, "): %s", text.s);
  text_free(&text);
}

/* Print where a clump is that this rank holds. */
static void print_place(const Sim *sim, Id id)
{
  const Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n; a++) {
    const Vec3 x = domain_wrapped(&sim->space.domain, c->pose[a].x), v = c->pose[a].v;

    if (c->id[a] != id) continue;
    tell(&sim->par, TELL_ERROR,
         "       Clump %" PRId64 " is at (%g, %g, %g) m, and has the velocity (%g, %g, %g) m/s.\n",
         id, x.x, x.y, x.z, v.x, v.y, v.z);
    return;
  }
}

/* Message for a wild force or flow of an interaction. */
static void print_wild(const Sim *sim)
{
  const ContactReport *r         = &sim->evaluation.report;
  const Field         *flow      = r->wild_flow ? &r->wild_flow->fields[QUANTITY_FLOW] : NULL;
  const char          *unit      = flow ? flow->unit : "N";
  const bool           why       = r->wild_why[0];
  char                 other[48] = "";
  const char          *advice    = "Take a smaller force, or a smaller dt";

  if (r->wild_all) {
    breakdown_say(sim, sim->par.rank, "%s %s has failed: %s\n", r->wild_of, r->wild_by,
                  r->wild_why);
    return;
  }
  if (r->wild_pair) advice = "Take a smaller dt, or a start without bodies so close together";
  else if (why) advice = "Mend the formula, or keep it from such values by if(...)";
  if (r->wild_pair) snprintf(other, sizeof other, " and clump %" PRId64, r->wild_b);
  breakdown_say(sim, sim->par.rank,
                "the %s of %s %s on clump %" PRId64
                "%s is %.3g %s%s%s%s. Allowed are numbers up to %g %s, and a work up to %g J.\n"
                "       %s.\n",
                flow ? flow->name : "force", r->wild_of, r->wild_by, r->wild_a, other, r->wild,
                unit, why ? " (" : "", why ? r->wild_why : "", why ? ")" : "",
                flow ? FLOW_MOST : FORCE_MOST, unit, WORK_MOST, advice);
  print_place(sim, r->wild_a);
}

PetscErrorCode breakdown_tell_wild(Sim *sim)
{
  const ContactReport *r     = &sim->evaluation.report;
  int64_t              first = r->possible ? INT64_MIN : -sim->par.rank;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&sim->par, &first, 1));
  if (first == -sim->par.rank && r->wild_by) print_wild(sim);
  else if (first == -sim->par.rank) {
    const Field *flow = r->wild_flow ? &r->wild_flow->fields[QUANTITY_FLOW] : NULL;
    char         other[NAME_LENGTH + 16];

    if (r->wild_wall) snprintf(other, sizeof other, "wall %s", sim->walls.list[r->wild_b].name);
    else snprintf(other, sizeof other, "clump %" PRId64, r->wild_b);
    if (flow)
      breakdown_say(sim, sim->par.rank,
                    "the flow of %s between clump %" PRId64
                    " and %s is %.3g %s. Allowed are numbers up to %g %s.\n"
                    "       Take a smaller dt, or contacts that conduct less.\n",
                    flow->name, r->wild_a, other, r->wild, flow->unit, FLOW_MOST, flow->unit);
    else
      breakdown_say(sim, sim->par.rank,
                    "the force between clump %" PRId64
                    " and %s is %.3g N. Allowed are numbers up to %g N, and a work up to %g J.\n"
                    "       Take a smaller dt, slower bodies or a softer contact.\n",
                    r->wild_a, other, r->wild, FORCE_MOST, WORK_MOST);
    print_place(sim, r->wild_a);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode breakdown_tell_lost(Sim *sim)
{
  const Clumps *c      = sim->matter.clumps;
  int64_t       lowest = INT64_MAX, mine;
  PetscInt      row    = -1;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a) || c->id[a] >= lowest ||
        (domain_in_range(&sim->space.domain, c->pose[a].x) && motion_is_possible(c, a)))
      continue;
    lowest = c->id[a];
    row    = a;
  }
  mine = row >= 0 ? ~lowest : INT64_MIN; /* the complement reverses the order, for any id */
  PetscCall(parallel_max_int(&sim->par, &mine, 1));
  if (mine == INT64_MIN && sim->par.rank == 0)
    breakdown_say(sim, -1, "a velocity is no number, or out of range. Take a smaller dt.\n");
  if (row >= 0 && mine == ~lowest)
    breakdown_say(
      sim, sim->par.rank,
      "clump %" PRId64
      " is lost: it is at (%g, %g, %g) m, and has the velocity (%g, %g, %g) m/s and the spin (%g, "
      "%g, %g) rad/s. Allowed are numbers with |x| < %g, |y| < %g and |z| < %g m, and up to %g m/s "
      "and %g rad/s along an axis.\n"
      "       Take a smaller dt; if the clump flew away, a larger domain or a wall.\n",
      lowest, c->pose[row].x.x, c->pose[row].x.y, c->pose[row].x.z, c->pose[row].v.x,
      c->pose[row].v.y, c->pose[row].v.z, c->pose[row].w.x, c->pose[row].w.y, c->pose[row].w.z,
      sim->space.domain.limit.x, sim->space.domain.limit.y, sim->space.domain.limit.z, SPEED_MOST,
      SPIN_MOST);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void breakdown_tell_cell(const Sim *sim)
{
  const Vec3 l = sim->space.domain.length;

  if (sim->par.rank > 0) return;
  breakdown_say(sim, -1,
                "the cell has grown to %.4g x %.4g x %.4g m, farther than positions can be "
                "stored.\n       Limit the strain, the rate or the time; or begin a "
                "new run with the clumps (clumps: file) and the vectors of the last checkpoint.\n",
                l.x, l.y, l.z);
}

void breakdown_tell_endless(const Sim *sim, int evaluations, double force, double work, double way)
{
  if (sim->par.rank == 0)
    breakdown_say(
      sim, -1,
      "the forces of this step could not be found: in %d evaluations bodies moved farther, "
      "or forces were larger, than had been provided for (largest force %g N, work %g J, "
      "movement %g m). Take a smaller dt.\n",
      evaluations, force, work, way);
}
