/* SPDX-License-Identifier: MIT */
/* The message of a run that stops as bodies overlap too far (step.h): the two bodies, the place,
   and what is likely to be the cause. The step is whole: its evaluation is complete. */
#include "base/bounds.h"
#include "base/tell.h"
#include "constraint/hard/hard.h"
#include "contact/visit.h"
#include "output/table/table.h"
#include "run/module_states.h"
#include "run/sim.h"
#include "run/step/step.h"
#include "supply/population/population.h"

/* Other contacts of a body with this part of the deepest overlap, or more, press it, too. */
static const double PRESSES = 0.2;
/* Overlap that contacts should not exceed, of the smaller radius (docs/physics/contact.md). */
static const double GOOD_OVERLAP = 0.05;

/* A contact of one of the two bodies. */
typedef struct {
  Id     a, b; /* clumps; b: a wall's index, if wall */
  bool   wall, nonlinear, fresh, hard;
  double part; /* overlap over the smaller radius */
  double push, approach;
  Vec3   at, x_a, x_b, normal; /* m; of a wall x_b is `at`; from a to b */
  char   name[NAME_LENGTH];    /* of its law */
} Press;

/* Contacts of the two bodies on this rank, then on rank 0 of all. */
typedef struct {
  const Sim *sim;
  Id         body[2];     /* clumps; the second is -1 if the first is at a wall */
  Vec3       velocity[2]; /* of these, m/s; 0 if there is none */
  PetscInt   n, capacity;
  double     radius; /* of the largest pebble in touch on this rank, m */
  Press     *list;
} Presses;

static bool is_of(const Presses *p, Id id)
{
  return id == p->body[0] || (p->body[1] >= 0 && id == p->body[1]);
}

static bool law_of_name_is_nonlinear(const Laws *laws, const char *name)
{
  for (int k = 0; k < laws->n; k++)
    if (strcmp(laws->list[k].name, name) == 0) return law_is_nonlinear(&laws->list[k]);
  return false;
}

static void note_press(void *self, const ContactSeen *seen, int n)
{
  Presses *p = self;

  for (int k = 0; k < n; k++) {
    const ContactSeen *c       = &seen[k];
    const double       smaller = c->radius_b > 0 ? min_real(c->radius_a, c->radius_b) : c->radius_a;
    const Vec3         at      = seen_point(c);
    Press             *to;

    if (!(c->gap < 0) || !(smaller > 0) || !(is_of(p, c->a) || (!c->wall && is_of(p, c->b))))
      continue;
    p->radius = max_real(p->radius, max_real(c->radius_a, c->radius_b));
    array_reserve(&p->list, sizeof *p->list, p->n + 1, &p->capacity);
    to  = &p->list[p->n++];
    *to = (Press){.a         = c->a,
                  .b         = c->b,
                  .wall      = c->wall,
                  .nonlinear = law_of_name_is_nonlinear(p->sim->laws, c->name),
                  .fresh     = c->fresh,
                  .hard      = c->kind == SEEN_HARD,
                  .part      = -c->gap / smaller,
                  .push      = seen_push(c),
                  .approach  = vec3_dot(c->velocity, c->normal),
                  .at        = at,
                  .x_a       = c->centre,
                  .x_b       = c->wall ? at : vec3_add(c->centre, c->branch),
                  .normal    = c->normal};
    snprintf(to->name, sizeof to->name, "%s", c->name);
  }
}

/* The deepest first. */
static int compare_presses(const void *a, const void *b)
{
  const Press *p = a, *q = b;

  if (p->part != q->part) return p->part > q->part ? -1 : 1;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->wall != q->wall) return p->wall ? 1 : -1;
  return p->b < q->b ? -1 : p->b > q->b;
}

