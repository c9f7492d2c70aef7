/* SPDX-License-Identifier: MIT */
/* Digests of checkpoints do not depend on ranks and see every part of the state. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

static uint64_t digest_of(const Parallel *par, Deal deal)
{
  Checkpoint c = state_create(deal, N_CLUMPS, N_CONTACTS);
  uint64_t   digest;

  CALL(checkpoint_digest(par, &c, &digest));
  checkpoint_free(&c);
  return digest;
}

/* Written by all ranks, read by one. */
static void check_alone(const char *path, uint64_t expected)
{
  Parallel   self;
  Checkpoint c;
  bool       good;
  uint64_t   digest = 0;
  char       why[CHECKPOINT_WHY];

  CALL(parallel_create(PETSC_COMM_SELF, &self));
  CALL(checkpoint_read(&self, path, &c, &good, why));
  CHECK(good);
  if (good) {
    check_clumps(&self, &c, N_CLUMPS);
    check_contacts(&self, &c, N_CONTACTS);
    CALL(checkpoint_digest(&self, &c, &digest));
    CHECK(digest == expected);
    checkpoint_free(&c);
  }
  CALL(parallel_destroy(&self));
}

static void digests_do_not_see_ranks(const Parallel *par)
{
  const uint64_t expected = digest_of(par, DEAL_FIRST);
  Checkpoint     c        = state_create(DEAL_BLOCKS_REVERSED, N_CLUMPS, N_CONTACTS);
  uint64_t       in_file  = 0;
  char           path[CHECKPOINT_PATH];

  CHECK(digest_of(par, DEAL_ROUND) == expected);
  CHECK(digest_of(par, DEAL_BLOCKS_REVERSED) == expected);
  write_state(par, work, &c, 3, path);
  CHECK(file_digest(par, path, &in_file));
  CHECK(in_file == expected);
  if (par->rank == 0) check_alone(path, expected);
  test_note("digest %016llx", (unsigned long long)expected); /* the same for every np */
  checkpoint_free(&c);
  test_end("a digest is the same however rows are dealt to ranks, in memory and in the file");
}

/* Flip the lowest bit of one byte of the state on one rank. True if the digest changes. */
static void check_noticed(const Parallel *par, const Checkpoint *c, void *byte, const char *name)
{
  unsigned char *b = byte;
  uint64_t       before, after;

  CALL(checkpoint_digest(par, c, &before));
  if (b) *b ^= 1;
  CALL(checkpoint_digest(par, c, &after));
  if (b) *b ^= 1;
  if (before == after) test_fail(__FILE__, __LINE__, "%s: another bit, the same digest", name);
}

static void digests_see_every_part(const Parallel *par)
{
  Checkpoint c     = state_create(DEAL_FIRST, N_CLUMPS, N_CONTACTS);
  const bool owner = par->rank == 0;

  for (const Field *f = c.clumps->fields; f->name; f++)
    if (f->travels & SAVED)
      check_noticed(par, &c, owner ? field_item(f, c.clumps, 9) : NULL, f->name);
  check_noticed(par, &c, owner ? &record_memory(&c.contacts->law[0], 3)[STATE_MEMORY - 1] : NULL,
                "memory");
  check_noticed(par, &c, owner ? &c.contacts->law[0].list[3].point.z : NULL, "point");
  check_noticed(par, &c, owner ? &c.contacts->law[0].list[3].image.z : NULL, "image of a contact");
  check_noticed(par, &c, &c.clock.t0, "time");
  check_noticed(par, &c, &c.clock.dt, "dt");
  check_noticed(par, &c, &c.loads.force.exponent, "exponent");
  check_noticed(par, &c, &c.dissipated.limb[40], "dissipated");
  check_noticed(par, &c, c.state.list[2].bytes + 8, "counts");
  check_noticed(par, &c, &c.materials->list[1].young, "young");
  check_noticed(par, &c, &c.templates->list[2].offset[4].y, "pebble");
  checkpoint_free(&c);
  test_end("a digest sees one bit in every part of the state");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  digests_do_not_see_ranks(&par);
  digests_see_every_part(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
