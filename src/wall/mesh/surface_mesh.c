/* SPDX-License-Identifier: MIT */
/* Mesh: the patches of a triangle mesh (mesh_patches.h), in two dimensions of a line. Places are
   found in the axes of the mesh before it moves. Along periodic directions the mesh is repeated in
   every period. Large meshes are divided among ranks (mesh_parts.h). */
#include "base/bounds.h"
#include "base/box.h"
#include "options/rows.h"
#include "wall/mesh/mesh_parts.h"
#include "wall/mesh/mesh_wall.h"

/* Reach of the distances needed in each step, over the smallest radius of a pebble: its radius and
   a skin. */
#define NEAR 1.25

/* clang-format off */
static const StateItem mesh_state[] = {
  ITEM(REAL, KEY_IN("points", MeshWall, file.points), "m", 0, 0,
       "walls of shape mesh: x, y, z of the vertices, as in the file", .count = STATE_ANY),
  ITEM(INT64, KEY_IN("corners", MeshWall, file.corners), NULL, 0, INT32_MAX,
       "three vertices, from 0, of each face; of each segment of a line the second one twice",
       .count = STATE_ANY),
  ITEM(REAL, IN(MeshWall, fillet), "m", -1, LENGTH_MOST,
       "radius of the ball that decides which roundings are corners; < 0: not known yet"),
  {0},
};
/* clang-format on */

/* clang-format off */
static const Option mesh_options[] = {
  WORD(KEY("side"), OPTIONAL, "front inside outside both",
      "side of a closed mesh on which clumps are: outside or front, if its normals point outwards; "
      "inside, if it is turned; both (default): a sheet without thickness"),
  INPUT_FILE(KEY("file"),       REQUIRED,
      "mesh: STL, text or binary, or OBJ (name ending with .obj); in two dimensions lines of an "
      "OBJ file"),
  REAL(KEY_IN("corner_angle", MeshWall, corner), "degrees", "40",     WITHIN(1, 179),
      "faces that turn by more at a concave edge have a contact each; by less they are facets of "
      "one smooth surface, with one contact. 40: a cylinder of ten facets is smooth"),
  WORD(KEY_IN("kept_by", MeshWall, keeper), "auto", "auto node ranks",
      "node: the ranks of a node share one copy of the triangles; ranks: each rank stores its "
      "share, and knows those near its box; auto: ranks on several nodes, from 1e5 triangles on, "
      "else node. No result depends on it"),
  REAL(KEY("wear_coefficient"), "1",       "0",      UP_TO(COEFFICIENT_MOST),
      "k of Archard's law: each facet loses the volume k F_n |v_t| dt / hardness in a step; 0: "
      "wear is not found"),
  REAL(KEY("hardness"),         "Pa",      OPTIONAL, POSITIVE_UP_TO(MODULUS_MOST),
      "of the wall's surface, for wear_coefficient"),
  REAL_OR_WORD(IN(MeshWall, fillet), "m", "auto", "auto", UP_TO(LENGTH_MOST),
      "a concave rounding in which a ball of this radius does not fit is a corner; auto: the "
      "smallest radius of a pebble", OTHERWISE(-1)),
  {0},
};
/* clang-format on */

/* ---- keys ---- */

/* Read the side: front and outside need a closed mesh with normals outwards; inside one that is
   turned. A body is outside. */
static WallSide read_side(Options *options, const char *wall, bool *turned)
{
  const char *word = option_has_value(options, "wall", wall, "side")
                       ? option_word(options, "wall", wall, "side")
                       : "";

  *turned = strcmp(word, "inside") == 0;
  if (option_bool(options, "wall", wall, "free")) {
    if (*turned || strcmp(word, "both") == 0)
      option_mistake(options, "wall", wall, "side",
                     "%s, but a free mesh is a solid with clumps outside: leave side away", word);
    *turned = false;
    return SIDE_OUTSIDE;
  }
  return *turned || strcmp(word, "outside") == 0 || strcmp(word, "front") == 0 ? SIDE_OUTSIDE
                                                                               : SIDE_BOTH;
}

static void *mesh_wall_read(Options *options, const char *wall)
{
  MeshWall w = {.planar = options_dimension(options) == 2, .moved = {.turn = {1, 0, 0, 0}}};

  options_read_into(options, "wall", wall, mesh_options, &w);
  w.side = read_side(options, wall, &w.turned);
  if (!mesh_placing_read(options, "wall", wall, &w.placing) ||
      !option_has_value(options, "wall", wall, "file"))
    return NULL;
  return surface_keep(&w, sizeof w);
}

