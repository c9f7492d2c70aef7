/* SPDX-License-Identifier: MIT */
/* Lines as meshes, and their checks by sorting the ends of segments. */
#include "shape/mesh/mesh_flat.h"

PetscErrorCode mesh_flat_raise(Mesh *mesh)
{
  static const int up[6] = {0, 0, 1, 0, 1, 1}, at[6] = {0, 1, 1, 0, 1, 0};
  Vec3             lo, hi, *corner;
  double           diagonal;
  Mesh             raised;

  PetscFunctionBeginUser;
  mesh_bounds(mesh, &lo, &hi);
  diagonal = vec3_norm(vec3_sub(hi, lo));
  PetscCall(array_create(&corner, sizeof *corner, 6 * mesh->n_faces));
  for (int c = 0; c < 6 * mesh->n_faces; c++) {
    corner[c]   = mesh->vertex[mesh->face[c / 6].v[at[c % 6]]];
    corner[c].z = (up[c % 6] ? 4 : -4) * diagonal;
  }
  PetscCall(mesh_join(2 * mesh->n_faces, corner, 1e-6 * diagonal, &raised));
  array_free(&corner);
  mesh_free(mesh);
  *mesh = raised;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A segment, by its vertices at the lower end. */
typedef struct {
  int from, to;
} Segment;

static int compare_ends(const void *a, const void *b)
{
  const Segment *p = a, *q = b;

  if (p->from != q->from) return p->from < q->from ? -1 : 1;
  return p->to < q->to ? -1 : p->to > q->to;
}

/* The first triangle of each rectangle has both lower corners. */
static int segments_list(const Mesh *m, bool back, Segment *list)
{
  int n = 0;

  for (int f = 0; f < m->n_faces; f++) {
    const int a = m->face[f].v[0], b = m->face[f].v[1];

    if (m->vertex[a].z < 0 && m->vertex[b].z < 0)
      list[n++] = back ? (Segment){b, a} : (Segment){a, b};
  }
  sort_items(list, n, sizeof *list, compare_ends);
  return n;
}

static void note_point(const Mesh *m, int v, const char *what, Findings *findings)
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

/* Every vertex at the lower end occurs once in each list, sorted by it. */
static void check_closed(const Mesh *m, const Segment *out, const Segment *in, int n,
                         Findings *findings)
{
  for (int k = 0; k < n; k++) {
    if (k > 0 && out[k].from == out[k - 1].from)
      return note_point(m, out[k].from, "starts two segments", findings);
    if (k > 0 && in[k].from == in[k - 1].from)
      return note_point(m, in[k].from, "ends two segments", findings);
    if (out[k].from < in[k].from) return note_point(m, out[k].from, "ends no segment", findings);
    if (in[k].from < out[k].from) return note_point(m, in[k].from, "starts no segment", findings);
  }
  if (!(area_of(m, out, n) > 0))
    finding_add(findings, 0, "its lines run clockwise: the solid would be around them; turn them");
}

PetscErrorCode mesh_flat_check(const Mesh *mesh, bool closed, Findings *findings)
{
  Segment *out, *in;
  int      n;

  PetscFunctionBeginUser;
  PetscCall(array_create(&out, sizeof *out, mesh->n_faces));
  PetscCall(array_create(&in, sizeof *in, mesh->n_faces));
  n = segments_list(mesh, false, out);
  segments_list(mesh, true, in);
  for (int k = 1; k < n; k++)
    if (out[k].from == out[k - 1].from && out[k].to == out[k - 1].to)
      note_point(mesh, out[k].from, "starts the same segment twice", findings);
  if (closed && findings->n == 0) check_closed(mesh, out, in, n, findings);
  array_free(&out);
  array_free(&in);
  PetscFunctionReturn(PETSC_SUCCESS);
}
