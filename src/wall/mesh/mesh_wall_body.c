/* SPDX-License-Identifier: MIT */
/* A mesh as the surface of a body; its ridges: lines and points in which a mesh sticks out, which
   are straight runs of edges and the corners where they end. Flat edges are no ridges, nor are
   edges of a solid that are valleys seen from outside. */
#include "base/forest.h"
#include "wall/mesh/mesh_wall.h"

/* ---- ridges ---- */

/* Largest rise of an edge that counts as flat, as for mesh_patches_stand_out, and tolerance of
   directions: above the rounding to single precision. */
static const double flat = 1e-6;

/* A ridge from vertex v[0] to v[1]; a point if they are the same. */
typedef struct {
  int v[2];
  int face; /* a face beside it */
} MeshRidge;

typedef struct {
  const MeshPatches *p;
  bool               solid;
  int               *start, *edge; /* edges that stand out at each vertex */
  bool              *done;         /* [n_edges] */
  int                n;
  PetscInt           capacity;
  MeshRidge         *list;
} Find;

/* True if an edge is no flat one, nor a valley of a solid. */
static bool stands_out(const Find *f, const MeshEdge *e)
{
  const double rise = e->n == 2 ? mesh_patches_rise(f->p, e) : 0;

  if (f->solid) return rise < -flat;
  return e->n != 2 || fabs(rise) > flat;
}

static void ridge_add(Find *f, int a, int b, int edge)
{
  array_reserve(&f->list, sizeof *f->list, f->n + 1, &f->capacity);
  f->list[f->n++] = (MeshRidge){{a, b}, f->p->edge_face[f->p->edge[edge].first]};
}

static int other_end(const MeshEdge *e, int v)
{
  return e->low == v ? e->high : e->low;
}

/* Unit vector along an edge from one of its vertices. */
static Vec3 direction(const Find *f, const MeshEdge *e, int from)
{
  Vec3 d = vec3_sub(f->p->mesh->vertex[other_end(e, from)], f->p->mesh->vertex[from]);

  vec3_normalize(&d);
  return d;
}

/* True if two edges go straight through the vertex, and no others are there. */
static bool is_passed(const Find *f, int v)
{
  const int *e = f->edge + f->start[v];

  if (f->start[v + 1] - f->start[v] != 2) return false;
  return vec3_norm(
           vec3_add(direction(f, &f->p->edge[e[0]], v), direction(f, &f->p->edge[e[1]], v))) < flat;
}

/* Add the ridge from vertex v along an edge, as far as it is straight. */
static void follow(Find *f, int v, int edge)
{
  int at = v, k = edge;

  if (f->done[edge]) return;
  for (;;) {
    const int *e;

    f->done[k] = true;
    at         = other_end(&f->p->edge[k], at);
    if (!is_passed(f, at)) break;
    e = f->edge + f->start[at];
    k = e[0] == k ? e[1] : e[0];
  }
  ridge_add(f, v, at, edge);
}

/* List the edges that stand out at each vertex. */
static void list_edges(Find *f)
{
  const int n = f->p->mesh->n_vertices, n_ends = 2 * f->p->n_edges;
  int      *vertex; /* of each end; n: of edges that do not stand out */

  array_create(&vertex, sizeof *vertex, n_ends);
  array_create(&f->start, sizeof *f->start, n + 2);
  array_create(&f->edge, sizeof *f->edge, n_ends);
  array_create(&f->done, sizeof *f->done, f->p->n_edges);
  for (int i = 0; i < n_ends; i++) {
    const MeshEdge *e = &f->p->edge[i / 2];

    vertex[i] = !stands_out(f, e) ? n : i % 2 ? e->high : e->low;
  }
  sort_bins(n_ends, vertex, n + 1, f->start, f->edge);
  for (int i = 0; i < n_ends; i++) f->edge[i] /= 2;
  array_free(&vertex);
}

/* Find the ridges. planar: for a mesh of mesh_flat_raise, the corners of its lines, by their
   vertices below z = 0. Returns their number; *list is owned by the
   caller (array_free). Local; cost O(n log n). */
