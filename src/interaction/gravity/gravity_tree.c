/* SPDX-License-Identifier: MIT */
/* Gravity by a tree (Barnes & Hut 1986, Nature 324, 446), distributed over ranks.

   Each rank sorts its bodies along a Morton curve and builds an octree of them: a node has the
   mass, the centre of mass and the second moments of its bodies. To every other rank it sends the
   part of the tree that the bodies of that rank need: nodes below one that is far enough from the
   box around all of them are left out. Bodies of a leaf form a group; for each group all trees are
   walked once. A node acts as a whole if its longest side is less than `opening` times the distance
   of its centre of mass from the box of the group; otherwise the nodes below it, or its bodies,
   act.

   The acceleration by a node at r from its centre of mass, with mass M, second moments S (sums of m
   x x about the centre of mass), and R^2 = r^2 + s^2 of the softening length s, is the gradient of

     psi = G (M/R - tr S / (2 R^3) + 3 r.S.r / (2 R^5)),

   the expansion of 1/R to second order: quadrupoles, for any softening. The trees, and so the last
   digits of the forces, depend on the number of ranks. */
#include "base/bounds.h"
#include "interaction/gravity/gravity.h"
#include "interaction/gravity/gravity_nodes.h"
#include "matter/loads.h"

/* ---- exchange ---- */

typedef struct {
  int64_t nodes, bodies;
} Header;

/* Append to `to` the node and those nodes and bodies below it that act on bodies in the box; nodes
   are numbered from 0 on. */
static void extract(const Forest *f, int at, double opening2, const Box *box, Forest *to)
{
  PetscInt mine;

  forest_reserve(to, 1, 0);
  mine           = to->n++;
  to->node[mine] = f->node[at];
  if (node_is_far(&f->node[at], opening2, box)) to->node[mine].n = 0;
  else if (f->node[at].n > 0) forest_copy(f, &f->node[at], to, &to->node[mine]);
  else
    for (int child = at + 1; child < f->node[at].skip; child = f->node[child].skip)
      extract(f, child, opening2, box, to);
  to->node[mine].skip = (int32_t)to->n;
}

/* Append a message of another rank as a tree of its own. */
static void receive(const char *bytes, Forest *f)
{
  Header header;

  memcpy(&header, bytes, sizeof header);
  forest_reserve(f, (PetscInt)header.nodes, (PetscInt)header.bodies);
  bytes += sizeof header;
  memcpy(f->node + f->n, bytes, (size_t)header.nodes * sizeof *f->node);
  bytes += (size_t)header.nodes * sizeof *f->node;
  if (header.bodies > 0)
    memcpy(f->body + f->n_bodies, bytes, (size_t)header.bodies * sizeof *f->body);
  for (PetscInt k = f->n; k < f->n + header.nodes; k++) {
    f->node[k].skip += (int32_t)f->n;
    f->node[k].first += (int32_t)f->n_bodies;
  }
  f->n += (PetscInt)header.nodes;
  f->n_bodies += (PetscInt)header.bodies;
}

