/* SPDX-License-Identifier: MIT */
/* One clump, or the nodes of deformable bodies, from the keys of an object. */
#include "options/attitude.h"
#include "shape/mesh/skin.h"
#include "supply/population/population_internal.h"
#include "supply/population/template_read.h"

/* ---- one clump: equivalent to a file with one row ---- */

/* In two dimensions a clump turns about z alone; false with a mistake. */
static bool check_spin(Population *p, Vec3 spin)
{
  if (p->templates->dimension != 2 || (spin.x == 0 && spin.y == 0)) return true;
  CLUMPS_MISTAKE(p, "spin",
                 "(%g, %g, %g) does not turn about z: in two dimensions (run: dimension: 2) "
                 "allowed: x = y = 0",
                 spin.x, spin.y, spin.z);
  return false;
}

/* Read the blocked degrees of freedom; other letters are noted. */
static void check_blocked(Population *p, uint64_t *blocked)
{
  const char *letters = option_word(p->options, "clumps", p->name, "blocked");

  if (!blocked_parse(letters, p->templates->dimension, blocked))
    CLUMPS_MISTAKE(p, "blocked", "'%.40s' " BLOCKED_LETTERS ", or be -", letters);
}

/* Index of its one template; -1 with a mistake if there are none or several: `of` and `needy` say
   for what. */
static int one_template(Population *p, const char *of, const char *needy)
{
  int                n;
  const char *const *names = option_words(p->options, "clumps", p->name, "template", &n);

  if (n == 1) return templates_find(p->templates, names[0]);
  if (n > 1) CLUMPS_MISTAKE(p, "template", "%d templates for %s: give one", n, of);
  else if (!option_is_set(p->options, "clumps", p->name, "template"))
    CLUMPS_MISTAKE(p, "template", "missing: %s needs one", needy);
  return -1;
}

/* Position of the centre of mass, with the attitude q of the template's axes as given; false if a
   mistake was reported, now or before. */
static bool find_place(Population *p, int template, double scale, Quat q, Vec3 *x)
{
  const bool by_centre = option_is_set(p->options, "clumps", p->name, "position");
  const bool by_origin = option_is_set(p->options, "clumps", p->name, "origin");

  if (by_centre && by_origin) CLUMPS_MISTAKE(p, "origin", "is one too many, as there is position");
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
  const int template   = one_template(p, "one clump", "a clump at a position");
  const double scale   = option_real_or(o, "clumps", p->name, "scale", 1),
               density = option_real_or(o, "clumps", p->name, "density", 0);
  const char *refuse;
  Start       start = {.v = option_vec3(o, "clumps", p->name, "velocity"),
                       .w = option_vec3(o, "clumps", p->name, "spin")};
  PetscInt    row;
  Vec3        x;
  Quat        q;
  bool        turned;

  PetscFunctionBeginUser;
  turned = option_attitude(p->options, "clumps", p->name, ATTITUDE_KEYS("attitude"), ATTITUDE_EXACT,
                           &q); /* of the template's axes as given */
  check_blocked(p, &start.blocked);
  if (id == INT64_MAX)
    CLUMPS_MISTAKE(p, "id", "%" PRId64 " cannot be used as an id: give any other", id);
  if (!check_spin(p, start.w) || !turned || template <0 || id == INT64_MAX)
    PetscFunctionReturn(PETSC_SUCCESS);
  if (!find_place(p, template, scale, q, &x)) PetscFunctionReturn(PETSC_SUCCESS);
  refuse = density > 0 ? density_refused(&p->templates->list[template]) : NULL;
  if (refuse) {
    CLUMPS_MISTAKE(p, "density", "%s", refuse);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!given) p->objects[p->object].n_free = 1;
  if (p->par->rank > 0) PetscFunctionReturn(PETSC_SUCCESS);
  row = population_add(p, (Origin){.object = p->object}, id, template, scale, density);
  q   = quat_normalized(quat_mul(q, p->templates->list[template].mass.axes));
  population_place(p->clumps, row, x, q, start);
  p->clumps->group[row] = p->objects[p->object].groups;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- nodes of deformable bodies, one clump each ---- */

/* False, with a mistake, if the ids of the nodes exceed the largest integer. */
static bool check_ids(Population *p, const Mesh *mesh)
{
  const int64_t first = skin_id(p->options, p->name, mesh, 0, 0);
  int           bodies;

  (void)skin_centres(p->options, p->name, p->templates->dimension == 2 ? 2 : 3, &bodies);
  if (first <= 0 || first <= INT64_MAX - (int64_t)bodies * mesh->n_vertices) return true;
  CLUMPS_MISTAKE(p, "id", "%" PRId64 " leaves no ids for the %" PRId64 " nodes: give a smaller one",
                 first, (int64_t)bodies * mesh->n_vertices);
  return false;
}

static void add_nodes(Population *p, const Mesh *mesh, int template, Start start)
{
  const int     dimension = p->templates->dimension == 2 ? 2 : 3;
  int           bodies;
  const double *centres = skin_centres(p->options, p->name, dimension, &bodies);

  for (int64_t k = p->par->rank; k < (int64_t)bodies * mesh->n_vertices; k += p->par->size) {
    const int      body = (int)(k / mesh->n_vertices), vertex = (int)(k % mesh->n_vertices);
    const double  *at = centres + (size_t)body * (size_t)dimension;
    const Vec3     x  = {at[0], at[1], dimension == 2 ? 0 : at[2]};
    const PetscInt row =
      population_add(p, (Origin){.object = p->object, .row = k},
                     skin_id(p->options, p->name, mesh, body, vertex), template, 1, 0);

    population_place(p->clumps, row, vec3_add(mesh->vertex[vertex], x),
                     p->templates->list[template].mass.axes, start);
    p->clumps->group[row] = p->objects[p->object].groups;
  }
}

PetscErrorCode population_read_skin(Population *p)
{
  const int template = one_template(p, "the nodes of a skin", "a skin");
  Start start        = {.v = option_vec3(p->options, "clumps", p->name, "velocity")};
  Mesh  mesh;
  bool  good;

  PetscFunctionBeginUser;
  check_blocked(p, &start.blocked);
  if (!option_has_value(p->options, "clumps", p->name, "skin") || template <0)
    PetscFunctionReturn(PETSC_SUCCESS);
  skin_make(p->options, p->name, p->templates->dimension, &mesh, &p->objects[p->object].findings);
  if (p->par->rank > 0)
    p->objects[p->object].findings.n = 0; /* all ranks have found the same: report it once */
  PetscCall(population_report(p, "skin", &good));
  if (good && check_ids(p, &mesh)) add_nodes(p, &mesh, template, start);
  mesh_free(&mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}
