/* SPDX-License-Identifier: MIT */
/* Rows of dumps (dump_module.h). */
#include "constraint/hard/hard.h"
#include "constraint/project.h"
#include "contact/law.h"
#include "link/links.h"
#include "output/frames/dump_module.h"
#include "wall/walls.h"

/* ---- what is shown ---- */

static bool has_id(const Dump *d, Id id)
{
  if (d->n_ids == 0) return true;
  for (int k = 0; k < d->n_ids; k++)
    if (d->ids[k] == id) return true;
  return false;
}

/* x: wrapped. */
static bool is_inside(const Dump *d, Vec3 x)
{
  for (int k = 0; k < 3 && d->boxed; k++)
    if (!(vec3_axis(x, k) >= vec3_axis(d->lo, k) && vec3_axis(x, k) <= vec3_axis(d->hi, k)))
      return k == 2 && d->world->dimension == 2;
  return true;
}

/* ---- pebbles and clumps ---- */

static Quat attitude_of(const Clumps *c, PetscInt a, const Template *t)
{
  return quat_mul(c->pose[a].q, quat_conjugate(t->mass.axes));
}

static void fill_pebble(const Dump *d, PetscInt a, int member, int most, PebbleRow *row)
{
  const World    *w = d->world;
  const Clumps   *c = w->clumps;
  const Template *t = &w->templates->list[c->template[a]];
  const Vec3      arm =
    pebble_arm(c->pose[a].q, vec3_scale(c->scale[a], t->offset[member]), w->domain->magic);

  memset(row, 0, sizeof *row);
  row->clump    = c->id[a];
  row->member   = member;
  row->id       = c->id[a] * most + member + 1;
  row->template = c->template[a];
  row->type     = c->template[a] + 1;
  row->material = t->material[member];
  row->group    = groups_place(w->groups, "Default", c->group[a]);
  row->x        = vec3_add(domain_wrapped(w->domain, c->pose[a].x), arm);
  row->radius   = c->scale[a] * t->radius[member];
  row->v        = vec3_add(c->motion[a].v, vec3_cross(c->w[a], arm));
  row->w        = c->w[a];
  row->q        = attitude_of(c, a, t);
}

static void fill_clump(const Dump *d, PetscInt a, ClumpRow *row)
{
  const World    *w = d->world;
  const Clumps   *c = w->clumps;
  const Template *t = &w->templates->list[c->template[a]];
  const Image     boxes =
    domain_reduced(w->domain, image_add(c->image[a], domain_boxes(w->domain, c->pose[a].x)));

  memset(row, 0, sizeof *row);
  row->id        = c->id[a];
  row->lammps_id = c->id[a] + 1;
  row->template  = c->template[a];
  row->type      = c->template[a] + 1;
  row->group     = groups_place(w->groups, "Default", c->group[a]);
  row->pebbles   = t->n;
  row->x         = domain_wrapped(w->domain, c->pose[a].x);
  memcpy(row->image, &boxes, sizeof row->image);
  row->radius = c->scale[a] * t->bound;
  row->scale  = c->scale[a];
  row->mass   = c->mass[a];
  row->q      = attitude_of(c, a, t);
  row->v      = c->motion[a].v;
  row->w      = c->w[a];
  row->force  = c->force[a];
  row->torque = c->torque[a];
}

static bool is_asked(const Dump *d, PetscInt a)
{
  const Clumps *c = d->world->clumps;

  return !clump_is_gone(c, a) && clump_is_among(c, a, d->groups) && has_id(d, c->id[a]);
}

void dump_bodies(const Dump *d, int64_t *n, char **rows)
{
  const Clumps *c    = d->world->clumps;
  int           most = 1; /* pebbles of the largest template */
  const bool    each = d->what == DUMP_PEBBLES;
  const size_t  size = d->plan.kind->row_size;
  int64_t       room = 0;

  for (int k = 0; k < d->world->templates->n; k++)
    most = (int)max_int(most, d->world->templates->list[k].n);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_asked(d, a)) room += each ? d->world->templates->list[c->template[a]].n : 1;
  array_create(rows, size, room);
  *n = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!is_asked(d, a)) continue;
    for (int m = 0; m < (each ? d->world->templates->list[c->template[a]].n : 1); m++) {
      void *row = *rows + (size_t)*n * size;

      if (each) fill_pebble(d, a, m, most, row);
      else fill_clump(d, a, row);
      *n += is_inside(
        d, domain_wrapped(d->world->domain, each ? ((PebbleRow *)row)->x : ((ClumpRow *)row)->x));
    }
  }
}

/* ---- contacts ---- */

