/* SPDX-License-Identifier: MIT */
/* Reductions, offsets, Mail, and the settings for Open MPI. */
#define _POSIX_C_SOURCE 200112L /* setenv, nanosleep */
#include "base/mail.h"
#include "base/parallel.h"
#include "base/random.h"
#include "test.h"
#include <time.h>
#include <unistd.h>

typedef struct {
  int from, to, number;
} Letter;

/* Number of records that rank a posts to rank b. */
static int letters(int a, int b)
{
  return (a * 5 + b * 3) % 4;
}

static void letters_arrive_once_in_order(void)
{
  Parallel par;
  Mail    *mail;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  mail_create(&par, &mail);
  for (int round = 0; round < 3; round++) { /* the same Mail is used again */
    int last = -1, n = 0, expected = 0;

    for (int number = 0; number < 4; number++)
      for (int to = par.size - 1; to >= 0; to--)
        if (number < letters(par.rank, to))
          mail_post(mail, to, &(Letter){par.rank, to, number}, sizeof(Letter));
    CALL(mail_deliver(mail));
    for (int m = 0; m < mail_messages(mail); m++) {
      int           source;
      size_t        size;
      const Letter *l = (const void *)mail_message(mail, m, &source, &size);

      CHECK(source > last);
      last = source;
      CHECK_INT(size / sizeof *l, letters(source, par.rank));
      for (size_t i = 0; i < size / sizeof *l; i++, n++)
        CHECK(l[i].from == source && l[i].to == par.rank && l[i].number == (int)i);
    }
    for (int from = 0; from < par.size; from++) expected += letters(from, par.rank);
    CHECK_INT(n, expected);
  }
  mail_destroy(&mail);
  CALL(parallel_destroy(&par));
  test_end("letters arrive once, by rank and as posted");
}

static void ranks_agree(void)
{
  Parallel        par;
  ParallelRequest request;
  double          values[2], most[2];
  int64_t         offset, total, sum[1];
  bool            any;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  values[0] = -par.rank;
  values[1] = par.rank;
  memcpy(most, values, sizeof most);
  CALL(parallel_max(&par, values, 2));
  CALL(parallel_max_begin(&par, most, 2, &request));
  CALL(parallel_reduce_end(&request));
  CHECK(values[0] == 0 && values[1] == par.size - 1 && most[0] == 0 && most[1] == par.size - 1);
  CALL(parallel_offset(&par, par.rank + 1, &offset, &total));
  CHECK_INT(offset, par.rank * (par.rank + 1) / 2);
  CHECK_INT(total, par.size * (par.size + 1) / 2);
  sum[0] = INT64_MAX;
  CALL(parallel_sum_int(&par, sum, 1));
  CHECK_INT(sum[0], (int64_t)((uint64_t)INT64_MAX * (uint64_t)par.size));
  sum[0] = INT64_MAX - par.rank;
  CALL(parallel_sum_int_begin(&par, sum, 1, &request));
  CALL(parallel_reduce_end(&request));
  CHECK_INT(sum[0], (int64_t)((uint64_t)INT64_MAX * (uint64_t)par.size -
                              (uint64_t)(par.size * (par.size - 1) / 2)));
  any = par.rank == par.size - 1;
  CALL(parallel_any(&par, &any));
  CHECK(any);
  any = false;
  CALL(parallel_any(&par, &any));
  CHECK(!any);
  CALL(parallel_destroy(&par));
  test_end("ranks agree on maxima, sums modulo 2^64 and offsets");
}

static bool is_set(const char *name, const char *value)
{
  const char *now = getenv(name);

  return now && strcmp(now, value) == 0;
}

static void consensus_is_the_same_for_all_sizes(void)
{
  PetscBuildTwoSidedType type;
  Parallel               one;

  CALL(parallel_create(PETSC_COMM_SELF,
                       &one)); /* PETSc would choose its algorithm by the size of the first */
  CALL(PetscCommBuildTwoSidedGetType(PETSC_COMM_WORLD, &type));
  CHECK_INT(type, PETSC_BUILDTWOSIDED_IBARRIER);
  CALL(parallel_destroy(&one));
  test_end("who sends to whom is found by the same algorithm whatever the number of ranks");
}

/* Variables set by the user are kept. */
static void the_environment_wins(void)
{
  setenv("OMPI_MCA_btl_vader_eager_limit", "12345", 1);
  unsetenv("OMPI_MCA_btl_vader_max_send_size");
  unsetenv("OMPI_MCA_btl_vader_segment_size");
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "1000000", 1); /* /dev/shm is too small for so many */
  parallel_prepare();
  CHECK(is_set("OMPI_MCA_btl_vader_eager_limit", "12345"));
  CHECK(is_set("OMPI_MCA_btl_vader_max_send_size", "65536"));
  CHECK(!getenv("OMPI_MCA_btl_vader_segment_size"));
  CHECK(getenv("OMPI_MCA_btl_sm_eager_limit"));
  unsetenv("OMPI_MCA_btl_vader_max_send_size");
  setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "0", 1); /* no ranks: it is large enough */
  parallel_prepare();
  if (access("/dev/shm", F_OK) == 0) {
    CHECK(is_set("OMPI_MCA_btl_vader_max_send_size", "524288"));
    CHECK(is_set("OMPI_MCA_btl_vader_segment_size", "67108864"));
  }
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  unsetenv("OMPI_MCA_pml");
  parallel_prepare();
  CHECK(!getenv("OMPI_MCA_pml")); /* launched: the choice of network is left to the site */
  setenv("OMPI_MCA_btl_vader_segment_size", "4194304", 1); /* large messages would not fit */
  unsetenv("OMPI_MCA_btl_vader_max_send_size");
  parallel_prepare();
  CHECK(is_set("OMPI_MCA_btl_vader_max_send_size", "65536"));
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("PMIX_RANK");
  unsetenv("PMI_RANK");
  unsetenv("PMI_FD");
  unsetenv("MV2_COMM_WORLD_RANK");
  unsetenv("PALS_RANKID");
  unsetenv("SLURM_PROCID");
  parallel_prepare();
  CHECK(is_set("OMPI_MCA_pml", "ob1"));
  test_end("messages of a node go at once, unless the environment says otherwise");
}

