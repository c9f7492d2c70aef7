/* SPDX-License-Identifier: MIT */
/* Arrays of large templates are kept once a node: the same numbers, before and after. */
#include "matter/template.h"
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

static void one_copy_is_kept(const Parallel *par)
{
  Templates t = {.dimension = 3};

  add(&t, "small", SMALL);
  CALL(templates_share(par, &t));
  CHECK(!t.shared.bytes && !t.list[0].shared); /* too small to be worth it */
  add(&t, "large", LARGE);
  add(&t, "other", LARGE / 2);
  CALL(templates_share(par, &t));
  CHECK(!t.list[0].shared);
  CHECK_INT(t.list[1].shared && t.list[2].shared, par->size > 1);
  if (par->size > 1)
    CHECK((char *)t.list[1].offset >= (char *)t.shared.bytes &&
          (char *)(t.list[2].tree.node + t.list[2].tree.n_nodes) <=
            (char *)t.shared.bytes + t.shared.size);
  CALL(templates_share(par, &t)); /* once more: nothing */
  add(&t, "later", LARGE);
  CHECK(!t.list[3].shared);
  for (int k = 0; k < 4; k++) {
    static const int n[] = {SMALL, LARGE, LARGE / 2, LARGE};

    check_template(&t.list[k], n[k]);
  }
  templates_cut(&t, 2);
  check_template(&t.list[1], LARGE);
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
