/* SPDX-License-Identifier: MIT */
/* The time step of a run: chosen from its limits, checked and printed (sim.h). The rule:
   docs/physics/timestep.md. */
#include "base/bounds.h"
#include "base/tell.h"
#include "interaction/force.h"
#include "run/module_states.h"

/* Weight of the contact time of a face relative to that of two pebbles. 25 steps per contact
   suffice for 1 % of the energy with faces as with single contacts; these have 50, which leaves
   room for several of them on one clump. */
#define FACE_LOOSER 2
/* Limit of dt x rate for dashpots at first touch, over dt_safety. With g = dt x rate, up to 1.5 g
   acts on a clump in the step in which it touches, and the energy balance is off by (1.5 g)^2 of
   the energy: 1 % at g = 1/15. */
#define DASHPOT_LOOSER (10.0 / 3)
/* Upper limit of dt x rate. Velocities are predicted from the last loads, so a dashpot adds
   energy if dt > 1 / rate, unless it is weakened (DASHPOT_MOST): with g = dt x rate a velocity v
   becomes (1 - g) v - g a / 2 and its last change a becomes -g (v + a / 2), which has an
   eigenvalue -1 at g = 1. For a clump between two others the limit is half of that, in the
   densest packing a quarter. */
#define DASHPOT_SHARE 0.2

/* The step follows the state if it may be so much longer than the fixed one. */
#define WORTHWHILE 1.15

/* Longest steps allowed by dashpots: at first touch, and by all (step_of_dashpots). They also tell
   which limit decided the step. */
static double step_of_hits(const Settings *set, const StepLimits *s)
{
  return min_real(DASHPOT_SHARE, DASHPOT_LOOSER * set->dt_safety) / s->hit_rate;
}

static double step_of_dashpots(const Settings *set, const StepLimits *s)
{
  return min_real(step_of_hits(set, s), DASHPOT_SHARE / s->rate);
}

/* Longest step allowed by flows of quantities, which are predicted as velocities are; the rate
   counts all neighbours. */
static double step_of_flow(const StepLimits *s)
{
  return DASHPOT_SHARE / s->flow_rate;
}

/* Name of the quantity that evens out fastest, such as heat. */
static const char *flow_of(const StepLimits *s)
{
  return quantities[s->flowing]->fields[QUANTITY_FLOW].name;
}

/* The step of dt: fixed. */
static double step_fixed(const Settings *set, const StepLimits *s)
{
  return min_real(set->dt_safety * min_real(s->time, FACE_LOOSER * s->face_time),
                  min_real(step_of_dashpots(set, s), step_of_flow(s)));
}

double timestep_auto(const Sim *sim)
{
  return step_fixed(&sim->settings, &sim->timestep.limits);
}

/* ---- interactions ---- */

/* True if it is known how the interaction limits the step. */
static bool is_known(const Sim *sim, const Acting *item)
{
  const FieldBody any    = {1, 1, 1, 1, sim->laws->n == 0 && !sim->constraints.hard};
  BodyLimits      limits = {0};

  if (!item->kind->limits) return item->kind->pair && item->kind->pair->stiffness;
  item->kind->limits(item->constants, &any, &limits);
  return isfinite(limits.steepness) && isfinite(limits.induction);
}

/* True if it is known of all; prints: print those of which it is not. */
static bool interactions_are_known(const Sim *sim, bool prints)
{
  bool all = true;

  for (int k = 0; k < sim->interactions->n; k++) {
    const Acting *item = &sim->interactions->list[k];

    if (is_known(sim, item)) continue;
    all = false;
    if (prints)
      tell(&sim->par, TELL_INFO,
           "clast: dt: auto does not know %s %s: give a dt that resolves it\n", item->section,
           item->name);
  }
  return all;
}

/* ---- the step that follows the state (measure/timestep/auto_dt.h) ---- */

/* The factor by which dt_safety makes it shorter. */
static double accuracy_of(const Settings *set)
{
  return min_real(1, set->dt_safety / 0.02);
}

