/* SPDX-License-Identifier: MIT */
/* Checks of closed meshes. The faces of an edge are sorted by their third corner, so that equal
   faces are adjacent. Lines are checked by sorting the ends of their segments. */
#include "shape/mesh/mesh_check.h"
#include "base/forest.h"
#include "shape/mesh/mesh_files.h"
#include "shape/mesh/mesh_patches.h"

/* A face at an edge. */
typedef struct {
  int  face, third; /* third: its other vertex */
  bool up;          /* it runs from the low to the high vertex */
} Side;

/* The first edge of one kind of fault. */
typedef struct {
  int low, high, face[3];
} EdgePlace;

typedef struct {
  const Mesh *mesh;
  MeshPatches edges; /* without patches */
  Side       *side;  /* [3 n_faces] in the order of edges.edge_face */
  int        *root;  /* [n_faces] parent in the union-find forest of parts */
  MeshReport *report;
  EdgePlace   open, crowded, turned, twin;
} Check;

static int compare_sides(const void *a, const void *b)
{
  const Side *p = a, *q = b;

  if (p->third != q->third) return p->third < q->third ? -1 : 1;
  return p->face < q->face ? -1 : p->face > q->face;
}

/* Number of a face in messages, that of the file before faces were split. */
static int number_of(const Mesh *mesh, int f)
{
  return 1 + (mesh->origin ? mesh->origin[f] : f);
}

/* Count a fault of an edge with n faces, and keep the place of the first one. */
static void note_edge(int *count, EdgePlace *place, const MeshEdge *e, const Side *side, int n)
{
  if ((*count)++ > 0) return;
  *place = (EdgePlace){e->low, e->high, {side[0].face, side[n > 1].face, side[n > 2 ? 2 : 0].face}};
}

/* Check one edge, and join its faces to one part. */
static void edge_look(Check *c, const MeshEdge *e, const Side *side)
{
  const int   n = e->n;
  MeshReport *r = c->report;

  for (int k = 1; k < n; k++) forest_join(c->root, side[0].face, side[k].face);
  if (n == 1) note_edge(&r->n_open, &c->open, e, side, n);
  if (n > 2) note_edge(&r->n_crowded, &c->crowded, e, side, n);
  if (n == 2 && side[0].up == side[1].up) note_edge(&r->n_turned, &c->turned, e, side, n);
  /* Each pair of twins has three common edges: it is counted at the edge of its two lowest
     vertices. */
  for (int k = 1; k < n; k++) {
    if (side[k - 1].third == side[k].third && side[k].third > e->high)
      note_edge(&r->n_twins, &c->twin, e, side + k - 1, 2);
  }
}

