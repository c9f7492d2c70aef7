/* SPDX-License-Identifier: MIT */
/* Arrays of large templates are kept once a node: the same numbers, before and after. */
#include "matter/pebbles.h"
#include "test.h"

enum { LARGE = 20000, SMALL = 3 };

static void add(Templates *templates, const char *name, int n)
{
  MassProperties mass = {.volume = 1, .mass = 2, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  pebble_set_create(n, &set);
  array_create(&set.group, sizeof *set.group, n);
  for (int i = 0; i < n; i++) {
    set.x[i]        = vec3(sin(i), cos(2 * i), i % 7);
    set.r[i]        = 0.1 + 1e-6 * i;
    set.material[i] = i % 3;
    set.group[i]    = (uint64_t)i;
  }
  CALL(templates_add(templates, name, &set, &mass));
  pebble_set_free(&set);
}

static void check_template(const Template *t, int n)
{
  int nearest = -1, wrong = 0;

  CHECK_INT(t->n, n);
  for (int i = 0; i < n; i++) {
    const Vec3 x = vec3(sin(i), cos(2 * i), i % 7);

    wrong += vec3_norm(vec3_sub(t->offset[i], x)) > 0 || t->radius[i] != 0.1 + 1e-6 * i ||
             t->material[i] != i % 3 || t->group[i] != (uint64_t)i;
  }
  CHECK_INT(wrong, 0);
  if (n < TEMPLATE_TREE_FROM) return;
  CHECK(t->tree.x == t->offset && t->tree.r == t->radius);
  (void)sphere_tree_gap(&t->tree, vec3_add(t->offset[77], vec3(0, 0, 0.2)), &nearest);
  CHECK(nearest >= 0 && nearest < n);
}

static void check_form(const Templates *t, int k, int i, int row)
{
  const Vec3   o     = t->list[k].offset[i];
  const double of[4] = {o.x, o.y, o.z, t->list[k].radius[i]};

  CHECK((char *)&t->forms[4 * row] >= (char *)t->shared.bytes &&
        (char *)&t->column[row] < (char *)t->shared.bytes + t->shared.size);
  CHECK(memcmp(&t->forms[4 * row], of, sizeof of) == 0);
  for (int m = 0; m < 4; m++) CHECK(t->column[m * templates_pebbles(t) + row] == of[m]);
}

/* Pebbles read the forms of the node if there are some of all templates, else their own. */
static void check_pebbles(Pebbles *p, const Templates *t, int template, bool borrows)
{
  int32_t      of[1] = {template};
  const Clumps c     = {.template = of};

  p->n = 0;
  pebbles_add(p, &c, t, 0, 0, 3);
  CHECK(p->borrows == borrows && (&p->forms->x == t->forms) == borrows);
  for (int i = 0; i < 3; i++)
    CHECK(p->forms[p->form[i]].y == t->list[template].offset[i].y &&
          p->column[3 * p->n_forms + p->form[i]] == t->list[template].radius[i]);
}

static void one_copy_is_kept(const Parallel *par)
{
  Templates t = {.dimension = 3};
  Pebbles  *pebbles;

  pebbles_create(&pebbles);

  add(&t, "small", SMALL);
  CALL(templates_share(par, &t));
  CHECK(!t.shared.bytes && !t.list[0].shared); /* too small to be worth it */
  add(&t, "large", LARGE);
  add(&t, "other", LARGE / 2);
  check_pebbles(pebbles, &t, 2, false);
  CALL(templates_share(par, &t));
  CHECK(!t.list[0].shared);
  CHECK_INT(t.list[1].shared && t.list[2].shared, par->size > 1);
  if (par->size > 1)
    CHECK((char *)t.list[1].offset >= (char *)t.shared.bytes &&
          (char *)(t.list[2].tree.node + t.list[2].tree.n_nodes) <=
            (char *)t.shared.bytes + t.shared.size);
  CHECK_INT(t.n_formed, par->size > 1 ? 3 : 0);
  for (int k = 0, row = 0; k < t.n_formed; k++)
    for (int i = 0; i < t.list[k].n; i++, row++) check_form(&t, k, i, row);
  CALL(templates_share(par, &t)); /* once more: nothing */
  check_pebbles(pebbles, &t, 1, par->size > 1);
  add(&t, "later", LARGE);
  check_pebbles(pebbles, &t, 3, false);
  CHECK(!t.list[3].shared);
  for (int k = 0; k < 4; k++) {
    static const int n[] = {SMALL, LARGE, LARGE / 2, LARGE};

    check_template(&t.list[k], n[k]);
  }
  templates_cut(&t, 2);
  check_template(&t.list[1], LARGE);
  add(&t, "as many", LARGE / 3); /* as there were when forms were shared */
  CALL(templates_share(par, &t));
  check_pebbles(pebbles, &t, 2, false);
  check_pebbles(pebbles, &t, 1, false);
  pebbles_destroy(&pebbles);
  templates_free(&t);
  CHECK(t.n == 0 && !t.shared.bytes);
  test_end("large templates are in a block of the node, with the numbers that they had");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  one_copy_is_kept(&par);
  CALL(parallel_destroy(&par));
}