/* True if a thermostat acts every so many steps. */
static bool some_count_steps(const Thermostats *all)
{
  bool some = false;

  for (int k = 0; k < all->n; k++) some = some || all->list[k].kind->is_due;
  return some;
}

bool timestep_may_follow(const Sim *sim)
{
  return strcmp(option_word(sim->options, "run", NULL, "dt"), "auto") == 0 &&
         sim->settings.substeps == 1 && sim->laws->n > 0 && !sim->constraints.hard &&
         sim->constraints.sweeps == 0 && !sim->interactions->has_passes &&
         !sim->space.domain.cell.flows && !sim->contacts->solids &&
         interactions_are_known(sim, false) && !some_count_steps(sim_thermostats(sim));
}

/* Let the step follow the state, if that makes it longer; it begins with the longest one. least:
   the fixed step; others: the limits by all but contacts; smallest: radius of a pebble, m. */
static void begin_following(Sim *sim, double least, const StepLimits *others, double smallest)
{
  const Settings *set  = &sim->settings;
  const double springs = set->dt_safety * min_real(others->time, FACE_LOOSER * others->face_time),
               rest    = step_fixed(set, others);
  AutoDtBounds bounds  = {.least    = least,
                          .most     = min_real(rest, AUTO_DT_MOST * least),
                          .accuracy = accuracy_of(set),
                          .gap_most =
                            min_real(2 * smallest, 0.25 * domain_shortest(&sim->space.domain))};

  /* springs of other kinds may act on the same clumps */
  bounds.most /= sqrt(1 + (bounds.most / springs) * (bounds.most / springs));
  auto_dt_bound(sim_auto_dt(sim), &bounds);
  if (!timestep_may_follow(sim) || !isfinite(least) || !(bounds.most > WORTHWHILE * least)) return;
  auto_dt_begin(sim_auto_dt(sim), &sim->clock);
  snprintf(sim_auto_dt(sim)->why, sizeof sim_auto_dt(sim)->why, "%s",
           rest < AUTO_DT_MOST * least ? ", limited by what acts beside them" : "");
}