static void mesh_wall_release(void *constants)
{
  MeshWall *w = constants;

  mesh_wall_release_whole(w);
  mesh_parts_free(&w->parts);
}

/* ---- places ---- */

/* Find the box around the mesh where it is now, which is that of its own box, turned. */
static void find_box(MeshWall *w)
{
  const MeshBox all    = box_of_all(w);
  const Vec3    middle = vec3_scale(0.5, vec3_add(all.lo, all.hi)),
             half      = vec3_scale(0.5, vec3_sub(all.hi, all.lo));
  const Vec3 at        = displaced_point(&w->moved, middle),
             x         = displaced_vector(&w->moved, vec3(half.x, 0, 0)),
             y         = displaced_vector(&w->moved, vec3(0, half.y, 0)),
             z         = displaced_vector(&w->moved, vec3(0, 0, half.z));
  const Vec3 wide      = {fabs(x.x) + fabs(y.x) + fabs(z.x), fabs(x.y) + fabs(y.y) + fabs(z.y),
                          fabs(x.z) + fabs(y.z) + fabs(z.z)};

  w->lo = vec3_sub(at, wide);
  w->hi = vec3_add(at, wide);
}

static void mesh_wall_place(void *constants, const Displacement *d)
{
  MeshWall *w = constants;

  w->moved = *d;
  if (w->parts || w->places.whole.n_nodes > 0) find_box(w);
}

/* Keep one copy of all arrays for the ranks of a node; a rank alone on its node keeps what it
   has. */
