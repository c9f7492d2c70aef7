/* SPDX-License-Identifier: MIT */
/* Parts of a mesh (mesh_parts.h). Every rank knows the boxes of all ranks, which are few numbers,
   and sends the faces that its share has in them straight to the rank that asked. */
#include "wall/mesh/mesh_parts.h"
#include "base/mail.h"

/* ---- bundles: some faces of a mesh with their vertices, by their numbers in the whole mesh, which
   ranks send each other ---- */

/* A face, and a vertex, in a message. */
typedef struct {
  int number; /* among the sorted faces of the whole mesh */
  int origin, patch;
  int v[3];
} SentFace;

typedef struct {
  int  id;
  Vec3 x; /* m */
} SentVertex;

/* Starts as {0}. */
typedef struct {
  PetscInt    n_faces, n_vertices, face_room, vertex_room;
  SentFace   *face;
  SentVertex *vertex;
} Bundle;

static void bundle_reserve(Bundle *b, PetscInt faces, PetscInt vertices)
{
  array_reserve(&b->face, sizeof *b->face, b->n_faces + faces, &b->face_room);
  array_reserve(&b->vertex, sizeof *b->vertex, b->n_vertices + vertices, &b->vertex_room);
}

/* Order of faces, or vertices, both of which begin with their number. */
static int compare_numbers(const void *a, const void *b)
{
  const int *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* Sort by number; faces and vertices that came from several shares are kept once. */
static void bundle_sort(Bundle *b)
{
  PetscInt n = 0;

  sort_items(b->face, b->n_faces, sizeof *b->face, compare_numbers);
  for (PetscInt k = 0; k < b->n_faces; k++)
    if (n == 0 || b->face[k].number != b->face[n - 1].number) b->face[n++] = b->face[k];
  b->n_faces = n;
  n          = 0;
  sort_items(b->vertex, b->n_vertices, sizeof *b->vertex, compare_numbers);
  for (PetscInt k = 0; k < b->n_vertices; k++)
    if (n == 0 || b->vertex[k].id != b->vertex[n - 1].id) b->vertex[n++] = b->vertex[k];
  b->n_vertices = n;
}

/* Make the mesh of a sorted bundle, in the same order. */
static void bundle_mesh(const Bundle *b, Mesh *mesh)
{
  mesh_create((int)b->n_vertices, (int)b->n_faces, mesh);
  for (PetscInt i = 0; i < b->n_vertices; i++) mesh->vertex[i] = b->vertex[i].x;
  for (PetscInt k = 0; k < 3 * b->n_faces; k++) {
    const SentVertex *v = bsearch(&b->face[k / 3].v[k % 3], b->vertex, (size_t)b->n_vertices,
                                  sizeof *b->vertex, compare_numbers);

    mesh->face[k / 3].v[k % 3] = (int)(v - b->vertex);
  }
}

/* Share of the mesh that a rank stores. Corners of faces are indices in its list of vertices. */
typedef struct {
  Mesh      mesh;
  SentFace *face; /* v: not used */
  int      *id;   /* of each vertex */
} Share;

typedef struct {
  Mesh       mesh;
  MeshPlaces places;
  MeshBox   *box;
  int        n_boxes;
} Part;

struct MeshParts {
  bool     solid, hollow;
  double   reach, sure; /* m */
  MeshBox  box;         /* of the whole mesh */
  Share    share;
  MeshFile block; /* of the file */
  Part     part;
};

/* ---- shares ---- */

static void mark_corners(const Mesh *mesh, int f, uint8_t *vertices)
{
  for (int k = 0; k < 3; k++) vertices[mesh->face[f].v[k]] = 1;
}

/* Append the vertices whose marks are set. ids: their numbers; NULL: these are their indices. */
static void take_vertices(const Mesh *m, const int *ids, const uint8_t *marks, Bundle *b)
{
  for (int i = 0; i < m->n_vertices; i++) {
    if (!marks[i]) continue;
    bundle_reserve(b, 0, 1);
    b->vertex[b->n_vertices++] = (SentVertex){ids ? ids[i] : i, m->vertex[i]};
  }
}

/* Make a share of the faces first .. end-1 in the order of the tree. */
static void share_create(const MeshPlaces *whole, int first, int end, Share *s)
{
  const MeshPatches *p = &whole->patches;
  Bundle             b = {0};
  uint8_t           *marks;

  array_create(&marks, 1, p->mesh->n_vertices);
  bundle_reserve(&b, end - first, 0);
  for (int k = first; k < end; k++) {
    const int  f = whole->whole.order[k];
    const int *v = p->mesh->face[f].v;

    mark_corners(p->mesh, f, marks);
    b.face[b.n_faces++] = (SentFace){f, p->origin[f], p->patch[f], {v[0], v[1], v[2]}};
  }
  take_vertices(p->mesh, NULL, marks, &b);
  array_free(&marks);
  bundle_sort(&b);
  bundle_mesh(&b, &s->mesh);
  array_create(&s->id, sizeof *s->id, s->mesh.n_vertices);
  for (int i = 0; i < s->mesh.n_vertices; i++) s->id[i] = b.vertex[i].id;
  s->face = b.face;
  array_free(&b.vertex);
}

/* True if the box around a face meets b. */
static bool face_meets(const Mesh *m, int f, const MeshBox *b)
{
  const Vec3 x = mesh_corner(m, f, 0), y = mesh_corner(m, f, 1), z = mesh_corner(m, f, 2);
  const Vec3 lo = vec3_least(x, vec3_least(y, z)), hi = vec3_most(x, vec3_most(y, z));

  return lo.x <= b->hi.x && lo.y <= b->hi.y && lo.z <= b->hi.z && hi.x >= b->lo.x &&
         hi.y >= b->lo.y && hi.z >= b->lo.z;
}

/* Append the faces and vertices that the share has in the boxes. marks: of vertices, all zero
   before and afterwards. */
static void share_answer(const Share *s, int n, const MeshBox *box, uint8_t *marks, Bundle *b)
{
  const Mesh *m = &s->mesh;

  for (int f = 0; f < m->n_faces; f++) {
    SentFace one   = s->face[f];
    bool     meets = false;

    for (int k = 0; k < n && !meets; k++) meets = face_meets(m, f, &box[k]);
    if (!meets) continue;
    mark_corners(m, f, marks);
    for (int k = 0; k < 3; k++) one.v[k] = s->id[m->face[f].v[k]];
    bundle_reserve(b, 1, 0);
    b->face[b->n_faces++] = one;
  }
  if (b->n_faces == 0) return;
  take_vertices(m, s->id, marks, b);
  memset(marks, 0, (size_t)m->n_vertices);
}

/* Find the winding numbers about the points of the boxes of all ranks. Collective. */
static PetscErrorCode find_windings(const Parallel *par, const Share *s, int n, MeshBox *box)
{
  int64_t *sum;

  PetscFunctionBeginUser;
  array_create(&sum, sizeof *sum, n);
  for (int k = 0; k < n; k++) {
    const Vec3 x = mesh_box_point(&box[k]);

    for (int f = 0; f < s->mesh.n_faces; f++) sum[k] += mesh_face_crossing(&s->mesh, f, x);
  }
  PetscCall(parallel_sum_int(par, sum, n));
  for (int k = 0; k < n; k++) box[k].winding = (int)sum[k];
  array_free(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- parts ---- */

/* Send to every rank the faces and vertices that the share has in its boxes. */
static void answer_all(const Parallel *par, const Share *s, const int64_t *first,
                       const MeshBox *box, Mail *mail)
{
  Bundle   b = {0};
  uint8_t *marks;

  array_create(&marks, 1, s->mesh.n_vertices);
  for (int r = 0; r < par->size; r++) {
    b.n_faces = b.n_vertices = 0;
    share_answer(s, (int)(first[r + 1] - first[r]), box + first[r], marks, &b);
    if (b.n_faces == 0) continue;
    mail_post(mail, r, &b.n_faces, sizeof b.n_faces);
    mail_post(mail, r, &b.n_vertices, sizeof b.n_vertices);
    mail_post(mail, r, b.face, (size_t)b.n_faces * sizeof *b.face);
    mail_post(mail, r, b.vertex, (size_t)b.n_vertices * sizeof *b.vertex);
  }
  array_free(&b.face);
  array_free(&b.vertex);
  array_free(&marks);
}

/* Append the faces and vertices that the ranks have sent. */
static PetscErrorCode take_answers(Mail *mail, Bundle *b)
{
  PetscFunctionBeginUser;
  PetscCall(mail_deliver(mail));
  for (int i = 0; i < mail_messages(mail); i++) {
    int         source;
    size_t      size;
    const char *from = mail_message(mail, i, &source, &size);
    PetscInt    faces, vertices;

    memcpy(&faces, from, sizeof faces);
    memcpy(&vertices, from + sizeof faces, sizeof vertices);
    from += sizeof faces + sizeof vertices;
    bundle_reserve(b, faces, vertices);
    memcpy(b->face + b->n_faces, from, (size_t)faces * sizeof *b->face);
    from += (size_t)faces * sizeof *b->face;
    memcpy(b->vertex + b->n_vertices, from, (size_t)vertices * sizeof *b->vertex);
    b->n_faces += faces;
    b->n_vertices += vertices;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void part_free(Part *part)
{
  mesh_places_free(&part->places);
  mesh_free(&part->mesh);
  array_free(&part->box);
  *part = (Part){.n_boxes = 0};
}

/* Make the part of this rank from a bundle, which is freed as soon as it is used. */
static void part_create(const MeshParts *p, Bundle *b, int n, const MeshBox *box, Part *part)
{
  MeshPatches patches;
  int        *patch, *origin;

  bundle_sort(b);
  bundle_mesh(b, &part->mesh);
  array_free(&b->vertex);
  array_create(&patch, sizeof *patch, b->n_faces);
  array_create(&origin, sizeof *origin, b->n_faces);
  for (PetscInt f = 0; f < b->n_faces; f++) {
    patch[f]  = b->face[f].patch;
    origin[f] = b->face[f].origin;
  }
  array_free(&b->face);
  mesh_patches_given(&part->mesh, patch, origin, &patches);
  array_free(&patch);
  array_free(&origin);
  mesh_places_of_part(&part->mesh, &patches, p->solid, p->hollow, p->reach, &part->places);
  array_create(&part->box, sizeof *box, n);
  if (n > 0) memcpy(part->box, box, (size_t)n * sizeof *box);
  part->n_boxes = part->places.n_boxes = n;
  part->places.box                     = part->box;
}

/* Make the parts of all ranks for these boxes. Collective. */
static PetscErrorCode make_anew(const Parallel *par, MeshParts *p, int n, const MeshBox *box)
{
  Bundle   b = {0};
  MeshBox *all;
  int64_t *first; /* box of each rank */
  Mail    *mail;

  PetscFunctionBeginUser;
  part_free(&p->part);
  array_create(&first, sizeof *first, par->size + 1);
  PetscCall(parallel_gather_items(par, box, n, sizeof *box, first, &all));
  if (p->solid) PetscCall(find_windings(par, &p->share, (int)first[par->size], all));
  mail_create(par, &mail);
  answer_all(par, &p->share, first, all, mail);
  PetscCall(take_answers(mail, &b));
  mail_destroy(&mail);
  part_create(p, &b, n, all + first[par->rank], &p->part);
  array_free(&first);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_parts_renew(const Parallel *par, MeshParts *p, int n, const MeshBox *box,
                                double sure, double spare)
{
  const Vec3 wider = {spare, spare, spare};
  bool       lacks = false;
  MeshBox   *wide;

  PetscFunctionBeginUser;
  p->sure = sure;
  for (int k = 0; k < n && !lacks; k++) {
    lacks = true;
    for (int j = 0; j < p->part.n_boxes && lacks; j++)
      lacks = !(vec3_is_within(box[k].lo, p->part.box[j].lo, p->part.box[j].hi) &&
                vec3_is_within(box[k].hi, p->part.box[j].lo, p->part.box[j].hi));
  }
  PetscCall(parallel_any(par, &lacks));
  if (!lacks) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&wide, sizeof *wide, n);
  for (int k = 0; k < n; k++)
    wide[k] = (MeshBox){.lo = vec3_sub(box[k].lo, wider), .hi = vec3_add(box[k].hi, wider)};
  PetscCall(make_anew(par, p, n, wide));
  array_free(&wide);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- places ---- */

/* Index in the part of a patch of the whole mesh; -1: it is not here. */
static int find_patch(const MeshParts *p, int patch)
{
  const MeshPatches *all = &p->part.places.patches;
  const int          at =
    (int)items_before(all->number, all->n, sizeof *all->number, &patch, compare_numbers);

  return at < all->n && all->number[at] == patch ? at : -1;
}

/* True if x is in the solid and farther from all faces than distances are known. */
static bool is_deep(const MeshParts *p, Vec3 x)
{
  const MeshPlaces *s = &p->part.places;

  return p->solid && mesh_places_hold(s, x) &&
         !(mesh_tree_distance(&s->whole, x, p->sure, NULL) < p->sure);
}

MeshPlace mesh_parts_find(const MeshParts *p, int patch, Vec3 x, double limit)
{
  const MeshPlace none  = {INFINITY, {1, 0, 0}, -1};
  const int       here  = find_patch(p, patch);
  MeshPlace       place = none;

  if (here >= 0) place = mesh_places_find(&p->part.places, here, x, min_real(limit, p->sure));
  if (place.distance < -p->sure) place = none;
  if (patch == 0 && place.face < 0 && is_deep(p, x)) place.distance = -p->sure;
  return place;
}

double mesh_parts_bound(const MeshParts *p, int patch, Vec3 x, double limit)
{
  const int here     = find_patch(p, patch);
  double    distance = INFINITY;

  if (here >= 0) distance = mesh_places_bound(&p->part.places, here, x, min_real(limit, p->sure));
  if (distance < -p->sure) distance = INFINITY;
  return patch == 0 && distance == INFINITY && is_deep(p, x) ? -p->sure : distance;
}

const MeshPlaces *mesh_parts_places(const MeshParts *p)
{
  return &p->part.places;
}

/* Points of the box may be deep if its middle is in the solid, or if it is so large that a face may
   lie between the middle and a deep point. */
void mesh_parts_mark(const MeshParts *p, Vec3 lo, Vec3 hi, double reach, uint8_t *marks, bool *deep)
{
  const MeshPlaces *s = &p->part.places;

  mesh_places_mark(s, lo, hi, reach, marks);
  *deep = p->solid && (vec3_norm(vec3_sub(hi, lo)) > 0.5 * p->sure ||
                       mesh_places_hold(s, vec3_scale(0.5, vec3_add(lo, hi))));
}

MeshBox mesh_parts_box(const MeshParts *p)
{
  return p->box;
}

/* ---- the file ---- */

/* Take this rank's block of an array that all ranks have. */
static void block_take(const Parallel *par, const StateArray *all, StateArray *block)
{
  const int64_t first = all->n * par->rank / par->size, end = all->n * (par->rank + 1) / par->size;

  block->n = end - first;
  array_create(&block->list, 8, block->n);
  memcpy(block->list, (const char *)all->list + 8 * first, 8 * (size_t)block->n);
}

/* Gather the blocks of all ranks on rank 0: messages come in the order of ranks. */
static PetscErrorCode block_gather(const Parallel *par, const StateArray *block, StateArray *all)
{
  PetscInt n;
  Mail    *mail;

  PetscFunctionBeginUser;
  mail_create(par, &mail);
  if (block->n > 0) mail_post(mail, 0, block->list, 8 * (size_t)block->n);
  PetscCall(mail_deliver(mail));
  mail_collect(mail, 8, &all->list, &n);
  all->n = n;
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mesh_parts_gather(const Parallel *par, const MeshParts *p, MeshFile *file)
{
  PetscFunctionBeginUser;
  PetscCall(block_gather(par, &p->block.points, &file->points));
  PetscCall(block_gather(par, &p->block.corners, &file->corners));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- all of it ---- */

void mesh_parts_create(const Parallel *par, const MeshPlaces *whole, const MeshFile *file,
                       double reach, MeshParts **parts)
{
  const int64_t n     = whole->patches.mesh->n_faces;
  const int64_t first = n * par->rank / par->size, end = n * (par->rank + 1) / par->size;
  MeshParts    *p;

  array_create(&p, sizeof *p, 1);
  p->solid  = whole->solid;
  p->hollow = whole->hollow;
  p->reach  = n > MESH_GRID_MOST ? 0 : reach;
  p->box    = mesh_places_box(whole);
  share_create(whole, (int)first, (int)end, &p->share);
  block_take(par, &file->points, &p->block.points);
  block_take(par, &file->corners, &p->block.corners);
  *parts = p;
}

void mesh_parts_free(MeshParts **parts)
{
  MeshParts *p = *parts;

  if (!p) return;
  part_free(&p->part);
  mesh_free(&p->share.mesh);
  array_free(&p->share.face);
  array_free(&p->share.id);
  mesh_file_free(&p->block);
  array_free(parts);
}