PetscErrorCode timestep_choose(Sim *sim, bool restart)
{
  const Settings *set    = &sim->settings;
  StepLimits     *limits = &sim->timestep.limits;
  StepLimits      contacts, others;

  PetscFunctionBeginUser;
  PetscCall(
    stable_contacts(sim_world(sim), sim_impact(sim), set->overlap_limit, &contacts, &others));
  PetscCall(stable_links(sim_world(sim), &others));
  stable_deforms(&sim->deforms, &others);
  *limits = contacts;
  stable_join(limits, &others);
  sim->clock.dt = set->dt;
  if (!set->dt_is_auto) PetscFunctionReturn(PETSC_SUCCESS);
  if (isfinite(timestep_auto(sim)) || restart) sim->clock.dt = timestep_auto(sim);
  else
    option_mistake(sim->options, "run", NULL, "dt", "auto: %s, so no step follows; give dt in s",
                   sim->constraints.hard ? "contacts that are constraints are stable at any step"
                                         : "nothing can touch here");
  begin_following(sim, sim->clock.dt, &others, contacts.smallest);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void timestep_take_forces(Sim *sim, bool known, bool begun)
{
  AutoDt *f = sim_auto_dt(sim);

  sim_faces(sim)->motion.corrected = false; /* as with forces of the scenario */
  if (!f->on) return;
  if (begun) auto_dt_keep(f, !known);
  else if (!known) {
    f->on         = false;
    sim->clock.dt = timestep_auto(sim);
  }
}

double timestep_least(const Sim *sim)
{
  return sim_auto_dt(sim)->on ? sim_auto_dt(sim)->least : sim->clock.dt;
}

/* Report a step that is longer than a new run: a mistake if contacts bear no weight either, as
   units are then wrong; else a warning, as the run may be meant to write its start alone. */
static void check_against_run(Sim *sim, double dt, const char *pair, double time)
{
  static const char text[] = "%g s is longer than the run, %g s (end_time), as the shortest "
                             "contact, %s, lasts %g s: is young in Pa, or stiffness in N/m?";
  const double      end    = sim->settings.end_time;

  if (!sim->settings.dt_is_auto || sim->clock.step > 0 || !(end > 0) || !(dt > end) ||
      !(dt < TIME_MOST) || !isfinite(time))
    return;
  if (sim->timestep.limits.softest > 1)
    option_mistake(sim->options, "run", NULL, "dt", text, dt, end, pair, time);
  else option_warning(sim->options, &sim->warnings, "run", NULL, "dt", text, dt, end, pair, time);
}

/* Warn of a step that is too long for the shortest contact, of duration `time` (s), or for the
   fastest dashpot; if it is too long for both, of the one that limits dt: fixed. */
static void warn_of_long(Sim *sim, double dt, const char *pair, double time)
{
  const Settings   *set  = &sim->settings;
  const StepLimits *s    = &sim->timestep.limits;
  const char       *cure = set->dt_is_auto ? "lower dt_safety" : "give dt: auto";
  const bool        damp = dt * s->rate > 1.25 * DASHPOT_SHARE && !sim_auto_dt(sim)->on,
             hits        = dt > 0.2 * time;

  if (hits && (!damp || set->dt_safety * time <= step_of_dashpots(set, s)))
    option_warning(sim->options, &sim->warnings, "run", NULL, "dt",
                   "%g s is %.2g of the duration (%g s) of the shortest contact, %s: impacts are "
                   "not resolved; .02 to .05 is usual: %s",
                   dt, dt / time, time, pair, cure);
  else if (damp)
    option_warning(
      sim->options, &sim->warnings, "run", NULL, "dt",
      "%g s is %.2g of the damping time (%g s) of %s: %sat most %g is recommended; beyond 0.25 "
      "dashpots of restitution, damping and tangential_damping are weakened to it, so that impacts "
      "lose less than asked, and others add energy: %s",
      dt, dt * s->rate, 1 / s->rate, s->dashpot, hits ? "impacts are not resolved; " : "",
      DASHPOT_SHARE, cure);
}

void timestep_check(Sim *sim)
{
  const Settings   *s        = &sim->settings;
  const StepLimits *shortest = &sim->timestep.limits;
  const bool        face     = shortest->face_time < shortest->time;
  const double      time     = face ? shortest->face_time : shortest->time;
  const double      dt       = timestep_least(sim);

  check_against_run(sim, dt, face ? shortest->face : shortest->pair, time);
  warn_of_long(sim, dt, face ? shortest->face : shortest->pair, time);
  if (dt * shortest->flow_rate > 1.25 * DASHPOT_SHARE)
    option_warning(
      sim->options, &sim->warnings, "run", NULL, "dt",
      "%g s is %.2g of the time in which %s evens out (%g s, %s): at most %g is "
      "recommended; values of %s swing from 0.25 on in clumps with many contacts, from 1 "
      "on in any",
      dt, dt * shortest->flow_rate, flow_of(shortest), 1 / shortest->flow_rate, shortest->flow,
      DASHPOT_SHARE, quantities[shortest->flowing]->name);
  if (shortest->wide > 1 + 1e-9) /* rounding of scales */
    warning_add(&sim->warnings,
                "%s, larger than largest_radius: such contacts part too early: give at least that",
                shortest->widest);
  if (s->dt_is_auto && isfinite(dt) && dt > TIME_MOST)
    option_mistake(sim->options, "run", NULL, "dt",
                   "auto: a fraction of the shortest contact time is %g s, more than %g s: give dt",
                   dt, TIME_MOST);
  if (isfinite(dt) && !((s->end_time - sim->clock.t0) / dt < STEPS_MOST))
    option_mistake(sim->options, "run", NULL, "end_time", "%g s are more than %g steps of %g s",
                   s->end_time, STEPS_MOST, dt);
}

/* True if the step is the automatic one, or equals it up to rounding; a restart may keep a shorter
   one of its checkpoint (save.c). */
static bool is_automatic(const Sim *sim)
{
  return sim->settings.dt_is_auto && sim->clock.dt > timestep_auto(sim) * (1 - 1e-9);
}

/* Print the beginning of the line that tells the step. */
static void print_rule(const Sim *sim)
{
  tell(&sim->par, TELL_INFO, "clast: dt: %s", option_word(sim->options, "run", NULL, "dt"));
  if (sim_auto_dt(sim)->on) tell(&sim->par, TELL_INFO, ", at least %.4g s", timestep_least(sim));
  tell(&sim->par, TELL_INFO, ", limited by the ");
}

/* Print the step relative to the damping time that limits it. */
static void print_damping(const Sim *sim, double time, const char *pair)
{
  const Settings   *set  = &sim->settings;
  const StepLimits *s    = &sim->timestep.limits;
  const bool        hits = step_of_hits(set, s) <= DASHPOT_SHARE / s->rate;
  const double      rate = hits ? s->hit_rate : s->rate;

  print_rule(sim);
  tell(&sim->par, TELL_INFO,
       "damping of %s: %.3g of its damping time %.4g s%s; the "
       "shortest contact, %s, lasts %.4g s\n",
       hits ? s->hit : s->dashpot, timestep_least(sim) * rate, 1 / rate,
       hits ? " at first touch" : "", pair, time);
}

static void print_flow(const Sim *sim, double time, const char *pair)
{
  const StepLimits *s = &sim->timestep.limits;

  print_rule(sim);
  tell(&sim->par, TELL_INFO, "%s of %s: %.3g of the %.4g s in which it evens out", flow_of(s),
       s->flow, timestep_least(sim) * s->flow_rate, 1 / s->flow_rate);
  if (isfinite(time)) tell(&sim->par, TELL_INFO, "; shortest contact %.4g s: %s", time, pair);
  tell(&sim->par, TELL_INFO, "\n");
}

void timestep_print_bounce(const Sim *sim)
{
  /* capsules cannot take siblings together (supply/checks.c) */
  if (sim->timestep.limits.several > 0 && !templates_capsules(&sim->matter.templates))
    tell(&sim->par, TELL_INFO,
         "clast: %s: bodies that land on several pebbles at once rebound slower than the law's "
         "restitution says; with contact: siblings: damped as it says\n",
         sim->timestep.limits.bounce);
}

void timestep_print(const Sim *sim)
{
  const Settings   *set  = &sim->settings;
  const StepLimits *s    = &sim->timestep.limits;
  const bool        face = FACE_LOOSER * s->face_time < s->time; /* it limits the step more */
  const double      time = face ? s->face_time : s->time,
               most      = face ? FACE_LOOSER * set->dt_safety : set->dt_safety;
  const char *pair       = face ? s->face : s->pair;

  if (set->dt_is_auto) (void)interactions_are_known(sim, true);
  if (!isfinite(time) && !isfinite(step_of_flow(s))) return;
  if (!is_automatic(sim) && isfinite(time))
    tell(&sim->par, TELL_INFO,
         "clast: dt: %s, %.3g of the duration %.4g s of the shortest contact, %s\n",
         set->dt_is_auto ? "that of the checkpoint" : "given", sim->clock.dt / time, time, pair);
  else if (!is_automatic(sim)) return;
  else if (step_of_flow(s) < min_real(most * time, step_of_dashpots(set, s)))
    print_flow(sim, time, pair);
  else if (step_of_dashpots(set, s) < most * time) print_damping(sim, time, pair);
  else {
    print_rule(sim);
    tell(&sim->par, TELL_INFO, "contact of %s: %.3g of its duration %.4g s\n", pair,
         timestep_least(sim) / time, time);
  }
  if (sim_auto_dt(sim)->on)
    tell(&sim->par, TELL_INFO, "clast: dt follows the contacts, up to %.4g s%s\n",
         sim_auto_dt(sim)->most, sim_auto_dt(sim)->why);
}
