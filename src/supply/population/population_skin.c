/* SPDX-License-Identifier: MIT */
/* Nodes of deformable bodies, one clump each. */
#include "shape/mesh/skin.h"
#include "supply/population/population_internal.h"

/* Index of its one template of one pebble; -1 with a mistake. */
static int find_template(Population *p)
{
  int                n;
  const char *const *names = option_words(p->options, "clumps", p->name, "template", &n);
  const int          k     = n == 1 ? templates_find(p->templates, names[0]) : -1;

  if (n != 1 && !option_is_wrong(p->options, "clumps", p->name, "template"))
    option_mistake(p->options, "clumps", p->name, "template",
                   "%d templates for the nodes of a skin: give one", n);
  return k;
}

/* Position of a vertex of the body with this centre, m. */
static Vec3 place_of(const double *centre, int dimension, Vec3 vertex)
{
  return vec3_add(vertex, (Vec3){centre[0], centre[1], dimension == 2 ? 0 : centre[2]});
}

/* False, with a mistake, if the ids of the nodes exceed the largest integer. */
static bool check_ids(Population *p, const Mesh *mesh)
{
  const int64_t first = skin_id(p->options, p->name, mesh, 0, 0);
  int           bodies;

  (void)skin_centres(p->options, p->name, p->templates->dimension == 2 ? 2 : 3, &bodies);
  if (first <= 0 || first <= INT64_MAX - (int64_t)bodies * mesh->n_vertices) return true;
  option_mistake(p->options, "clumps", p->name, "id",
                 "%" PRId64 " leaves no ids for the %" PRId64 " nodes: give a smaller one", first,
                 (int64_t)bodies * mesh->n_vertices);
  return false;
}

static PetscErrorCode add_nodes(Population *p, const Mesh *mesh, int template, Start start)
{
  const int     dimension = p->templates->dimension == 2 ? 2 : 3;
  int           bodies;
  const double *centres = skin_centres(p->options, p->name, dimension, &bodies);

  PetscFunctionBeginUser;
  for (int64_t k = p->par->rank; k < (int64_t)bodies * mesh->n_vertices; k += p->par->size) {
    const int body = (int)(k / mesh->n_vertices), vertex = (int)(k % mesh->n_vertices);
    PetscInt  row;

    PetscCall(population_add(p, (Origin){.object = p->object, .row = k},
                             skin_id(p->options, p->name, mesh, body, vertex), template, 1, 0,
                             &row));
    population_place(
      p->clumps, row,
      place_of(centres + (size_t)body * (size_t)dimension, dimension, mesh->vertex[vertex]),
      p->templates->list[template].mass.axes, start);
    p->clumps->group[row] = p->objects[p->object].groups;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode population_read_skin(Population *p)
{
  const int template  = find_template(p);
  const char *letters = option_word(p->options, "clumps", p->name, "blocked");
  Start       start   = {.v = option_vec3(p->options, "clumps", p->name, "velocity")};
  Mesh        mesh;
  bool        good;

  PetscFunctionBeginUser;
  if (!blocked_parse(letters, p->templates->dimension, &start.blocked))
    option_mistake(p->options, "clumps", p->name, "blocked", "'%.40s' " BLOCKED_LETTERS ", or be -",
                   letters);
  if (!option_has_value(p->options, "clumps", p->name, "skin") || template <0)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(skin_make(p->options, p->name, p->templates->dimension, &mesh,
                      &p->objects[p->object].findings));
  if (p->par->rank > 0)
    p->objects[p->object].findings.n = 0; /* all ranks have found the same: report it once */
  PetscCall(population_report(p, "skin", &good));
  if (good && check_ids(p, &mesh)) PetscCall(add_nodes(p, &mesh, template, start));
  mesh_free(&mesh);
  PetscFunctionReturn(PETSC_SUCCESS);
}