static int mesh_ridges_find(const MeshPatches *p, bool solid, bool planar, MeshRidge **list)
{
  Find f = {.p = p, .solid = solid};

  if (planar) { /* the edges along z are corners */
    for (int k = 0; k < p->n_edges; k++) {
      const MeshEdge *e = &p->edge[k];
      const Vec3      a = p->mesh->vertex[e->low], b = p->mesh->vertex[e->high];
      const int       v = a.z < 0 ? e->low : e->high;

      if (a.x == b.x && a.y == b.y && stands_out(&f, e)) ridge_add(&f, v, v, k);
    }
  } else {
    list_edges(&f);
    for (int v = 0; v < p->mesh->n_vertices; v++) {
      const int from = f.start[v], to = f.start[v + 1];

      if (from == to || is_passed(&f, v)) continue;
      ridge_add(&f, v, v, f.edge[from]);
      for (int k = from; k < to; k++) follow(&f, v, f.edge[k]);
    }
  }
  array_free(&f.start);
  array_free(&f.edge);
  array_free(&f.done);
  *list = f.list;
  return f.n;
}

/* ---- the body ---- */

static bool mesh_body_mass(const void *constants, double density, MassProperties *mass, char *why)
{
  const MeshWall *w = constants;

  return w->planar ? mesh_flat_mass(&w->mesh, density, mass, why)
                   : mesh_mass(&w->mesh, density, mass, why);
}

static int mesh_body_corners(const void *constants, double radius, Vec3 **list)
{
  const MeshWall *w = constants;

  return mesh_corner_balls(&w->mesh, w->planar, radius, list, NULL);
}

/* Edges of a mesh in space: the ridges between two balls. of: ball of each vertex, or -1. Returns
   their number. */
static int space_edges(const MeshWall *w, const int *of, int32_t (**list)[2])
{
  MeshRidge *ridge;
  const int  n_ridges = mesh_ridges_find(&w->places.patches, true, false, &ridge);
  int        n        = 0;

  array_create(list, sizeof **list, n_ridges);
  for (int k = 0; k < n_ridges; k++) {
    const int *v = ridge[k].v;

    if (v[0] == v[1] || of[v[0]] < 0 || of[v[1]] < 0) continue;
    (*list)[n][0]   = of[v[0]];
    (*list)[n++][1] = of[v[1]];
  }
  array_free(&ridge);
  return n;
}

/* Edges of lines in two dimensions: from each ball straight on to the next one. Returns their
   number. */
static int plane_edges(const MeshWall *w, const int *of, int32_t (**list)[2])
{
  const Mesh *m = &w->mesh;
  int        *next, n = 0;

  array_create(&next, sizeof *next, m->n_vertices);
  array_create(list, sizeof **list, m->n_vertices);
  for (int f = 0; f < m->n_faces; f++) {
    const int *v = m->face[f].v;

    if (m->vertex[v[0]].z < 0 && m->vertex[v[1]].z < 0) next[v[0]] = v[1];
  }
  for (int v = 0; v < m->n_vertices; v++) {
    int to = v;

    if (of[v] < 0) continue;
    do to = next[to];
    while (of[to] < 0);
    (*list)[n][0]   = of[v];
    (*list)[n++][1] = of[to];
  }
  array_free(&next);
  return n;
}

/* The ball of each vertex, or -1; owned by the caller (array_free). */
static int *balls_of(const MeshWall *w)
{
  Vec3 *ball;
  int  *of;

  array_create(&of, sizeof *of, w->mesh.n_vertices);
  mesh_corner_balls(&w->mesh, w->planar, 1, &ball, of);
  array_free(&ball);
  return of;
}

static int mesh_body_edges(const void *constants, int32_t (**list)[2])
{
  const MeshWall *w  = constants;
  int            *of = balls_of(w);
  const int       n  = w->planar ? plane_edges(w, of, list) : space_edges(w, of, list);

  array_free(&of);
  return n;
}