#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION == 4

static void rest(void)
{
  nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static bool touch(const char *name)
{
  FILE *file = fopen(name, "w");

  return file && fclose(file) == 0;
}

/* Rank 1 receives nothing and calls no MPI until a file shows that the sends of rank 0 are
   complete. */
static void a_message_is_done_with_when_it_is_sent(void)
{
  enum { BYTES = 40000, PATIENCE = 20000 };
  static char message[BYTES];
  char        name[64];
  int         pid = (int)getpid(), done = 0;

  CALL(MPI_Bcast(&pid, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  snprintf(name, sizeof name, "test_parallel.%d.sent", pid);
  if (test_rank() == 0) unlink(name);
  CALL(MPI_Barrier(PETSC_COMM_WORLD));
  if (test_rank() == 0) {
    MPI_Request request;

    CALL(MPI_Isend(message, BYTES, MPI_CHAR, 1, 0, PETSC_COMM_WORLD, &request));
    for (int k = 0; !done && k < PATIENCE / 2; k++) {
      CALL(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
      rest();
    }
    CHECK(done && touch(name));
    CALL(MPI_Wait(&request, MPI_STATUS_IGNORE));
  } else if (test_rank() == 1) {
    for (int k = 0; access(name, F_OK) != 0 && k < PATIENCE; k++) rest();
    CALL(MPI_Recv(message, BYTES, MPI_CHAR, 0, 0, PETSC_COMM_WORLD, MPI_STATUS_IGNORE));
  }
  CALL(MPI_Barrier(PETSC_COMM_WORLD));
  if (test_rank() == 0) unlink(name);
  test_end("a message of a step's size is done with when it is sent, not when it is received");
}

#endif

/* Rank r has r % 3 numbers. */
static void numbers_are_gathered(void)
{
  Parallel par;
  int      counts[64], n = 0;
  double   all[128] = {0}, pieces[128] = {0}, mine[2];

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int k = 0; k < 2; k++) mine[k] = 10 * par.rank + k;
  CALL(parallel_counts(&par, par.rank % 3, counts));
  CALL(parallel_gather(&par, mine, counts, all));
  CALL(parallel_gather_pieces(&par, mine, counts, pieces));
  for (int r = 0; r < par.size; r++) {
    CHECK_INT(counts[r], r % 3);
    for (int k = 0; k < r % 3; k++) CHECK(all[n + k] == 10 * r + k);
    n += r % 3;
  }
  CHECK(memcmp(all, pieces, sizeof all) == 0);
  CALL(parallel_destroy(&par));
  test_end("numbers of all ranks are gathered in their order, at once and in pieces");
}

/* Rank r has r % 3 items of two numbers. */
static void items_are_gathered(void)
{
  Parallel par;
  int64_t  first[65];
  double   mine[2][2] = {{0}}, (*all)[2], parts[64][2];

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int k = 0; k < 2; k++) mine[k][1] = 10 * par.rank + k;
  CALL(parallel_gather_items(&par, mine, par.rank % 3, sizeof *mine, first, &all));
  CALL(parallel_gather_parts(&par, mine, sizeof *mine, first, parts));
  for (int r = 0; r < par.size; r++) {
    CHECK_INT(first[r + 1] - first[r], r % 3);
    for (int k = 0; k < r % 3; k++) CHECK(all[first[r] + k][1] == 10 * r + k);
  }
  CHECK(memcmp(all, parts, (size_t)first[par.size] * sizeof *all) == 0);
  array_free(&all);
  CALL(parallel_destroy(&par));
  test_end("items of all ranks are gathered in their order, at once and in parts");
}

/* Rank s gives r + k + s to number k of rank r, which gets s % 3 numbers. */
static void sums_are_scattered(void)
{
  Parallel par;
  int      counts[64], n     = 0;
  int64_t  all[128], mine[2] = {-1, -1}, pieces[2] = {-1, -1};

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int r = 0; r < par.size; r++) {
    counts[r] = r % 3;
    for (int k = 0; k < r % 3; k++) all[n++] = r + k + par.rank;
  }
  CALL(parallel_sum_scatter(&par, all, counts, mine));
  CALL(parallel_sum_scatter_pieces(&par, all, counts, pieces));
  for (int k = 0; k < 2; k++) {
    const int64_t sum = par.size * (par.rank + k) + par.size * (par.size - 1) / 2;

    CHECK_INT(mine[k], k < par.rank % 3 ? sum : -1);
    CHECK_INT(pieces[k], mine[k]);
  }
  CALL(parallel_destroy(&par));
  test_end("sums over all ranks go to the ranks they are for, at once and in pieces");
}

/* The transport under test, unless the environment names another. */
static void prepare(void)
{
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self,vader", 0);
  parallel_prepare();
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .prepare = prepare)
{
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION == 4
  if (test_size() > 1 && is_set("OMPI_MCA_pml", "ob1") && is_set("OMPI_MCA_btl", "self,vader"))
    a_message_is_done_with_when_it_is_sent();
#endif
  letters_arrive_once_in_order();
  ranks_agree();
  numbers_are_gathered();
  items_are_gathered();
  sums_are_scattered();
  the_environment_wins();
  consensus_is_the_same_for_all_sizes();
}