static PetscErrorCode share(const Nodes *nodes, MeshWall *w)
{
  SharedArray of[MESH_ARRAYS_MOST + 2];
  int         n;

  PetscFunctionBeginUser;
  if (!nodes->is_head) mesh_file_free(&w->file);
  PetscCall(parallel_bcast(&nodes->mates, w, sizeof *w, 0)); /* lengths of arrays, hollow */
  w->places.patches.mesh = w->places.whole.mesh = &w->mesh;
  if (nodes->mates.size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  of[0] = (SharedArray){&w->file.points.list, 8 * (size_t)w->file.points.n};
  of[1] = (SharedArray){&w->file.corners.list, 8 * (size_t)w->file.corners.n};
  n     = 2 + mesh_places_arrays(&w->mesh, &w->places, of + 2);
  PetscCall(shared_arrays(&nodes->mates, n, of, &w->shared));
  PetscFunctionReturn(PETSC_SUCCESS);
}

_Static_assert((int)NEAREST_MOST <= (int)MESH_PLACES_MOST, "rows of one call");

static bool mesh_wall_is_hollow(const void *constants)
{
  return ((const MeshWall *)constants)->hollow;
}

static PetscErrorCode mesh_wall_prepare(const Nodes *nodes, void *constants, double smallest,
                                        Vec3 period)
{
  MeshWall       *w    = constants;
  const PatchRule rule = {.corner = w->corner,
                          .fillet = w->fillet < 0 ? smallest : w->fillet,
                          .solid  = w->side != SIDE_BOTH};

  PetscFunctionBeginUser;
  w->fillet = rule.fillet;
  w->near   = NEAR * smallest;
  w->period = period;
  if (nodes->is_head) {
    mesh_places_create(&w->mesh, &rule, w->turned, w->planar, w->near, &w->places);
    w->hollow = w->turned && !mesh_patches_stand_out(&w->places.patches);
  }
  PetscCall(share(nodes, w));
  mesh_places_remember(&w->places);
  find_box(w);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void mesh_wall_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  const MeshWall *w      = constants;
  Images          im     = images_of(w, lo, hi, reach);
  const Vec3      middle = vec3_scale(0.5, vec3_add(lo, hi)), side = vec3_sub(hi, lo);
  const double    round = 0.5 * (1 + 1e-12) * vec3_norm(side);
  const Vec3      half =
    is_turned(&w->moved) ? vec3(round, round, round) : vec3_scale(0.5 * (1 + 1e-12), side);
  const MeshPatches *p    = &places_here(w)->patches;
  bool               deep = false;
  uint8_t           *marks;

  if (!images_next(&im)) return;
  array_create(&marks, sizeof *marks, p->n);
  do {
    const Vec3 y = seen_from_mesh(w, middle, im.m);
    bool       one;

    if (!w->parts) {
      mesh_places_mark(&w->places, vec3_sub(y, half), vec3_add(y, half), reach, marks);
      continue;
    }
    mesh_parts_mark(w->parts, vec3_sub(y, half), vec3_add(y, half), reach, marks, &one);
    deep = deep || one;
  } while (images_next(&im));
  for (int k = 0; k < p->n; k++) {
    const int number = w->parts ? p->number[k] : k;

    if (deep && number > 0 && k == 0) features_add(out, 0);
    if (marks[k] || (deep && number == 0)) features_add(out, number);
  }
  if (deep && p->n == 0) features_add(out, 0);
  array_free(&marks);
}

/* The nearest place of all images. */
static MeshPlace place_of(const MeshWall *w, int feature, Vec3 x, double limit)
{
  Images    im    = images_of(w, x, x, limit);
  MeshPlace place = {INFINITY, {1, 0, 0}, -1};

  while (place.distance >= 0 && images_next(&im)) {
    const double    within = min_real(limit, place.distance);
    const Vec3      y      = seen_from_mesh(w, x, im.m);
    const MeshPlace one    = w->parts ? mesh_parts_find(w->parts, feature, y, within)
                                      : mesh_places_find(&w->places, feature, y, within);

    if (one.distance < place.distance) place = one;
  }
  return place;
}

/* The least lower bound of all images. */
static double bound_of(const MeshWall *w, int feature, Vec3 x, double limit)
{
  Images im    = images_of(w, x, x, limit);
  double least = INFINITY;

  while (images_next(&im)) {
    const Vec3 y = seen_from_mesh(w, x, im.m);

    least = min_real(least, w->parts ? mesh_parts_bound(w->parts, feature, y, limit)
                                     : mesh_places_bound(&w->places, feature, y, limit));
  }
  return least;
}

/* True if the mesh is whole here, and there is one image of it. */
static bool is_one(const MeshWall *w)
{
  return !w->parts && w->period.x == 0 && w->period.y == 0 && w->period.z == 0;
}

/* Points of rows from .. to-1 in the axes of a mesh of one image. */
static void points_seen(const MeshWall *w, const Nearest *t, int from, int to, Vec3 *y)
{
  for (int k = from; k < to; k++) y[k - from] = seen_from_mesh(w, nearest_point(t, k), (int[3]){0});
}

/* Find the places of rows from .. to-1, all of this wall. */
static void find_places(const MeshWall *w, const Nearest *t, int from, int to, MeshPlace *place)
{
  Vec3 y[NEAREST_MOST];

  if (!is_one(w)) {
    for (int k = from; k < to; k++)
      place[k - from] = place_of(w, t->feature[k], nearest_point(t, k), t->limit[k]);
    return;
  }
  points_seen(w, t, from, to, y);
  mesh_places_find_all(&w->places, to - from, t->feature + from, y, t->limit + from, place);
}

/* Find the lower bounds of these rows. */
static void find_bounds(const MeshWall *w, Nearest *t, int from, int to)
{
  Vec3 y[NEAREST_MOST];

  if (!is_one(w)) {
    for (int k = from; k < to; k++)
      t->distance[k] = bound_of(w, t->feature[k], nearest_point(t, k), t->limit[k]);
    return;
  }
  points_seen(w, t, from, to, y);
  mesh_places_bound_all(&w->places, to - from, t->feature + from, y, t->limit + from,
                        t->distance + from);
}

/* End of the rows from `from` on that are of one wall. */
static int end_of_wall(const Nearest *t, int from, int to)
{
  int end = from + 1;

  while (end < to && t->constants[end] == t->constants[from]) end++;
  return end;
}

static void mesh_wall_nearest(Nearest *t, int from, int to)
{
  MeshPlace place[NEAREST_MOST];

  for (int end; from < to; from = end) {
    const MeshWall *w = t->constants[from];

    end = end_of_wall(t, from, to);
    find_places(w, t, from, end, place);
    for (int k = from; k < end; k++) {
      const MeshPlace *p = &place[k - from];

      nearest_set(t, k, p->distance,
                  isinf(p->distance) ? p->normal : displaced_vector(&w->moved, p->normal));
      t->facet[k] = p->face < 0 ? 0 : places_here(w)->patches.origin[p->face] / (w->planar ? 2 : 1);
    }
  }
}

static void mesh_wall_bound(Nearest *t, int from, int to)
{
  for (int end; from < to; from = end) {
    end = end_of_wall(t, from, to);
    find_bounds(t->constants[from], t, from, end);
  }
}

/* Find the lowest point of a hollow; of a divided mesh, that of the box around it. */
static bool mesh_wall_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const MeshWall *w   = constants;
  const Vec3      u   = replaced_vector(&w->moved, up);
  double          low = INFINITY;

  for (int i = 0; w->parts && i < 8; i++) {
    const MeshBox all = box_of_all(w);
    const Vec3    x   = box_corner(all.hi, all.lo, i);

    if (vec3_dot(u, x) >= low) continue;
    low    = vec3_dot(u, x);
    *point = displaced_point(&w->moved, x);
  }
  for (int i = 0; i < w->mesh.n_vertices; i++) {
    const double height = vec3_dot(u, w->mesh.vertex[i]);

    if (height >= low) continue;
    low    = height;
    *point = displaced_point(&w->moved, w->mesh.vertex[i]);
  }
  *normal = up;
  return w->turned;
}