/* Index in Dumps.object. Names are those of the objects, not copies. */
static int32_t object_of(const World *w, const ContactSeen *seen)
{
  const Hard *hard = w->constraints->hard;
  int32_t     n    = 0;

  for (int k = 0; k < w->laws->n; k++, n++)
    if (seen->name == w->laws->list[k].name) return n;
  for (int k = 0; hard && k < hard->n; k++, n++)
    if (seen->name == hard->laws[k].name) return n;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < w->links->set[k].n_objects; i++, n++)
      if (seen->name == w->links->set[k].objects[i].name) return n;
  return 0;
}

static bool is_link(const ContactSeen *seen)
{
  return seen->kind == SEEN_LINK || seen->kind == SEEN_CONSTRAINT;
}

/* Set the ends of the line that shows a contact: the centres of its pebbles, or of its free meshes;
   the contact point on a wall; the two points of a link. */
static void put_ends(const ContactSeen *s, ContactRow *row)
{
  const Vec3 x = seen_point(s);

  row->end[0] = row->end[1] = x;
  if (is_link(s)) {
    row->end[1] = vec3_add(vec3_add(s->centre, s->branch), s->arm_b);
    return;
  }
  if (s->kind == SEEN_SOLID) row->end[0] = s->centre;
  else row->end[0] = vec3_axpy(x, -(s->radius_a + 0.5 * s->gap), s->normal);
  if (!s->wall) row->end[1] = vec3_axpy(x, s->radius_b + 0.5 * s->gap, s->normal);
}

static void fill_contact(const World *w, const ContactSeen *s, ContactRow *row)
{
  const int64_t many = 1 << 20; /* the numbers of an image are smaller */
  const Image   n    = s->image;

  memset(row, 0, sizeof *row);
  row->a          = s->a;
  row->b          = s->b;
  row->wall       = s->wall;
  row->member_a   = s->member_a;
  row->member_b   = s->member_b;
  row->kind       = s->kind;
  row->image_code = ((n.x + many) * 2 * many + n.y + many) * 2 * many + n.z + many;
  row->object     = object_of(w, s);
  row->kind_word  = s->kind;
  row->fresh      = s->fresh;
  memcpy(row->image, &n, sizeof row->image);
  put_ends(s, row);
  row->point      = seen_point(s);
  row->normal     = s->normal;
  row->force      = s->force;
  row->tangential = seen_across(s);
  row->couple     = s->couple;
  row->branch     = s->branch;
  row->arm_a      = s->arm_a;
  row->arm_b      = s->arm_b;
  row->overlap    = -s->gap;
  row->push       = seen_push(s);
  row->age        = s->age;
  row->radius_a   = s->radius_a;
  row->radius_b   = s->radius_b;
}

static bool is_shown(const Dump *d, const ContactSeen *s)
{
  if (d->what == DUMP_WALLS ? !s->wall : is_link(s) != (d->what == DUMP_BONDS)) return false;
  if (d->groups && !(d->groups & (s->group_a | s->group_b))) return false;
  if (!has_id(d, s->a) && (s->wall ? s->carrier < 0 || !has_id(d, s->carrier) : !has_id(d, s->b)))
    return false;
  return !d->boxed || is_inside(d, domain_wrapped(d->world->domain, seen_point(s)));
}

void dump_forget(void *dump)
{
  ((Dump *)dump)->n = 0;
}

void dump_see(void *dump, const ContactSeen *s)
{
  Dump        *d    = dump;
  const size_t size = d->what == DUMP_WALLS ? sizeof(FacetLoad) : sizeof(ContactRow);

  if (!is_shown(d, s)) return;
  array_reserve(&d->rows, size, d->n + 1, &d->capacity);
  if (d->what == DUMP_WALLS) {
    const Vec3 force = vec3_scale(-1, s->force);

    ((FacetLoad *)(void *)d->rows)[d->n] =
      (FacetLoad){.wall   = s->b,
                  .facet  = s->facet,
                  .force  = force,
                  .torque = vec3_sub(vec3_cross(s->arm_b, force), s->couple),
                  .push   = seen_push(s)};
  } else fill_contact(d->world, s, &((ContactRow *)(void *)d->rows)[d->n]);
  d->n++;
}

/* ---- walls ---- */

enum { LOAD_PUSH = 6, FACET_SUMS };

