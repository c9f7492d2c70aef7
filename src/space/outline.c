/* SPDX-License-Identifier: MIT */
/* Tests of pebbles, and of the tree's boxes around many pebbles, against the boxes of ranks. */
#include "space/holders.h"

enum { AWAY, PARTLY, INSIDE };

void outline_place(Outline *o, const Domain *domain, const Template *t, double scale, Vec3 x,
                   Quat q, double reach)
{
  o->template = t;
  o->magic    = domain->magic;
  o->scale    = scale;
  o->reach    = reach;
  o->x        = x;
  o->q        = q;
  /* quat_turn is linear in the vector even if |q| is not exactly 1 */
  for (int k = 0; k < 3; k++)
    o->axis[k] = vec3_scale(scale, quat_turn(q, (Vec3){k == 0, k == 1, k == 2}));
  /* arms are rounded to the grid; rotation and sum have errors of some units in the last place */
  o->margin = 8 * domain->grain + 1e-14 * scale * t->bound;
  for (int i = 0; i < t->n && t->n <= TEMPLATE_TREE_FROM; i++)
    o->arm[i] = pebble_arm(q, vec3_scale(scale, t->offset[i]), domain->magic);
}

int outline_all(const Outline *o, int *pieces)
{
  if (o->template->tree.n_nodes > 0) {
    pieces[0] = outline_node(0);
    return 1;
  }
  for (int i = 0; i < o->template->n; i++) pieces[i] = i;
  return o->template->n;
}

static bool pebble_meets(const Outline *o, const Box *box, int i)
{
  const Template *t    = o->template;
  const Vec3      arm  = t->n <= TEMPLATE_TREE_FROM
                           ? o->arm[i]
                           : pebble_arm(o->q, vec3_scale(o->scale, t->offset[i]), o->magic);
  const double    near = o->scale * template_reach(t)[i] + o->reach;

  return box_distance2(box, vec3_add(o->x, arm)) <= near * near;
}

/* AWAY: no pebble of the node meets the box; INSIDE: all do, as all centres are inside; PARTLY:
   some may. By the axis-aligned box around the rotated box of the node's centres. */
static int node_meets(const Outline *o, const Box *box, const SphereNode *node)
{
  const Vec3 middle   = vec3_scale(0.5, vec3_add(node->lo, node->hi)),
             half     = vec3_sub(node->hi, middle);
  const double near   = o->scale * node->largest + o->reach;
  double       way    = 0;
  bool         inside = true;

  for (int k = 0; k < 3; k++) {
    const double a = vec3_axis(o->axis[0], k), b = vec3_axis(o->axis[1], k),
                 c    = vec3_axis(o->axis[2], k);
    const double x    = vec3_axis(o->x, k) + (a * middle.x + b * middle.y + c * middle.z);
    const double side = fabs(a) * half.x + fabs(b) * half.y + fabs(c) * half.z + o->margin;
    const double lo = vec3_axis(box->lo, k), hi = vec3_axis(box->hi, k);
    const double gap = max_real(max_real(lo - (x + side), (x - side) - hi), 0);

    way += gap * gap;
    inside = inside && x - side >= lo && x + side <= hi;
  }
  return inside ? INSIDE : way <= near * near ? PARTLY : AWAY;
}

/* outline_sift for one node. The recursion is as deep as the tree, which is balanced. */
static int sift_node(const Outline *o, const Box *box, int place, bool any, int *met)
{
  const SphereTree *tree = &o->template->tree;
  const SphereNode *node = &tree->node[place];
  const int         how  = node_meets(o, box, node);
  int               m    = 0;

  if (how == INSIDE) met[m++] = outline_node(place);
  if (how != PARTLY) return m;
  if (node->left > 0) {
    m = sift_node(o, box, node->left, any, met);
    return any && m > 0 ? m : m + sift_node(o, box, node->left + 1, any, met + m);
  }
  for (int k = node->first; k < node->first + node->n && !(any && m > 0); k++)
    if (pebble_meets(o, box, tree->order[k])) met[m++] = tree->order[k];
  return m;
}

int outline_sift(const Outline *o, const Box *box, const int *pieces, int n, bool any, int *met)
{
  int m = 0;

  for (int k = 0; k < n && !(any && m > 0); k++) {
    if (pieces[k] < 0) m += sift_node(o, box, outline_node(pieces[k]), any, met + m);
    else if (pebble_meets(o, box, pieces[k])) met[m++] = pieces[k];
  }
  return m;
}

int outline_count(const Outline *o, const int *pieces, int n)
{
  int sum = 0;

  for (int k = 0; k < n; k++)
    sum += pieces[k] < 0 ? o->template->tree.node[outline_node(pieces[k])].n : 1;
  return sum;
}
