/* SPDX-License-Identifier: MIT */
/* Lists that ranks have whole are bounded, and what is longer is refused before it is made. */
#include "interaction/gravity/gravity.h"
#include "matter/loads.h"
#include "matter/whole.h"
#include "output/frames/dump.h"
#include "output/table/series.h"
#include "test.h"

static void bounds_are_told(void)
{
  static const struct {
    const Whole *whole;
    const char  *told;
  } cases[] = {
    {&whole_exclusions,
     "100000001 pairs in all lists so far; allowed: up to 100000000, as every rank "
     "has all of them: give the same bond_id to clumps that must never touch"},
    {&whole_skins,
     "10000001 elements of skins so far; allowed: up to 10000000, as every rank has all "
     "of them: take coarser skins, or fewer"},
    {&whole_fragments,
     "1000001 fragments of a clump; allowed: up to 1000000, as every rank has all of "
     "them: let it break into fewer"},
    {&whole_broken,
     "100000001 clumps break in one step; allowed: up to 100000000, as every rank has "
     "all of them: give them strengths at which fewer break at once"},
    {&whole_bodies,
     "429496730 bodies attract each other, pair by pair; allowed: up to 429496729, as "
     "every rank has all of them: choose method: tree"},
    {&whole_rows,
     "100000001 rows of a dump at one time; allowed: up to 100000000, as rank 0 writes "
     "them: choose the format vtkhdf, or a smaller group"},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[WHOLE_TEXT] = "";

    CHECK(whole_fits(cases[k].whole, cases[k].whole->most, text));
    CHECK_TEXT(text, "");
    CHECK(!whole_fits(cases[k].whole, cases[k].whole->most + 1, text));
    CHECK_TEXT(text, cases[k].told);
  }
  test_end("each list has its bound, and more is told with the number, the reason and the cure");
}

/* None of these rows and bodies is there: they must not be looked at. */
static void too_many_are_not_gathered(const Parallel *par)
{
  const int64_t share = whole_rows.most / par->size + 1;
  DumpPlan      plan  = {.kind = (const DumpKind *)dump_kinds[DUMP_CLUMPS], .format = &dump_csv};
  DumpFrame     frame = {.rows = {.n = share}};
  char          why[SERIES_WHY] = "";
  char         *rows;
  int64_t       n;
  bool          fits = true;
  Log           log  = {0};

  CALL(dump_gather(par, &plan, &frame, &n, &rows, &fits, why));
  CHECK(!fits);
  CHECK_INT(n, 0);
  CHECK(strstr(why, "rows of a dump") != NULL);
  fits = true;
  CALL(dump_csv.write(par, ".", &plan, &frame, &log, &fits, why));
  CHECK(!fits);
  fits = true;
  CALL(dump_vtp.write(par, ".", &plan, &frame, &log, &fits, why));
  CHECK(!fits);
  test_end(
    "rows of a dump that are too many for a text are not gathered: the frame is not written");
}

static void too_many_do_not_attract(const Parallel *par)
{
  Gravity      gravity = {.constant = 1};
  MutualBodies bodies  = {.par = par, .n = (PetscInt)(whole_bodies.most / par->size + 1)};

  CHECK_ERROR(PETSC_ERR_ARG_OUTOFRANGE, gravity_direct.force(&gravity, &bodies));
  gravity_direct.free(gravity.work);
  test_end("bodies that are too many for all pairs are refused before they are gathered");
}

TESTS(.ranks = {1, 2})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  bounds_are_told();
  too_many_are_not_gathered(&par);
  too_many_do_not_attract(&par);
  CALL(parallel_destroy(&par));
}
