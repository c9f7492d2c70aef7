/* SPDX-License-Identifier: MIT */
/* One clump from the keys of its object; equivalent to a file with one row. */
#include <inttypes.h>

#include "supply/population/population_internal.h"

/* Value of a key, or `otherwise` if it is not given. */
static double real_of(const Population *p, const char *key, double otherwise)
{
  return option_real_or(p->options, "clumps", p->name, key, otherwise);
}

static void check_quaternion(Population *p, Quat *q)
{
  int           n;
  const double *given = option_reals(p->options, "clumps", p->name, "attitude", &n);

  *q = quat_identity();
  if (n == 4 && !quaternion_parse(given, q))
    option_mistake(p->options, "clumps", p->name, "attitude",
                   "(0, 0, 0, 0) is no rotation: give a quaternion that is not zero");
}

/* In two dimensions a clump turns about z alone; false with a mistake. */
static bool check_turning(Population *p, Vec3 spin, Quat q)
{
  static const char about[] =
    "does not turn about z: in two dimensions (run: dimension: 2) allowed: x = y = 0";
  const bool spins = spin.x == 0 && spin.y == 0, looks = q.x == 0 && q.y == 0;

  if (p->templates->dimension != 2) return true;
  if (!spins)
    option_mistake(p->options, "clumps", p->name, "spin", "(%g, %g, %g) %s", spin.x, spin.y, spin.z,
                   about);
  if (!looks) option_mistake(p->options, "clumps", p->name, "attitude", "%s", about);
  return spins && looks;
}

static void check_blocked(Population *p, uint64_t *blocked)
{
  const char *letters = option_word(p->options, "clumps", p->name, "blocked");

  if (!blocked_parse(letters, p->templates->dimension, blocked))
    option_mistake(p->options, "clumps", p->name, "blocked", "'%.40s' " BLOCKED_LETTERS ", or be -",
                   letters);
}

/* Index of its one template; -1 with a mistake if there are none or several. */
static int check_template(Population *p)
{
  int                n;
  const char *const *names = option_words(p->options, "clumps", p->name, "template", &n);

  if (n == 1) return templates_find(p->templates, names[0]);
  if (n > 1)
    option_mistake(p->options, "clumps", p->name, "template",
                   "%d templates for one clump: give one", n);
  else if (!option_is_set(p->options, "clumps", p->name, "template"))
    option_mistake(p->options, "clumps", p->name, "template",
                   "missing: a clump at a position needs one");
  return -1;
}

/* Position of the centre of mass, with the attitude q of the template's axes as given; false if a
   mistake was reported, now or before. */
static bool find_place(Population *p, int template, double scale, Quat q, Vec3 *x)
{
  const bool by_centre = option_is_set(p->options, "clumps", p->name, "position");
  const bool by_origin = option_is_set(p->options, "clumps", p->name, "origin");

  if (by_centre && by_origin)
    option_mistake(p->options, "clumps", p->name, "origin",
                   "is one too many, as there is position");
  *x = option_vec3(p->options, "clumps", p->name, by_centre ? "position" : "origin");
  if (!by_centre)
    *x = vec3_add(*x, quat_turn(q, vec3_scale(scale, p->templates->list[template].mass.centre)));
  return by_centre != by_origin &&
         option_has_value(p->options, "clumps", p->name, by_centre ? "position" : "origin");
}

PetscErrorCode population_read_single(Population *p)
{
  const Options *o     = p->options;
  const bool     given = option_has_value(o, "clumps", p->name, "id");
  const Id       id    = given ? option_int(o, "clumps", p->name, "id") : 0;
  const int template   = check_template(p);
  const double scale = real_of(p, "scale", 1), density = real_of(p, "density", 0);
  const char  *refuse;
  Start        start = {.v = option_vec3(o, "clumps", p->name, "velocity"),
                        .w = option_vec3(o, "clumps", p->name, "spin")};
  PetscInt     row;
  Vec3         x;
  Quat         q;

  PetscFunctionBeginUser;
  check_quaternion(p, &q);
  check_blocked(p, &start.blocked);
  if (id == INT64_MAX)
    option_mistake(p->options, "clumps", p->name, "id",
                   "%" PRId64 " cannot be used as an id: give any other", id);
  if (!check_turning(p, start.w, q) || template <0 || id == INT64_MAX)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!find_place(p, template, scale, q, &x)) PetscFunctionReturn(PETSC_SUCCESS);
  refuse = density > 0 ? density_refused(&p->templates->list[template]) : NULL;
  if (refuse) {
    option_mistake(p->options, "clumps", p->name, "density", "%s", refuse);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!given) p->objects[p->object].n_free = 1;
  PetscCall(population_warn_inertia(
    p, population_keeps_inertia(p, template, scale, density) ? template : -1));
  if (p->par->rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(population_add(p, (Origin){.object = p->object}, id, template, scale, density, &row));
  q = quat_normalized(quat_mul(q, p->templates->list[template].mass.axes));
  population_place(p->clumps, row, x, q, start);
  p->clumps->group[row] = p->objects[p->object].groups;
  PetscFunctionReturn(PETSC_SUCCESS);
}