/* Sums of loads from .. end - 1; exact, so that their order does not matter. */
static void sums_of(const FacetLoad *load, PetscInt from, PetscInt end, Sum sums[FACET_SUMS])
{
  for (int k = 0; k < FACET_SUMS; k++) sum_clear(&sums[k]);
  for (PetscInt k = from; k < end; k++) {
    for (int i = 0; i < 3; i++) {
      sum_add(&sums[i], vec3_axis(load[k].force, i));
      sum_add(&sums[3 + i], vec3_axis(load[k].torque, i));
    }
    sum_add(&sums[LOAD_PUSH], load[k].push);
  }
}

static FacetLoadRow row_of_wall(const Walls *walls, int w, const Sum sums[FACET_SUMS])
{
  const Wall *wall  = &walls->list[w];
  const Vec3  force = sum_vec3(sums), torque = sum_vec3(sums + 3);
  Vec3        place = {NAN, NAN, NAN}, normal;

  if (wall->surface == &surface_plane)
    wall->surface->geometry.confines(wall->constants, vec3(0, 0, 1), &place, &normal);
  return (FacetLoadRow){.wall        = w,
                        .facet       = -1,
                        .name        = w,
                        .centre      = place,
                        .force       = force,
                        .torque      = torque,
                        .wall_force  = force,
                        .wall_torque = torque,
                        .area        = NAN,
                        .pressure    = NAN};
}

typedef struct {
  PetscInt      n, room;
  FacetLoadRow *list;
} FacetRows;

static void row_add(FacetRows *rows, const FacetLoadRow *row)
{
  array_reserve(&rows->list, sizeof *rows->list, rows->n + 1, &rows->room);
  rows->list[rows->n++] = *row;
}

/* Add the facets of a wall to rows, or with tables those that have loads, which are
   load[from .. end - 1]. whole: the row of the wall. */
static void add_facets(const Dump *d, bool tables, const FacetLoad *load, PetscInt from,
                       PetscInt end, const FacetLoadRow *whole, FacetRows *rows)
{
  const World   *world = d->world;
  const Wall    *wall  = &world->walls->list[whole->wall];
  const bool     tells = wall->surface->geometry.gives_facet;
  const FacetBox box   = {
      .lo = world->domain->lo, .hi = world->domain->hi, .planar = world->dimension == 2};
  Facets f = {0};

  wall->surface->geometry.facets(wall->constants, &box, &f);
  for (PetscInt k = 0; k < f.n; k++) {
    FacetLoadRow row = *whole;
    Sum          sums[FACET_SUMS];
    PetscInt     to = from;

    while (tells && to < end && load[to].facet == k) to++;
    if (tables && to == from) continue;
    sums_of(load, from, to, sums);
    from        = to;
    row.facet   = k;
    row.corners = f.list[k].n;
    row.centre  = (Vec3){0, 0, 0};
    for (int i = 0; i < row.corners; i++) {
      row.corner[i] = f.point[f.list[k].v[i]];
      row.centre    = vec3_axpy(row.centre, 1.0 / row.corners, row.corner[i]);
    }
    row.area     = facet_area(&f, &f.list[k]);
    row.force    = tells ? sum_vec3(sums) : vec3(NAN, NAN, NAN);
    row.torque   = tells ? sum_vec3(sums + 3) : vec3(NAN, NAN, NAN);
    row.pressure = tells ? sum_value(&sums[LOAD_PUSH]) / row.area : NAN;
    row_add(rows, &row);
  }
  facets_free(&f);
}

PetscErrorCode dump_walls(const Dump *d, bool tables, int64_t *n, char **rows)
{
  FacetLoad *load;
  FacetRows  all = {0};
  PetscInt   n_loads, at = 0;

  PetscFunctionBeginUser;
  /* by wall and facet */
  PetscCall(
    table_gather(d->world->par, sizeof *load, compare_id_pairs, d->n, d->rows, &n_loads, &load));
  PetscCall(walls_gather(d->world->walls, d->world->par));
  for (int w = 0; w < d->world->walls->n && d->world->par->rank == 0; w++) {
    const PetscInt from = at;
    Sum            sums[FACET_SUMS];
    FacetLoadRow   whole;

    while (at < n_loads && load[at].wall == w) at++;
    if (d->world->walls->list[w].gone) continue; /* its clump has left */
    sums_of(load, from, at, sums);
    whole = row_of_wall(d->world->walls, w, sums);
    if (tables) row_add(&all, &whole);
    if (!tables || d->world->walls->list[w].surface->geometry.gives_facet)
      add_facets(d, tables, load, from, at, &whole, &all);
  }
  walls_disperse(d->world->walls);
  array_free(&load);
  if (!all.list) array_create(&all.list, sizeof *all.list, 1);
  *n    = all.n;
  *rows = (char *)all.list;
  PetscFunctionReturn(PETSC_SUCCESS);
}