static void edges_look(Check *c)
{
  for (int k = 0; k < c->edges.n_edges; k++) {
    const MeshEdge *e    = &c->edges.edge[k];
    Side           *side = c->side + e->first;

    for (int i = 0; i < e->n; i++) {
      const int f = c->edges.edge_face[e->first + i];

      side[i] = (Side){f, mesh_edges_third(c->mesh, f, e), mesh_edges_up(c->mesh, f, e)};
    }
    sort_items(side, e->n, sizeof *side, compare_sides);
    edge_look(c, e, side);
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

/* Number the parts of root[] and list their faces. */
static void parts_create(const Mesh *mesh, int *root, Parts *parts)
{
  int *number, *start;

  *parts = (Parts){.mesh = mesh};
  array_create(&number, sizeof *number, mesh->n_faces);
  for (int f = 0; f < mesh->n_faces; f++) {
    const int r = forest_root(root, f);

    number[f] = r == f ? parts->n++ : number[r]; /* a root is the lowest face of its part */
  }
  array_create(&parts->part, sizeof *parts->part, parts->n);
  array_create(&parts->order, sizeof *parts->order, mesh->n_faces);
  array_create(&start, sizeof *start, parts->n + 1);
  sort_bins(mesh->n_faces, number, parts->n, start, parts->order);
  for (int p = 0; p < parts->n; p++)
    parts->part[p] = (Part){.first = start[p], .n = start[p + 1] - start[p]};
  array_free(&number);
  array_free(&start);
}

static void part_measure(const Parts *parts, Part *part)
{
  const Mesh *m   = parts->mesh;
  double      six = 0;

  mesh_faces_bounds(m, part->n, parts->order + part->first, &part->lo, &part->hi);
  for (int k = 0; k < part->n; k++) {
    six += mesh_face_cone(m, parts->order[part->first + k],
                          vec3_scale(0.5, vec3_add(part->lo, part->hi)));
  }
  part->volume = six / 6;
}

/* Winding number about x of all parts but `self`. */
static double winding_of(const Parts *parts, int self, Vec3 x)
{
  double winding = 0;

  for (int p = 0; p < parts->n; p++) {
    const Part *part = &parts->part[p];

    if (p == self || !vec3_is_within(x, part->lo, part->hi)) continue;
    for (int k = 0; k < part->n; k++)
      winding += mesh_half_angle(parts->mesh, parts->order[part->first + k], x) / (2 * PETSC_PI);
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

/* Check the orientation of each part, and sum up the volumes. */
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

/* Report `count` faults of one kind, with the place of the first. */
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

void mesh_check(const Mesh *mesh, MeshReport *report, Findings *findings)
{
  const int64_t before = findings->n;
  Check         c      = {.mesh = mesh, .report = report};
  Parts         parts;

  *report = (MeshReport){.n_open = 0};
  if (mesh->n_faces == 0) {
    finding_add(findings, 0, "a mesh without faces");
    return;
  }
  mesh_edges_create(mesh, &c.edges);
  array_create(&c.side, sizeof *c.side, 3 * mesh->n_faces);
  array_create(&c.root, sizeof *c.root, mesh->n_faces);
  for (int f = 0; f < mesh->n_faces; f++) c.root[f] = f;
  edges_look(&c);
  say_edges(&c, findings);
  parts_create(mesh, c.root, &parts);
  for (int p = 0; p < parts.n; p++) part_measure(&parts, &parts.part[p]);
  report->n_parts = parts.n;
  if (findings->n == before) parts_look(&parts, report, findings);
  array_free(&parts.part);
  array_free(&parts.order);
  mesh_patches_free(&c.edges);
  array_free(&c.side);
  array_free(&c.root);
}

void mesh_solid_read(const char *path, Mesh *mesh, MeshReport *report, Findings *findings)
{
  const int64_t before = findings->n;
  MeshReport    ignored;

  mesh_read(path, mesh_merge_default, mesh, findings);
  if (findings->n == before) mesh_seams_split(mesh_merge_default, mesh, findings);
  if (findings->n == before) mesh_check(mesh, report ? report : &ignored, findings);
}

/* ---- lines in two dimensions ---- */

void mesh_flat_raise(Mesh *mesh)
{
  static const int up[6] = {0, 0, 1, 0, 1, 1}, at[6] = {0, 1, 1, 0, 1, 0};
  Vec3             lo, hi, *corner;
  double           diagonal;
  Mesh             raised;

  mesh_bounds(mesh, &lo, &hi);
  diagonal = vec3_norm(vec3_sub(hi, lo));
  array_create(&corner, sizeof *corner, 6 * mesh->n_faces);
  for (int c = 0; c < 6 * mesh->n_faces; c++) {
    corner[c]   = mesh->vertex[mesh->face[c / 6].v[at[c % 6]]];
    corner[c].z = (up[c % 6] ? 4 : -4) * diagonal;
  }
  mesh_join(2 * mesh->n_faces, corner, 1e-6 * diagonal, &raised);
  array_free(&corner);
  mesh_free(mesh);
  *mesh = raised;
}

/* A segment, by its vertices at the lower end. */
typedef struct {
  Id from, to;
} Segment;

/* List the segments, from the first triangle of each rectangle, which has both lower corners. */
static int segments_list(const Mesh *m, bool back, Segment *list)
{
  int n = 0;

  for (int f = 0; f < m->n_faces; f++) {
    const int a = m->face[f].v[0], b = m->face[f].v[1];

    if (m->vertex[a].z < 0 && m->vertex[b].z < 0)
      list[n++] = back ? (Segment){b, a} : (Segment){a, b};
  }
  sort_items(list, n, sizeof *list, compare_id_pairs);
  return n;
}

static void note_end(const Mesh *m, Id v, const char *what, Findings *findings)
{
  finding_add(findings, 0, "the point (%g, %g) %s: %s", m->vertex[v].x, m->vertex[v].y, what,
              "lines must be closed and run around the solid counter-clockwise");
}

static double area_of(const Mesh *m, const Segment *s, int n)
{
  double twice = 0;

  for (int k = 0; k < n; k++) {
    const Vec3 a = vec3_sub(m->vertex[s[k].from], m->vertex[s[0].from]),
               b = vec3_sub(m->vertex[s[k].to], m->vertex[s[0].from]);

    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

/* Check that every vertex at the lower end occurs once in each list, sorted by it. */
static void check_closed(const Mesh *m, const Segment *out, const Segment *in, int n,
                         Findings *findings)
{
  for (int k = 0; k < n; k++) {
    if (k > 0 && out[k].from == out[k - 1].from)
      return note_end(m, out[k].from, "starts two segments", findings);
    if (k > 0 && in[k].from == in[k - 1].from)
      return note_end(m, in[k].from, "ends two segments", findings);
    if (out[k].from < in[k].from) return note_end(m, out[k].from, "ends no segment", findings);
    if (in[k].from < out[k].from) return note_end(m, in[k].from, "starts no segment", findings);
  }
  if (!(area_of(m, out, n) > 0))
    finding_add(findings, 0, "its lines run clockwise: the solid would be around them; turn them");
}

void mesh_flat_check(const Mesh *mesh, bool closed, Findings *findings)
{
  Segment *out, *in;
  int      n;

  array_create(&out, sizeof *out, mesh->n_faces);
  array_create(&in, sizeof *in, mesh->n_faces);
  n = segments_list(mesh, false, out);
  segments_list(mesh, true, in);
  for (int k = 1; k < n; k++)
    if (out[k].from == out[k - 1].from && out[k].to == out[k - 1].to)
      note_end(mesh, out[k].from, "starts the same segment twice", findings);
  if (closed && findings->n == 0) check_closed(mesh, out, in, n, findings);
  array_free(&out);
  array_free(&in);
}
