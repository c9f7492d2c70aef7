// SPDX-License-Identifier: MIT
// tests/bench/cores.c: what this machine's cores are to a program that only calculates. Run by
// mpiexec on n ranks of one machine, it prints, on a line, the work that n loops do side by side,
// as a multiple of what one of them does while the others sleep: n on n cores of one's own, 1.2 on
// the two threads of a core, less where other people's work is on the other threads.
//   mpiexec -n 2 cores [SECONDS]    seconds of each turn (default 0.2), of which there are n alone
//   and one together
// The loop updates 4 KiB in the first-level cache: it needs neither memory nor neighbours, so
// nothing but the cores can slow it.
#define _POSIX_C_SOURCE 200809L // nanosleep
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LENGTH = 512, ROUNDS = 64 };

static void sleep_until(double when)
{
  for (double left; (left = when - MPI_Wtime()) > 0;) {
    struct timespec nap = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    nanosleep(&nap, NULL);
  }
}

// Rounds of the loop per second until `end`.
static double loop_until(double end, double data[static LENGTH])
{
  double begin = MPI_Wtime(), now = begin;
  long   rounds = 0;
  for (; now < end; now = MPI_Wtime(), rounds += ROUNDS)
    for (int k = 0; k < ROUNDS; k++) {
      for (int i = 0; i < LENGTH; i++) data[i] = data[i] * 0.999 + 0.001;
      __asm__ volatile("" : : "r"(data) : "memory"); // or the rounds would be made one
    }
  return now > begin ? (double)rounds / (now - begin) : 0;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double turn = argc > 1 ? atof(argv[1]) : 0.2;
  double data[LENGTH];
  for (int i = 0; i < LENGTH; i++) data[i] = i;

  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime() + 0.02, speeds[2], sums[2]; // alone, together
  sleep_until(start + rank * turn);
  speeds[0] = loop_until(start + (rank + 1) * turn, data);
  sleep_until(start + size * turn);
  speeds[1] = loop_until(start + (size + 1) * turn, data);
  MPI_Reduce(speeds, sums, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!rank) printf("%.3f\n", sums[0] > 0 ? sums[1] * size / sums[0] : 0.);
  MPI_Finalize();
  return 0;
}
