/* SPDX-License-Identifier: MIT */
/* Contacts of several laws in a checkpoint: each law has its own list, with memory of its own
   width. */
#include "checkpoints.h"

enum { LAWS = 3 };

static const struct {
  const char *name;
  int         columns;
} laws[LAWS] = {{"hard-hard", STATE_MEMORY}, {"soft-hard", 0}, {"soft-soft", 1}};

/* Give contact k to law k % LAWS, with the first numbers of its memory. equal: all laws keep the
   same number. */
static void split(Checkpoint *c, bool equal)
{
  ContactRecords lists;

  records_create(&lists, LAWS);
  for (int g = 0; g < LAWS; g++) {
    strcpy(lists.law[g].name, laws[g].name);
    lists.law[g].columns = equal ? STATE_MEMORY : laws[g].columns;
  }
  for (PetscInt i = 0; i < c->contacts->law[0].n; i++) {
    const ContactRecord *key = &c->contacts->law[0].list[i];

    records_add(&lists.law[index_of_id(key->a) % LAWS], key,
                record_memory(&c->contacts->law[0], i));
  }
  records_free(c->contacts);
  *c->contacts = lists;
}

/* Every contact of a law is one that was made, with as much of its memory as the law keeps; how
   many there are on all ranks. */
static int64_t made_contacts(const Parallel *par, const LawRecords *list, int law)
{
  int64_t n = 0;

  for (PetscInt i = 0; i < list->n; i++) {
    const int64_t       k    = index_of_id(list->list[i].a);
    const ContactRecord made = state_contact(k);
    double              memory[STATE_MEMORY];

    state_memory(k, memory);
    n += k % LAWS == law && memcmp(&made, &list->list[i], sizeof made) == 0 &&
         (list->columns == 0 ||
          memcmp(memory, record_memory(list, i), (size_t)list->columns * sizeof *memory) == 0);
  }
  CHECK_INT(n, list->n);
  CALL(parallel_sum_int(par, &n, 1));
  return n;
}

static void each_law_has_its_list(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS), c;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  uint64_t   digest, stored;
  int64_t    n = 0;
  bool       good;

  split(&made, false);
  write_state(par, work, &made, 3, path);
  CALL(checkpoint_digest(par, &made, &digest));
  CHECK(file_digest(par, path, &stored) && stored == digest);
  CALL(checkpoint_read(par, path, &c, &good, why));
  CHECK_TEXT(why, "");
  CHECK(good && c.contacts->n == LAWS);
  for (int g = 0; good && g < c.contacts->n; g++) {
    CHECK_TEXT(c.contacts->law[g].name, laws[g].name); /* in alphabetical order */
    CHECK_INT(c.contacts->law[g].columns, laws[g].columns);
    n += made_contacts(par, &c.contacts->law[g], g);
  }
  CHECK_INT(n, N_CONTACTS);
  if (good) checkpoint_free(&c);
  checkpoint_free(&made);
  test_end("each law's contacts come back in its list, with memory of its width");
}

static void lists_do_not_change_the_digest(const Parallel *par)
{
  Checkpoint one  = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS),
             many = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  uint64_t digests[3];

  split(&many, true);
  CALL(checkpoint_digest(par, &one, &digests[0]));
  CALL(checkpoint_digest(par, &many, &digests[1]));
  CHECK(digests[0] == digests[1]);
  if (many.contacts->law[2].n > 0) record_memory(&many.contacts->law[2], 0)[0] += 1;
  CALL(checkpoint_digest(par, &many, &digests[2]));
  CHECK(digests[2] != digests[1]);
  checkpoint_free(&one);
  checkpoint_free(&many);
  test_end("laws that keep equally many numbers have the digest of one list");
}

static void wide_memory_is_refused(const Parallel *par)
{
  Checkpoint made = state_create(DEAL_ROUND, N_CLUMPS, N_CONTACTS);
  char       path[CHECKPOINT_PATH];

  split(&made, false);
  write_state(par, work, &made, 3, path);
  if (par->rank == 0) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const int   wide = STATE_MEMORY + 1;

    replace_attribute(file, "/clast/contacts/soft-hard", "memory", H5T_NATIVE_INT, 0, &wide);
    CHECK(H5Fclose(file) >= 0);
  }
  CALL(parallel_barrier(par));
  read_refused(par, path, "/clast/contacts/soft-hard: attribute memory");
  checkpoint_free(&made);
  test_end("a list wider than the longest memory is refused");
}

TESTS(.ranks = {1, 2, 3})
{
  Parallel par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  work_create(&par, work);
  each_law_has_its_list(&par);
  lists_do_not_change_the_digest(&par);
  wide_memory_is_refused(&par);
  work_remove(&par, work);
  CALL(parallel_destroy(&par));
}