void mesh_wall_ridges(const void *constants, Ridges *ridges)
{
  const MeshWall *w = constants;
  MeshRidge      *list;
  const int       n = mesh_ridges_find(&w->places.patches, w->side != SIDE_BOTH, w->planar, &list);

  for (int k = 0; k < n; k++) {
    const int origin = w->places.patches.origin[list[k].face];
    Ridge     r      = {.a     = w->mesh.vertex[list[k].v[0]],
                        .b     = w->mesh.vertex[list[k].v[1]],
                        .facet = origin / (w->planar ? 2 : 1)};

    if (w->planar) r.a.z = r.b.z = 0;
    ridges_add(ridges, r);
  }
  array_free(&list);
}

/* ---- flat parts ---- */

/* Number the flat parts by their first faces. of: [n_faces] the part of each face. Returns the
   number of parts. */
static int number_flats(const MeshPatches *p, int *of)
{
  const int n    = p->mesh->n_faces;
  int       last = 0;

  for (int f = 0; f < n; f++) of[f] = f;
  for (int k = 0; k < p->n_edges; k++) {
    const int *face = p->edge_face + p->edge[k].first;

    if (p->edge[k].n != 2 || fabs(mesh_patches_rise(p, &p->edge[k])) > flat) continue;
    forest_join(of, face[0], face[1]);
  }
  for (int f = 0; f < n; f++) of[f] = forest_root(of, f);
  for (int f = 0; f < n; f++) of[f] = of[f] == f ? last++ : of[of[f]];
  return last;
}

/* The side of a face between two vertices. */
static int side_between(const Mesh *mesh, int f, int a, int b)
{
  const int *v = mesh->face[f].v;

  for (int i = 0; i < 3; i++)
    if ((v[i] == a && v[(i + 1) % 3] == b) || (v[i] == b && v[(i + 1) % 3] == a)) return i;
  return 0;
}

/* Find the parts beyond the sides. at: [n_faces] where each face is in the list; of: its part. */
static void join_flats(const MeshPatches *p, const int *at, const int *of, Flats *flats)
{
  for (int f = 0; f < p->mesh->n_faces; f++)
    for (int i = 0; i < 3; i++) flats->beyond[f][i] = -1;
  for (int k = 0; k < p->n_edges; k++) {
    const int *face = p->edge_face + p->edge[k].first;

    for (int i = 0; i < 2 && p->edge[k].n == 2; i++) {
      const int side = side_between(p->mesh, face[i], p->edge[k].low, p->edge[k].high);

      flats->beyond[at[face[i]]][side] = of[face[!i]];
    }
  }
}

static Flats mesh_body_flats(const void *constants)
{
  const MeshWall *w     = constants;
  const int       n     = w->mesh.n_faces;
  Flats           flats = {.n = 0};
  int            *of, *at, *order;

  if (w->planar) return flats;
  array_create(&of, sizeof *of, n);
  array_create(&at, sizeof *at, n);
  array_create(&flats.beyond, sizeof *flats.beyond, n);
  array_create(&order, sizeof *order, n);
  array_create(&flats.start, sizeof *flats.start, n + 1);
  array_create(&flats.corner, sizeof *flats.corner, n);
  flats.n = number_flats(&w->places.patches, of);
  sort_bins(n, of, flats.n, flats.start, order);
  for (int i = 0; i < n; i++) {
    at[order[i]] = i;
    for (int k = 0; k < 3; k++) flats.corner[i][k] = mesh_corner(&w->mesh, order[i], k);
  }
  join_flats(&w->places.patches, at, of, &flats);
  array_free(&at);
  array_free(&of);
  array_free(&order);
  return flats;
}