/* Send each rank what it needs of this rank's tree. Collective. */
static PetscErrorCode exchange(const Gravity *g, const Parallel *par, Tree *t)
{
  const double opening2 = g->opening * g->opening;
  Forest      *part     = &t->part;
  Header       header;

  PetscFunctionBeginUser;
  if (par->size == 1) PetscFunctionReturn(PETSC_SUCCESS);
  if (!t->mail) mail_create(par, &t->mail);
  PetscCall(tree_boxes(t, par));
  for (int r = 0; r < par->size; r++) {
    if (r == par->rank || t->own == 0 || t->boxes[r].lo[0] > t->boxes[r].hi[0]) continue;
    part->n = part->n_bodies = 0;
    extract(&t->forest, 0, opening2, &t->boxes[r], part);
    header = (Header){part->n, part->n_bodies};
    mail_post(t->mail, r, &header, sizeof header);
    mail_post(t->mail, r, part->node, (size_t)part->n * sizeof *part->node);
    if (part->n_bodies > 0)
      mail_post(t->mail, r, part->body, (size_t)part->n_bodies * sizeof *part->body);
  }
  PetscCall(mail_deliver(t->mail));
  for (int k = 0; k < mail_messages(t->mail); k++) {
    size_t size;

    receive(mail_message(t->mail, k, NULL, &size), &t->forest);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- forces ---- */

/* A group of bodies, as columns; sums of psi and its gradient over G. */
typedef struct {
  int n; /* a multiple of LANES: the last bodies are repeated */
  _Alignas(64) double x[GROUP], y[GROUP], z[GROUP];
  _Alignas(64) double ax[GROUP], ay[GROUP], az[GROUP], psi[GROUP];
  _Alignas(64) double met[GROUP]; /* number of bodies at the same position, itself included */
} Columns;

/* Nodes as a whole, on all bodies of the group. Each body has its own sums: no bits depend on the
   width of vectors. */
KERNEL static void pull_of_nodes(const Node *node, const int32_t *list, PetscInt n, double soft2,
                                 Columns *c)
{
  for (PetscInt k = 0; k < n; k++) {
    const Node  *p     = &node[list[k]];
    const double trace = p->moment[0] + p->moment[1] + p->moment[2];

#pragma omp simd
    for (int i = 0; i < c->n; i++) {
      const double x = c->x[i] - p->x[0], y = c->y[i] - p->x[1], z = c->z[i] - p->x[2];
      const double w = 1 / sqrt(x * x + y * y + z * z + soft2), w2 = w * w, w3 = w * w2,
                   sx     = p->moment[0] * x + p->moment[3] * y + p->moment[4] * z,
                   sy     = p->moment[3] * x + p->moment[1] * y + p->moment[5] * z,
                   sz     = p->moment[4] * x + p->moment[5] * y + p->moment[2] * z;
      const double second = sx * x + sy * y + sz * z, w5 = w3 * w2;
      const double along = w3 * p->mass + w5 * (7.5 * second * w2 - 1.5 * trace), turn = 3 * w5;

      c->ax[i] += turn * sx - along * x;
      c->ay[i] += turn * sy - along * y;
      c->az[i] += turn * sz - along * z;
      c->psi[i] += w * p->mass + w3 * (1.5 * second * w2 - 0.5 * trace);
    }
  }
}

/* Single bodies, on all bodies of the group. One at the same position adds no force and counts in
   met. */
KERNEL static void pull_of_bodies(const Point *body, const int32_t *list, PetscInt n, double soft2,
                                  Columns *c)
{
  for (PetscInt k = 0; k < n; k++) {
    const Point p = body[list[k]];

#pragma omp simd
    for (int i = 0; i < c->n; i++) {
      const double x = c->x[i] - p.x[0], y = c->y[i] - p.x[1], z = c->z[i] - p.x[2];
      const double d2 = x * x + y * y + z * z, w = d2 > 0 ? 1 / sqrt(d2 + soft2) : 0,
                   along = p.mass * w * (w * w);

      c->ax[i] -= along * x;
      c->ay[i] -= along * y;
      c->az[i] -= along * z;
      c->psi[i] += p.mass * w;
      c->met[i] += d2 > 0 ? 0 : 1;
    }
  }
}

static void note(int32_t **list, PetscInt *n, PetscInt *room, int32_t from, int32_t count)
{
  if (*n + count > *room) array_reserve(list, sizeof **list, *n + count, room);
  for (int32_t k = 0; k < count; k++) (*list)[(*n)++] = from + k;
}

/* Walk all trees for a group within this box. */
static void walk(const Forest *f, double opening2, const Box *box, Acts *acts)
{
  acts->n_nodes = acts->n_bodies = 0;
  for (int32_t at = 0; at < f->n;) {
    const Node *p = &f->node[at];

    if (p->n > 0) note(&acts->body, &acts->n_bodies, &acts->room_bodies, p->first, p->n);
    else if (p->skip == at + 1 || node_is_far(p, opening2, box))
      note(&acts->node, &acts->n_nodes, &acts->room_nodes, at, 1);
    else {
      at++;
      continue;
    }
    at = p->skip;
  }
}

/* Columns of the bodies of a leaf, with sums of 0. */
static void take_group(const Forest *f, const Node *leaf, Columns *c, Box *box)
{
  memset(c, 0, sizeof *c);
  *box = box_of_nothing();
  for (int i = 0; i < leaf->n; i++) box_add(box, f->body[leaf->first + i].x);
  c->n = (leaf->n + LANES - 1) / LANES * LANES;
  for (int i = 0; i < c->n; i++) {
    const Point *p = &f->body[leaf->first + min_int(i, leaf->n - 1)];

    c->x[i] = p->x[0];
    c->y[i] = p->x[1];
    c->z[i] = p->x[2];
  }
}

/* ---- the method ---- */

/* Where the results of an evaluation go. */
typedef struct {
  const Gravity    *gravity;
  MutualBodies     *bodies; /* of forces; NULL: of energies */
  const MutualBody *list;
  double            energy;
} Result;

/* Add force or energy of body i of the group, which is row `row` of MutualBodies. */
static void take(Result *r, const Columns *c, int i, PetscInt row)
{
  const double  constant = r->gravity->constant, mass = r->list[row].mass;
  const double  pull[3] = {constant * mass * c->ax[i], constant * mass * c->ay[i],
                           constant * mass * c->az[i]};
  MutualBodies *b       = r->bodies;
  const double  size    = fabs(pull[0]) + fabs(pull[1]) + fabs(pull[2]),
               together = c->met[i] > 1 && r->gravity->soft2 == 0 ? INFINITY : size;

  if (!b) {
    r->energy -= 0.5 * constant * mass * c->psi[i];
    return;
  }
  if (!(together <= FORCE_MOST)) {
    b->wild   = together;
    b->wild_a = b->wild_b = b->list[row].id;
    return;
  }
  b->largest = max_real(b->largest, size);
  for (int k = 0; k < 3; k++) loads_add(&b->list[row].force[k], quanta(pull[k], b->unit));
}

/* Evaluate all groups of this rank. */
static void evaluate(const Gravity *g, Tree *t, Result *result)
{
  const double opening2 = g->opening * g->opening;
  Acts        *acts     = &t->acts;
  Columns      c;

  for (int32_t at = 0; at < t->own; at++) {
    const Node *leaf = &t->forest.node[at];
    Box         box;

    if (leaf->n == 0) continue;
    for (int done = 0; done < leaf->n; done += GROUP) {
      Node group = *leaf;

      group.first += done;
      group.n = (int32_t)min_int(GROUP, leaf->n - done);
      take_group(&t->forest, &group, &c, &box);
      walk(&t->forest, opening2, &box, acts);
      pull_of_nodes(t->forest.node, acts->node, acts->n_nodes, g->soft2, &c);
      pull_of_bodies(t->forest.body, acts->body, acts->n_bodies, g->soft2, &c);
      for (int i = 0; i < group.n; i++) take(result, &c, i, t->order[group.first + i].row);
    }
  }
}

static PetscErrorCode run(Gravity *g, const MutualBodies *b, Result *result)
{
  PetscFunctionBeginUser;
  if (!g->work) array_create(&g->work, sizeof(Tree), 1);
  tree_build(g->work, b);
  PetscCall(exchange(g, b->par, g->work));
  evaluate(g, g->work, result);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode tree_force(Gravity *g, MutualBodies *b)
{
  Result result = {.gravity = g, .bodies = b, .list = b->list};

  b->additions = 1;
  return run(g, b, &result);
}

static PetscErrorCode tree_energy(Gravity *g, const MutualBodies *b, Sum *energy)
{
  Result result = {.gravity = g, .list = b->list};

  PetscFunctionBeginUser;
  PetscCall(run(g, b, &result));
  if (fabs(result.energy) <= WORK_MOST) sum_add(energy, result.energy);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const GravityMethod gravity_tree = {
  .head   = {.name = "tree",
             .text = "A tree with quadrupoles, for many bodies; the last digits depend on the ranks.",
             .source = "Barnes & Hut 1986, Nature 324, 446"},
  .force  = tree_force,
  .energy = tree_energy,
  .free   = tree_free,
};