/* Gather the contacts of the two bodies on rank 0. */
static PetscErrorCode gather_presses(Sim *sim, const Step *s, Presses *p)
{
  const ContactVisitor  to    = {p, note_press};
  const ConstraintScene scene = step_constraint_scene(sim);
  Press                *all;
  PetscInt              n;

  PetscFunctionBeginUser;
  contacts_visit(sim->contacts, &s->scene, &to);
  hard_visit(sim->constraints.hard, &scene, &to);
  PetscCall(table_gather(&sim->par, sizeof *all, compare_presses, p->n, p->list, &n, &all));
  array_free(&p->list);
  p->n    = n;
  p->list = all;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find whether a clump entered in the last step. Collective. */
static PetscErrorCode find_entered(const Sim *sim, Id id, bool *entered)
{
  const Waiting *w = sim->matter.waiting;

  PetscFunctionBeginUser;
  *entered = false;
  for (PetscInt i = 0; i < w->n_entered; i++)
    *entered = *entered || (w->entered[i] == id && sim->entry.last == sim->clock.step - 1);
  PetscCall(parallel_any(&sim->par, entered));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write "clump 7", with the row it was read from, and ", which entered at t = 2 s (clumps: late)"
   if it entered in the last step; without an object if a host has added it. */
static void name_clump(const Sim *sim, Id id, bool entered, char *text, size_t size)
{
  const double now = clock_reached(&sim->clock) - sim->clock.dt;
  char         objects[256];

  population_say_entering(sim->options, now - sim->clock.dt, now, objects, sizeof objects);
  if (entered)
    snprintf(text, size, "clump %" PRId64 ", which entered at t = %g s%s%s%s,", id,
             sim_time(sim) - sim->clock.dt, objects[0] ? " (clumps: " : "", objects,
             objects[0] ? ")" : "");
  else read_rows_name(&sim->entry.rows, id, text, size);
}

static void name_other(const Sim *sim, const Press *p, Id body, char *text, size_t size)
{
  if (p->wall) snprintf(text, size, "wall %s", sim->walls.list[p->b].name);
  else snprintf(text, size, "clump %" PRId64, p->a == body ? p->b : p->a);
}

/* The deepest contact that presses the body from the other side; NULL: there is none. */
static const Press *find_counter(const Presses *all, const Press *deepest, Id body)
{
  const Vec3 n = deepest->a == body ? deepest->normal : vec3_scale(-1, deepest->normal);

  for (PetscInt k = 0; k < all->n; k++) {
    const Press *p   = &all->list[k];
    const bool   own = p->a == body || (!p->wall && p->b == body);
    const Vec3   m   = p->a == body ? p->normal : vec3_scale(-1, p->normal);

    if (own && p->part > PRESSES * deepest->part && vec3_dot(n, m) < -0.5) return p;
  }
  return NULL;
}

/* Print that a body is pinched between two others; false: it is not. */
static bool print_pinch(const Presses *all, const Press *deepest, int number)
{
  for (int k = 0; k < 2; k++) {
    const Press *counter = all->body[k] < 0 ? NULL : find_counter(all, deepest, all->body[k]);
    char         one[NAME_LENGTH + 8], other[NAME_LENGTH + 8];

    if (!counter) continue;
    name_other(all->sim, deepest, all->body[k], one, sizeof one);
    name_other(all->sim, counter, all->body[k], other, sizeof other);
    tell(&all->sim->par, TELL_ERROR,
         "       %d. clump %" PRId64 " is pinched between %s and %s (overlap %.2g there)%s.\n",
         number, all->body[k], one, other, counter->part,
         deepest->wall && counter->wall
           ? ": leave room between these walls, or let a force move one of them (motion: servo)"
           : ": it is pressed harder than its contacts can bear");
    return true;
  }
  return false;
}

/* True if the wall moves against the body that it touches; or if the body moves with at least half
   the wall's velocity, which is more than half that of the approach. */
static bool pushes(const Presses *all, int k, int wall, Vec3 v)
{
  for (PetscInt i = 0; i < all->n; i++) {
    const Press *p = &all->list[i];

    if (p->wall && p->b == wall && p->a == all->body[k] && vec3_dot(v, p->normal) < 0) return true;
  }
  return all->body[k] >= 0 && vec3_norm(v) > 0.5 * all->list[0].approach &&
         vec3_dot(all->velocity[k], v) >= 0.5 * vec3_dot(v, v);
}

/* Print the first wall that a motion moves against one of the bodies; false: there is none. */
static bool print_mover(const Presses *all, int number)
{
  const Sim *sim = all->sim;

  for (int wall = 0; wall < sim->walls.n; wall++) {
    Vec3        v;
    const char *motion = breakdown_mover(sim, wall, all->list[0].at, &v);

    for (int k = 0; k < 2 && motion; k++)
      if (pushes(all, k, wall, v)) {
        tell(&sim->par, TELL_ERROR,
             "       %d. wall %s moves at %.3g m/s (motion: %s) and pushes clump %" PRId64
             ": move it more slowly.\n",
             number, sim->walls.list[wall].name, vec3_norm(v), motion, all->body[k]);
        return true;
      }
  }
  return false;
}

/* A step so many times that of dt: fixed is the likeliest cause: impacts are not resolved. */
#define MUCH_LONGER 10

/* Print cause n, if the step is one; returns the number of causes. */
static int print_step(const Sim *sim, const Press *deepest, double longer, int n)
{
  if (longer > 1 + 1e-9)
    tell(&sim->par, TELL_ERROR,
         "       %d. dt = %g s is %.3g times that of dt: fixed: give dt: auto.\n", n, sim->clock.dt,
         longer);
  else if (deepest->fresh)
    tell(&sim->par, TELL_ERROR,
         "       %d. dt = %g s is too long for this speed: they were apart a step before, and "
         "come nearer by %.2g m in a step.\n",
         n, sim->clock.dt, deepest->approach * sim->clock.dt);
  return longer > 1 + 1e-9 || deepest->fresh ? n : n - 1;
}

/* Print that a sheet acts on one side, and the clump may have come from the other; false: it is no
   such wall. */
static bool print_side(const Sim *sim, const Press *deepest, int number)
{
  const Wall *wall = deepest->wall ? &sim->walls.list[deepest->b] : NULL;
  const char *side;

  if (!wall || !wall->surface->geometry.bound || !deepest->fresh) return false;
  side = option_word(sim->options, "wall", wall->name, "side");
  if ((strcmp(side, "inside") != 0 && strcmp(side, "outside") != 0) ||
      strcmp(option_word(sim->options, "wall", wall->name, "ends"), "closed") == 0 ||
      !(option_real(sim->options, "wall", wall->name, "length") > 0))
    return false;
  tell(&sim->par, TELL_ERROR,
       "       %d. clump %" PRId64 " came from the side on which wall %s does not act (side: %s): "
       "give side: both.\n",
       number, deepest->a, wall->name, side);
  return true;
}

/* Print the likely causes, the likeliest first. */
static void print_causes(const Presses *all, const Press *deepest)
{
  const Sim   *sim    = all->sim;
  const double longer = sim_auto_dt(sim)->on ? 1 : sim->clock.dt / timestep_auto(sim);
  const double ratio  = deepest->part / GOOD_OVERLAP;
  const bool   first  = longer > MUCH_LONGER;
  int          n      = 0;

  tell(&sim->par, TELL_ERROR, "       Likely causes, the likeliest first:\n");
  if (first) n = print_step(sim, deepest, longer, n + 1);
  n += print_side(sim, deepest, n + 1);
  n += print_pinch(all, deepest, n + 1);
  if (deepest->hard)
    tell(&sim->par, TELL_ERROR,
         "       %d. the sweeps of hard contacts leave this overlap: make more of them.\n", ++n);
  else if (deepest->push > 0)
    tell(&sim->par, TELL_ERROR,
         "       %d. contact %s is too soft for this load: at the present %.3g N it would "
         "overlap by %g if it were %.2g times as stiff.\n",
         ++n, deepest->name, deepest->push, GOOD_OVERLAP,
         deepest->nonlinear ? ratio * sqrt(ratio) : ratio);
  n += print_mover(all, n + 1);
  if (!first) (void)print_step(sim, deepest, longer, n + 1);
  tell(&sim->par, TELL_ERROR, "       Or raise run: overlap_limit.\n");
}

static void print_deepest(const Presses *all, const bool entered[2], double depth, int rank)
{
  const Sim   *sim     = all->sim;
  const Press *deepest = all->n > 0 ? &all->list[0] : NULL;
  const double most    = depth_most(sim_depth(sim), sim->settings.overlap_limit);
  char         one[400], other[400];

  name_clump(sim, all->body[0], entered[0], one, sizeof one);
  if (all->body[1] >= 0) name_clump(sim, all->body[1], entered[1], other, sizeof other);
  else snprintf(other, sizeof other, "wall %s", sim->walls.list[~all->body[1]].name);
  breakdown_say(sim, rank, "%s and %s overlap by %.3g of the smaller radius, more than %s (%g).\n",
                one, other, depth,
                most > sim->settings.overlap_limit ? "the state from which this run went on allows"
                                                   : "overlap_limit",
                most);
  if (deepest)
    tell(&sim->par, TELL_ERROR,
         "       They touch at (%g, %g, %g) m, approach at %.3g m/s, and the centre of clump "
         "%" PRId64 " is at (%g, %g, %g) m",
         deepest->at.x, deepest->at.y, deepest->at.z, deepest->approach, deepest->a, deepest->x_a.x,
         deepest->x_a.y, deepest->x_a.z);
  if (deepest && !deepest->wall)
    tell(&sim->par, TELL_ERROR, ", that of clump %" PRId64 " at (%g, %g, %g) m", deepest->b,
         deepest->x_b.x, deepest->x_b.y, deepest->x_b.z);
  if (deepest) tell(&sim->par, TELL_ERROR, ".\n");
  if (entered[0] || entered[1])
    tell(&sim->par, TELL_ERROR,
         "       Let clumps enter where nothing is at that time, or at another time; or "
         "raise run: overlap_limit.\n");
  else if (sim->clock.step == 0)
    tell(&sim->par, TELL_ERROR,
         "       They overlap at the start: move or remove one of them; or raise run: "
         "overlap_limit.\n");
  else if (deepest) print_causes(all, deepest);
  else
    tell(&sim->par, TELL_ERROR,
         "       Take a smaller dt, more sweeps of hard contacts, or a start without "
         "overlaps; or raise run: overlap_limit.\n");
}

/* On rank 0: write the option that cures the likeliest cause that has one, in the order of
   print_causes. */
static void find_option(Sim *sim, const Presses *all)
{
  const Press *deepest = &all->list[0], *counter = NULL;
  const double longer = sim_auto_dt(sim)->on ? 1 : sim->clock.dt / timestep_auto(sim);
  const double ratio  = deepest->part / GOOD_OVERLAP;
  char        *option = sim->world.place.option;
  bool         found  = false;

  for (int k = 0; k < 2 && !counter; k++)
    if (all->body[k] >= 0) counter = find_counter(all, deepest, all->body[k]);
  if (longer > MUCH_LONGER) {
    snprintf(option, WORLD_WHY, "-run_dt fixed");
    return;
  }
  if (counter && counter->wall && deepest->wall)
    found = breakdown_move_back(sim, (int)deepest->b, deepest->normal, option) ||
            breakdown_move_back(sim, (int)counter->b, counter->normal, option);
  if (!found && !deepest->hard && deepest->push > 0)
    found = breakdown_stiffen(sim, deepest->name, deepest->nonlinear ? ratio * sqrt(ratio) : ratio,
                              option);
  if (!found && longer > 1 + 1e-9) snprintf(option, WORLD_WHY, "-run_dt fixed");
}

/* Way from the deepest contact to that on the other side of a body that is pressed from there; 0:
   none is. Rank 0 has the contacts. */
static Vec3 way_across(const Sim *sim, const Presses *all)
{
  for (int k = 0; k < 2 && all->n > 0; k++) {
    const Press *deepest = &all->list[0];
    const Press *counter = all->body[k] < 0 ? NULL : find_counter(all, deepest, all->body[k]);

    if (counter) {
      const Vec3 way = vec3_sub(counter->at, deepest->at);

      return domain_shifted(&sim->space.domain, way, domain_nearest(&sim->space.domain, way));
    }
  }
  return vec3(0, 0, 0);
}

/* Set World.place: the deepest contact, the way across the pinched body, and the size of the
   smaller one. Collective. */
static PetscErrorCode note_place(Sim *sim, const Presses *all, double overlap)
{
  const Clumps *c    = sim->matter.clumps;
  double        size = 0; /* its inverse, of which the largest is that of the smaller body */
  Vec3          at[] = {all->n > 0 ? all->list[0].at : vec3(0, 0, 0), way_across(sim, all)};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_of(all, c->id[a])) size = max_real(size, 1 / (2 * c->extent[a] + all->radius));
  PetscCall(parallel_max(&sim->par, &size, 1));
  PetscCall(parallel_bcast(&sim->par, at, sizeof at, 0));
  sim->world.place.at      = at[0];
  sim->world.place.across  = at[1];
  sim->world.place.overlap = overlap;
  sim->world.place.size    = size > 0 ? 1 / size : domain_shortest(&sim->space.domain);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set the velocities of the two bodies. Collective. */
static PetscErrorCode find_velocities(const Sim *sim, Presses *all)
{
  const Clumps *c = sim->matter.clumps;
  double v[6]     = {-SPEED_MOST, -SPEED_MOST, -SPEED_MOST, -SPEED_MOST, -SPEED_MOST, -SPEED_MOST};

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    for (PetscInt a = 0; a < c->n_owned; a++)
      if (c->id[a] == all->body[k]) {
        v[3 * k]     = max_real(v[3 * k], c->pose[a].v.x);
        v[3 * k + 1] = max_real(v[3 * k + 1], c->pose[a].v.y);
        v[3 * k + 2] = max_real(v[3 * k + 2], c->pose[a].v.z);
      }
  PetscCall(parallel_max(&sim->par, v, 6));
  for (int k = 0; k < 2; k++)
    if (all->body[k] >= 0) all->velocity[k] = vec3(v[3 * k], v[3 * k + 1], v[3 * k + 2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode breakdown_tell_depth(Sim *sim, const Step *s)
{
  const ContactReport *r          = &sim->evaluation.report;
  int64_t              first      = r->deepest == s->agreed.depth ? -sim->par.rank : INT64_MIN;
  Presses              all        = {.sim = sim, .body = {r->deepest_a, r->deepest_b}};
  bool                 entered[2] = {false, false};

  PetscFunctionBeginUser;
  if (r->deepest_wall) all.body[1] = ~r->deepest_b;
  PetscCall(parallel_max_int(&sim->par, &first, 1));
  PetscCall(parallel_bcast(&sim->par, all.body, sizeof all.body, (int)-first));
  for (int k = 0; k < 2; k++)
    if (all.body[k] >= 0) PetscCall(find_entered(sim, all.body[k], &entered[k]));
  PetscCall(gather_presses(sim, s, &all));
  PetscCall(find_velocities(sim, &all));
  PetscCall(note_place(sim, &all, s->agreed.depth));
  if (sim->par.rank == 0) print_deepest(&all, entered, s->agreed.depth, (int)-first);
  if (all.n > 0 && sim->clock.step > 0 && !entered[0] && !entered[1]) find_option(sim, &all);
  array_free(&all.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