static double mesh_body_carry(void *constants, Vec3 centre, Quat axes, Vec3 *box)
{
  MeshWall *w   = constants;
  double    far = 0;

  *box = vec3(0, 0, 0);
  for (int i = 0; i < w->mesh.n_vertices; i++) {
    const Vec3 x = quat_turn_back(axes, vec3_sub(w->mesh.vertex[i], centre));
    const Vec3 y = {x.x, x.y, w->planar ? 0 : x.z};

    w->mesh.vertex[i] = x;
    far               = max_real(far, vec3_norm(y));
    *box              = vec3_most(*box, vec3(fabs(y.x), fabs(y.y), fabs(y.z)));
  }
  return far;
}

static bool mesh_body_face(const void *constants, int f, Vec3 corner[3])
{
  const MeshWall *w = constants;

  if (f >= w->mesh.n_faces) return false;
  for (int k = 0; k < 3; k++) {
    Vec3 x = mesh_corner(&w->mesh, f, k);

    if (w->planar) x.z = 0;
    corner[k] = displaced_point(&w->moved, x);
  }
  return true;
}

/* ---- without its round edges ---- */

/* Move each vertex to the centre of the ball in its corner, or, without a ball, inwards by the
   radius. of: the ball of each vertex, or -1. */
static void move_inside(const MeshWall *w, const int *of, const Vec3 *corner, double radius,
                        Mesh *inner)
{
  for (int v = 0; v < inner->n_vertices; v++) {
    const Vec3 x = w->mesh.vertex[v];
    Vec3       n = w->places.patches.vertex_normal[v];

    vec3_normalize(&n);
    inner->vertex[v] = of[v] >= 0 ? corner[of[v]] : vec3_axpy(x, -radius, n);
    if (w->planar) inner->vertex[v].z = x.z;
  }
}

/* Give vertices above z = 0, in two dimensions, the balls of those below. */
static void pair_vertices(const MeshWall *w, int *of)
{
  const MeshPatches *p = &w->places.patches;
  const Vec3        *x = w->mesh.vertex;

  for (int k = 0; w->planar && k < p->n_edges; k++) {
    const int a = p->edge[k].low, b = p->edge[k].high;

    if (x[a].x != x[b].x || x[a].y != x[b].y) continue;
    if (of[a] < 0) of[a] = of[b];
    else of[b] = of[a];
  }
}

/* True if no face has been turned over or lost its area. */
static bool is_sound(const MeshWall *w, const Mesh *inner)
{
  for (int f = 0; f < inner->n_faces; f++) {
    const Vec3 n = mesh_face_normal(inner, f), was = w->places.patches.normal[f];

    if (!(vec3_dot(n, was) > 0.5 * vec3_norm(n))) return false;
  }
  return mesh_flat_face(inner) < 0;
}

static void *mesh_body_inner(const void *constants, const Vec3 *corner, double radius)
{
  const MeshWall *w    = constants;
  const PatchRule rule = {.corner = w->corner, .fillet = w->fillet, .solid = true};
  MeshWall       *in;
  int            *of = balls_of(w);

  pair_vertices(w, of);
  array_create(&in, sizeof *in, 1);
  *in = (MeshWall){.side   = SIDE_OUTSIDE,
                   .corner = w->corner,
                   .fillet = w->fillet,
                   .planar = w->planar,
                   .period = w->period,
                   .moved  = w->moved};
  mesh_create(w->mesh.n_vertices, w->mesh.n_faces, &in->mesh);
  memcpy(in->mesh.face, w->mesh.face, (size_t)w->mesh.n_faces * sizeof *in->mesh.face);
  move_inside(w, of, corner, radius, &in->mesh);
  array_free(&of);
  if (is_sound(w, &in->mesh)) {
    mesh_places_create(&in->mesh, &rule, false, w->planar, 0, &in->places);
    return in;
  }
  mesh_free(&in->mesh);
  array_free(&in);
  return NULL;
}

const Carriage mesh_carriage = {.mass    = mesh_body_mass,
                                .corners = mesh_body_corners,
                                .edges   = mesh_body_edges,
                                .inner   = mesh_body_inner,
                                .flats   = mesh_body_flats,
                                .carry   = mesh_body_carry,
                                .face    = mesh_body_face};
