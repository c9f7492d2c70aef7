/* SPDX-License-Identifier: MIT */
/* Memory that the ranks of a node share: what the head writes is read by all, and every rank has
   its own copy where one of them cannot map it; and a mesh that is shared by one node, by two, or
   by none has the same places, to the bit. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "meshes.h"
#include "options_test.h"

#include "matter/material.h"
#include "wall/walls.h"

enum { NUMBERS = 50000, POINTS = 2000 };

static Parallel par;

/* Fill a block on the head and read it on all; returns whether it is mapped. */
static bool fill_and_read(const Nodes *nodes)
{
  Shared  block;
  double *number;
  bool    mapped;

  CALL(shared_create(&nodes->mates, NUMBERS * sizeof *number, &block));
  number = block.bytes;
  mapped = block.mapped;
  for (int k = 0; nodes->is_head && k < NUMBERS; k++) number[k] = 3. * k;
  CALL(shared_seal(&nodes->mates, &block));
  for (int k = 0; k < NUMBERS; k++) CHECK(number[k] == 3. * k);
  shared_free(&block);
  CHECK(!block.bytes);
  return mapped;
}

static void one_copy_or_many(void)
{
  struct rlimit files, none;
  Nodes         nodes;
  Shared        block;
  char          name[64];

  CALL(nodes_open(&par, &nodes));
  CHECK_INT(nodes.mates.size, par.size); /* tests run on one node */
  CHECK_INT(nodes.is_head, par.rank == 0);
  CHECK_INT(fill_and_read(&nodes), par.size > 1);
  CALL(shared_create(&nodes.mates, 64, &block));
  snprintf(name, sizeof name, "/clast-%ld-0", (long)getpid());
  CHECK(shm_open(name, O_RDONLY, 0) < 0); /* nothing stays behind */
  shared_free(&block);
  getrlimit(RLIMIT_NOFILE, &files);
  none = (struct rlimit){.rlim_cur = 0, .rlim_max = files.rlim_max};
  if (par.rank == par.size - 1) setrlimit(RLIMIT_NOFILE, &none);
  CHECK(!fill_and_read(&nodes));
  setrlimit(RLIMIT_NOFILE, &files);
  CALL(nodes_close(&nodes));
  test_end("memory of a node: one copy for all its ranks, or one for each");
}

/* ---- a mesh ---- */

/* `parts` nodes, as if each of them had every parts-th rank. */
static void divide(int parts, Nodes *nodes)
{
  MPI_Comm_split(par.comm, par.rank % parts, par.rank, &nodes->mates.comm);
  MPI_Comm_rank(nodes->mates.comm, &nodes->mates.rank);
  MPI_Comm_size(nodes->mates.comm, &nodes->mates.size);
  nodes->is_head = nodes->mates.rank == 0;
  MPI_Comm_split(par.comm, nodes->is_head, par.rank, &nodes->heads.comm);
  MPI_Comm_rank(nodes->heads.comm, &nodes->heads.rank);
  MPI_Comm_size(nodes->heads.comm, &nodes->heads.size);
}

static void find(const Walls *walls, int feature, Vec3 x, Nearest *t)
{
  const int32_t wall = 0;

  t->n          = 1;
  t->feature[0] = feature;
  t->x[0]       = x.x;
  t->y[0]       = x.y;
  t->z[0]       = x.z;
  t->limit[0]   = INFINITY;
  walls_nearest(walls, &wall, false, t);
}

/* A sum over places near the mesh, the same on all ranks and for any nodes. */
static double probe(const Walls *walls)
{
  Random   random = random_stream(3, 1, 0);
  Features near   = {0};
  double   sum    = 0;

  for (int k = 0; k < POINTS; k++) {
    const double a = random_real(&random), b = random_real(&random), c = random_real(&random);
    const Vec3   x = {3 * a - 1.5, 3 * b - 1.5, 3 * c - 1.5};
    Nearest      t;

    near.n = 0;
    walls->list[0].surface->geometry.seek(walls->list[0].constants, x, x, 9, &near);
    for (int i = 0; i < near.n; i++) {
      find(walls, near.list[i], x, &t);
      if (isfinite(t.distance[0])) sum += t.distance[0] + 3 * t.nx[0] + 5 * t.ny[0] * t.nz[0];
    }
  }
  array_free(&near.list);
  return sum;
}

/* The sum with so many nodes; and after a restart, when all ranks have the arrays of the file. */
static double probe_with(int parts, const char *side)
{
  static const OptionKind *const kinds[] = {&material_kind, &wall_kind, NULL};
  char                           text[900];
  Options                       *options;
  Materials                      stuff = {0};
  Walls                          walls = {0};
  Nodes                          nodes;
  bool                           good;
  double                         sum;

  snprintf(text, sizeof text,
           "material:\n  - m: {density: 1, young: 1, poisson: 0}\nwall:\n  - w: {material: m, "
           "shape: mesh, file: %s/block.stl, side: %s, shift: [.1, 0, 0]}\n",
           test_folder(), side);
  options = options_of_text(&par, kinds, text, "case");
  materials_read(options, &stuff);
  walls_read(options, &stuff, &walls);
  CHECK_INT(walls.n, 1);
  divide(parts, &nodes);
  CALL(
    walls.list[0].surface->load(&par, &nodes, options, "w", walls.list[0].constants, false, &good));
  CHECK(good);
  CALL(walls.list[0].surface->prepare(&nodes, walls.list[0].constants, .1, vec3(0, 0, 0)));
  sum = probe(&walls);
  walls_free(&walls);
  options_destroy(&options);
  MPI_Comm_free(&nodes.heads.comm);
  MPI_Comm_free(&nodes.mates.comm);
  return sum;
}

static void a_shared_mesh_is_the_mesh(void)
{
  static const char *const sides[] = {"both", "outside", "inside"};
  static Triangles         t;

  for (int k = 0; k < 3; k++) {
    double alone;

    t.n = 0;
    add_block(&t, vec3(-.5, -.6, -.7), vec3(.5, .6, .7));
    write_mesh("block.stl", &t);
    alone = probe_with(par.size, sides[k]); /* a node for each rank: nothing is shared */
    CHECK(isfinite(alone) && alone != 0);
    for (int parts = 1; parts <= 2 && parts <= par.size; parts++)
      CHECK(probe_with(parts, sides[k]) == alone);
  }
  test_end("a mesh that ranks share has the places of one that they do not, to the bit");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  one_copy_or_many();
  a_shared_mesh_is_the_mesh();
  CALL(parallel_destroy(&par));
  test_folder_remove();
}
