// SPDX-License-Identifier: MIT
// A host in C++ that opens and closes N simulations: many SCENARIO N. Prints by how much its memory has grown in the second half.
#include "clast.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static long resident_pages()
{
  long  size = 0, pages = 0;
  FILE *file = std::fopen("/proc/self/statm", "r");

  if (!file || std::fscanf(file, "%ld %ld", &size, &pages) != 2) pages = -1;
  if (file) std::fclose(file);
  return pages;
}

int main(int, char **argv)
{
  const int n      = std::atoi(argv[2]);
  long      middle = 0;
  int       failed = 0;

  for (int k = 0; k < n; k++) {
    clast *sim = nullptr;

    if (clast_open(MPI_COMM_SELF, argv[1], 0, nullptr, &sim) != CLAST_OK) failed++;
    else if (clast_step(sim, 20) != CLAST_OK) failed++;
    if (clast_close(&sim) != CLAST_OK) failed++;
    if (k == n / 2) middle = resident_pages();
  }
  std::printf("failed %d\ngrown by %ld kB\n", failed,
              (resident_pages() - middle) * (sysconf(_SC_PAGESIZE) / 1024));
  return 0;
}