/* Append the segments, in two dimensions. Each has two faces, of which the first one has the lower
   ends of both its points (mesh_flat_raise). */
static void segments_add(const MeshWall *w, PetscInt first, Facets *facets)
{
  const Mesh    *m    = &w->mesh;
  const PetscInt from = facets->n;

  facets->n += m->n_faces / 2;
  array_reserve(&facets->list, sizeof *facets->list, facets->n, &facets->capacity);
  for (int f = 0; f < m->n_faces; f++) {
    const int origin = w->places.patches.origin[f];
    Facet    *facet  = &facets->list[from + origin / 2];

    if (origin % 2) continue;
    *facet = (Facet){.n = 0};
    for (int k = 0; k < 3; k++)
      if (m->vertex[m->face[f].v[k]].z < 0 && facet->n < 2)
        facet->v[facet->n++] = (int32_t)(first + m->face[f].v[k]);
  }
}

/* Append faces, or segments, in the order of the file. */
static void mesh_wall_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  const MeshWall *w      = constants;
  const Mesh     *m      = &w->mesh;
  const int64_t  *corner = w->file.corners.list;
  const PetscInt  first = facets->n_points, points = (PetscInt)(w->file.points.n / 3),
                 faces = (PetscInt)(w->file.corners.n / 3);

  (void)box;
  for (int i = 0; w->planar && i < m->n_vertices; i++)
    facets_point(facets, displaced_point(&w->moved, vec3(m->vertex[i].x, m->vertex[i].y, 0)));
  for (PetscInt i = 0; !w->planar && i < points; i++) {
    const double *x = (const double *)w->file.points.list + 3 * (size_t)i;

    facets_point(
      facets,
      displaced_point(&w->moved, w->parts ? mesh_placing_apply(&w->placing, vec3(x[0], x[1], x[2]))
                                          : m->vertex[i]));
  }
  if (w->planar) segments_add(w, first, facets);
  for (PetscInt f = 0; !w->planar && f < faces; f++) {
    int32_t v[3];

    for (int k = 0; k < 3; k++) v[k] = (int32_t)(first + corner[3 * (size_t)f + (size_t)k]);
    facets_add(facets, 3, v);
  }
}

static int mesh_wall_sheet(const void *constants)
{
  const MeshWall *w = constants;

  return w->side == SIDE_BOTH && !w->planar && !w->parts ? w->mesh.n_faces : 0;
}

/* Winding number, with the nearest images. */
static double mesh_wall_winding(const void *constants, Vec3 x)
{
  const MeshWall *w   = constants;
  Images          im  = {.begun = false};
  double          sum = 0;

  for (int k = 0; k < 3; k++) {
    im.to[k]   = vec3_axis(w->period, k) > 0;
    im.from[k] = -im.to[k];
  }
  while (images_next(&im)) sum += mesh_winding(&w->mesh, seen_from_mesh(w, x, im.m));
  return sum;
}

static bool mesh_wall_box(const void *constants, Vec3 *lo, Vec3 *hi)
{
  const MeshWall *w = constants;

  *lo = w->lo;
  *hi = w->hi;
  return true;
}

const Surface surface_mesh = {
  .head     = {.name    = "mesh",
               .text    = "triangle mesh; in two dimensions a line of segments",
               .options = {mesh_options, mesh_placing_options, mesh_body_options}},
  .read     = mesh_wall_read,
  .release  = mesh_wall_release,
  .state    = mesh_state,
  .load     = mesh_wall_load,
  .prepare  = mesh_wall_prepare,
  .place    = mesh_wall_place,
  .moved    = offsetof(MeshWall, moved),
  .geometry = {.seek        = mesh_wall_seek,
               .nearest     = mesh_wall_nearest,
               .bound       = mesh_wall_bound,
               .confines    = mesh_wall_confines,
               .facets      = mesh_wall_facets,
               .gives_facet = true,
               .box         = mesh_wall_box,
               .sheet       = mesh_wall_sheet,
               .winding     = mesh_wall_winding},
  .ridges   = &(const SurfaceRidges){.is_hollow = mesh_wall_is_hollow, .list = mesh_wall_ridges},
  .carriage = &mesh_carriage,
  .division = &mesh_division,
};
