/* SPDX-License-Identifier: MIT */
/* Comparison of the states of two checkpoints. */
#define _POSIX_C_SOURCE 200809L

#include "checkpoints.h"

#include "output/checkpoint/checkpoint.h"

static bool compare_says(const Checkpoint *a, const Checkpoint *b, const char *word)
{
  FILE *out = tmpfile();
  char  text[4096];
  bool  same = true, says;

  checkpoint_compare(a, b, out, &same);
  rewind(out);
  text[fread(text, 1, sizeof text - 1, out)] = 0;
  fclose(out);
  says = word ? !same && strstr(text, word) : same && !text[0];
  if (!says) test_fail(__FILE__, __LINE__, "\"%s\" does not say \"%s\"", text, word ? word : "");
  return says;
}

static void differences_are_told(const Parallel *par)
{
  Checkpoint a = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS),
             b = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char word[256];

  CHECK(compare_says(&a, &b, NULL));
  b.clumps->motion[2].v.z = nextafter(nextafter(b.clumps->motion[2].v.z, 2), 2);
  snprintf(word, sizeof word,
           "/particles/clumps/velocity: 1 row differs; the first: clump %lld, component 2",
           (long long)b.clumps->id[2]);
  CHECK(compare_says(&a, &b, word));
  CHECK(compare_says(&a, &b, "or 2 ulp"));
  b.clumps->motion[2].v.z = a.clumps->motion[2].v.z;
  record_memory(&b.contacts->law[0], 1)[0] += 1;
  CHECK(compare_says(&a, &b, "/clast/contacts/memory: 1 row differs"));
  CHECK(compare_says(&a, &b, "largest 1 "));
  b.contacts->law[0].n--;
  CHECK(compare_says(&a, &b, "only in the first: 1 contacts"));
  b.waiting->time[1] = 7;
  CHECK(compare_says(&a, &b, "/clast/waiting/time: 1 row differs; the first: waiting clump "));
  b.waiting->clumps->n_owned--;
  CHECK(compare_says(&a, &b, "only in the first: 1 waiting clumps, the first is waiting clump "));
  strcpy(b.groups.list[1].name, "black");
  CHECK(compare_says(
    &a, &b, "/clast/groups/name: 1 row differs; the first: row 1, \"green\" and \"black\""));
  b.clock.t0 = 1;
  CHECK(compare_says(&a, &b, "time: "));
  (void)par;
  checkpoint_free(&a);
  checkpoint_free(&b);
  test_end("two states that differ are told apart by table, id, number and size");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  differences_are_told(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
