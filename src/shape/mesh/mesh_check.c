/* SPDX-License-Identifier: MIT */
/* Checks of closed meshes. Edges are listed at their lower vertex, sorted by upper vertex and third
   corner, so that equal edges and equal faces are adjacent. */
#include "shape/mesh/mesh_check.h"

#include <stdio.h>

#include "shape/mesh/mesh_mass.h"

typedef struct {
  int high;  /* upper vertex */
  int face;  /* face that has the edge */
  int third; /* vertex of that face */
  int up;    /* 1: the face runs from the low to the high vertex */
} Side;

/* The first edge of one kind of fault. */
typedef struct {
  int low, high, face[3];
} EdgePlace;

typedef struct {
  const Mesh *mesh;
  size_t     *start; /* [n_vertices + 1] */
  Side       *side;  /* [3 n_faces] */
  int        *root;  /* [n_faces] parent in the union-find forest of parts */
  MeshReport *report;
  EdgePlace   open, crowded, turned, twin;
} Check;

static int compare_sides(const void *a, const void *b)
{
  const Side *p = a, *q = b;

  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  if (p->third != q->third) return p->third < q->third ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/* Number of a face in messages. */
static int number_of(const Mesh *mesh, int f)
{
  return 1 + (mesh->origin ? mesh->origin[f] : f);
}

static int root_of(int *root, int i)
{
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

static void join(int *root, int i, int j)
{
  const int a = root_of(root, i), b = root_of(root, j);

  root[a > b ? a : b] = a > b ? b : a;
}

static void sides_gather(Check *c)
{
  const Mesh *m = c->mesh;

  for (int pass = 0; pass < 2; pass++) {
    for (int f = 0; f < m->n_faces; f++) {
      for (int k = 0; k < 3; k++) {
        const int a = m->face[f].v[k], b = m->face[f].v[(k + 1) % 3], low = a < b ? a : b;

        if (pass == 0) c->start[low + 1]++;
        else
          c->side[c->start[low]++] = (Side){
            .high = a < b ? b : a, .face = f, .third = m->face[f].v[(k + 2) % 3], .up = a < b};
      }
    }
    /* before the second pass counts become starts; filling turns each start into that of the next
       vertex */
    for (int i = 0; pass == 0 && i < m->n_vertices; i++) c->start[i + 1] += c->start[i];
  }
  for (int i = m->n_vertices; i > 0; i--) c->start[i] = c->start[i - 1];
  c->start[0] = 0;
}

static void note(int *count, EdgePlace *place, int low, const Side *side, int n)
{
  if ((*count)++ > 0) return;
  *place =
    (EdgePlace){low, side[0].high, {side[0].face, side[n > 1].face, side[n > 2 ? 2 : 0].face}};
}

/* Check one edge with its n faces, and join these faces to one part. */
static void edge_look(Check *c, int low, const Side *side, int n)
{
  MeshReport *r = c->report;

  for (int k = 1; k < n; k++) join(c->root, side[0].face, side[k].face);
  if (n == 1) note(&r->n_open, &c->open, low, side, n);
  if (n > 2) note(&r->n_crowded, &c->crowded, low, side, n);
  if (n == 2 && side[0].up == side[1].up) note(&r->n_turned, &c->turned, low, side, n);
  /* each pair of twins has three common edges: count it at the edge of its two lowest vertices */
  for (int k = 1; k < n; k++) {
    if (side[k - 1].third == side[k].third && side[k].third > side[k].high)
      note(&r->n_twins, &c->twin, low, side + k - 1, 2);
  }
}

static void edges_look(Check *c)
{
  for (int low = 0; low < c->mesh->n_vertices; low++) {
    const size_t end = c->start[low + 1];

    qsort(c->side + c->start[low], end - c->start[low], sizeof *c->side, compare_sides);
    for (size_t first = c->start[low], next; first < end; first = next) {
      for (next = first; next < end && c->side[next].high == c->side[first].high; next++) continue;
      edge_look(c, low, c->side + first, (int)(next - first));
    }
  }
}

/* ---- parts ---- */

typedef struct {
  int    first, n; /* range of its faces in Parts.order */
  Vec3   lo, hi;
  double volume; /* signed, m^3 */
} Part;

typedef struct {
  const Mesh *mesh;
  int         n;
  Part       *part;
  int        *order; /* [n_faces] faces sorted by part */
} Parts;

static void part_widen(Part *part, Vec3 x)
{
  part->lo = vec3(min_real(part->lo.x, x.x), min_real(part->lo.y, x.y), min_real(part->lo.z, x.z));
  part->hi = vec3(max_real(part->hi.x, x.x), max_real(part->hi.y, x.y), max_real(part->hi.z, x.z));
}

/* Number the parts of root[] and list their faces. */
static PetscErrorCode parts_create(const Mesh *mesh, int *root, Parts *parts)
{
  int *number;

  PetscFunctionBeginUser;
  *parts = (Parts){.mesh = mesh};
  PetscCall(array_create(&number, sizeof *number, mesh->n_faces));
  for (int f = 0; f < mesh->n_faces; f++) {
    const int r = root_of(root, f);

    number[f] = r == f ? parts->n++ : number[r]; /* a root is the lowest face of its part */
  }
  PetscCall(array_create(&parts->part, sizeof *parts->part, parts->n + 1));
  PetscCall(array_create(&parts->order, sizeof *parts->order, mesh->n_faces));
  for (int f = 0; f < mesh->n_faces; f++) parts->part[number[f]].n++;
  for (int p = 0; p < parts->n; p++) {
    parts->part[p + 1].first = parts->part[p].first + parts->part[p].n;
    parts->part[p].n         = 0;
  }
  for (int f = 0; f < mesh->n_faces; f++) {
    Part *part = &parts->part[number[f]];

    parts->order[part->first + part->n++] = f;
  }
  array_free(&number);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void part_measure(const Parts *parts, Part *part)
{
  const Mesh *m   = parts->mesh;
  double      six = 0;

  part->lo = part->hi = mesh_corner(m, parts->order[part->first], 0);
  for (int k = 0; k < 3 * part->n; k++)
    part_widen(part, mesh_corner(m, parts->order[part->first + k / 3], k % 3));
  for (int k = 0; k < part->n; k++) {
    six += mesh_face_cone(m, parts->order[part->first + k],
                          vec3_scale(0.5, vec3_add(part->lo, part->hi)));
  }
  part->volume = six / 6;
}

/* Solid angle of a triangle seen from x, over 4 pi, positive from inside (van Oosterom & Strackee
   1983, IEEE Trans. Biomed. Eng. 30, 125). */
static double angle_of(const Mesh *m, int f, Vec3 x)
{
  const Vec3 a = vec3_sub(mesh_corner(m, f, 0), x), b = vec3_sub(mesh_corner(m, f, 1), x),
             c    = vec3_sub(mesh_corner(m, f, 2), x);
  const double la = vec3_norm(a), lb = vec3_norm(b), lc = vec3_norm(c);
  const double over = vec3_dot(a, vec3_cross(b, c));

  return atan2(over,
               la * lb * lc + vec3_dot(a, b) * lc + vec3_dot(b, c) * la + vec3_dot(c, a) * lb) /
         (2 * PETSC_PI);
}

static bool part_has_box_around(const Part *p, Vec3 x)
{
  return x.x >= p->lo.x && x.x <= p->hi.x && x.y >= p->lo.y && x.y <= p->hi.y && x.z >= p->lo.z &&
         x.z <= p->hi.z;
}

/* Winding number about x of all parts but `self`. */
static double winding_of(const Parts *parts, int self, Vec3 x)
{
  double winding = 0;

  for (int p = 0; p < parts->n; p++) {
    const Part *part = &parts->part[p];

    if (p == self || !part_has_box_around(part, x)) continue;
    for (int k = 0; k < part->n; k++)
      winding += angle_of(parts->mesh, parts->order[part->first + k], x);
  }
  return winding;
}

/* Winding number of the other parts about a vertex of part p: > 0 inside matter, else 0. A vertex
   on the surface of another part gives no integer, so up to TRIES vertices are tried. */
static int depth_of(const Parts *parts, int p)
{
  enum { TRIES = 8 };
  const Part *part = &parts->part[p];

  for (int k = 0; k < TRIES; k++) {
    const int    f = parts->order[part->first + (int)((int64_t)k * (part->n - 1) / (TRIES - 1))];
    const double winding = winding_of(parts, p, mesh_corner(parts->mesh, f, k % 3));

    if (fabs(winding - rint(winding)) < 0.01) return (int)rint(winding);
  }
  return part->volume < 0; /* undecided: trust the sign of its volume */
}

static void note_part(const Parts *parts, int p, Findings *findings, const char *what)
{
  const Part *part = &parts->part[p];
  const Vec3  x    = mesh_corner(parts->mesh, parts->order[part->first], 0);

  finding_add(findings, 0, "the part of %d faces with face %d at (%g, %g, %g), volume %.6g, %s",
              part->n, number_of(parts->mesh, parts->order[part->first]), x.x, x.y, x.z,
              part->volume, what);
}

static void parts_look(const Parts *parts, MeshReport *report, Findings *findings)
{
  int64_t before = findings->n;

  for (int p = 0; p < parts->n; p++) {
    const Part  *part  = &parts->part[p];
    const double box   = vec3_norm(vec3_sub(part->hi, part->lo));
    const int    depth = parts->n > 1 ? depth_of(parts, p) : 0;

    report->volume += part->volume;
    report->n_cavities += part->volume < 0;
    if (fabs(part->volume) <= 1e-14 * box * box * box)
      note_part(parts, p, findings, "encloses nothing: remove it");
    else if (part->volume < 0 && depth <= 0) {
      note_part(parts, p, findings, "has its normals inwards: flip them");
    } else if (part->volume > 0 && depth > 0) {
      note_part(parts, p, findings,
                "lies inside another: flip its normals if it is a cavity, else remove it");
    }
  }
  if (findings->n > before) report->volume = 0;
}

/* ---- findings ---- */

static void say(const Check *c, int count, const EdgePlace *e, Findings *findings, const char *what,
                const char *todo)
{
  const Vec3 a = c->mesh->vertex[e->low], b = c->mesh->vertex[e->high];
  char       faces[64];
  const bool third = e->face[2] != e->face[0], second = e->face[1] != e->face[0];
  int        number[3];

  if (count == 0) return;
  for (int k = 0; k < 3; k++) number[k] = number_of(c->mesh, e->face[k]);
  snprintf(faces, sizeof faces,
           third    ? "%d, %d, %d"
           : second ? "%d, %d"
                    : "%d",
           number[0], number[1], number[2]);
  finding_add(findings, 0, "%d %s; the first from (%g, %g, %g) to (%g, %g, %g), face%s %s: %s",
              count, what, a.x, a.y, a.z, b.x, b.y, b.z, second ? "s" : "", faces, todo);
}

static void say_edges(const Check *c, Findings *findings)
{
  const MeshReport *r = c->report;

  say(c, r->n_twins, &c->twin, findings,
      r->n_twins == 1 ? "face occurs twice" : "faces occur twice", "remove one of each");
  say(c, r->n_open, &c->open, findings, r->n_open == 1 ? "open edge" : "open edges",
      "close the hole, or merge corners further apart");
  say(c, r->n_crowded, &c->crowded, findings,
      r->n_crowded == 1 ? "edge of more than two faces" : "edges of more than two faces",
      "leave two at each");
  say(c, r->n_turned, &c->turned, findings,
      r->n_turned == 1 ? "edge between faces of opposite direction"
                       : "edges between faces of opposite direction",
      "flip faces until all normals point outwards");
}

PetscErrorCode mesh_check(const Mesh *mesh, MeshReport *report, Findings *findings)
{
  const int64_t before = findings->n;
  Check         c      = {.mesh = mesh, .report = report};
  Parts         parts;

  PetscFunctionBeginUser;
  *report = (MeshReport){.n_open = 0};
  if (mesh->n_faces == 0) {
    finding_add(findings, 0, "a mesh without faces");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(array_create(&c.start, sizeof *c.start, mesh->n_vertices + 1));
  PetscCall(array_create(&c.side, sizeof *c.side, 3 * mesh->n_faces));
  PetscCall(array_create(&c.root, sizeof *c.root, mesh->n_faces));
  for (int f = 0; f < mesh->n_faces; f++) c.root[f] = f;
  sides_gather(&c);
  edges_look(&c);
  say_edges(&c, findings);
  PetscCall(parts_create(mesh, c.root, &parts));
  for (int p = 0; p < parts.n; p++) part_measure(&parts, &parts.part[p]);
  report->n_parts = parts.n;
  if (findings->n == before) parts_look(&parts, report, findings);
  array_free(&parts.part);
  array_free(&parts.order);
  array_free(&c.start);
  array_free(&c.side);
  array_free(&c.root);
  PetscFunctionReturn(PETSC_SUCCESS);
}
