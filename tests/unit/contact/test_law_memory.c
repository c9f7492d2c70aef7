/* SPDX-License-Identifier: MIT */
/* A law whose terms keep more numbers than a contact can have is refused with its name and both
   numbers. The terms of today keep fewer, so the rule is called with a law that is made up. */
#define _POSIX_C_SOURCE 200809L
#include "contact/law.c"
#include "law_test.h"

#include <unistd.h>

/* Output of options_report on stderr about a law with so many numbers; *mistakes: their count. */
static void report_of(int memory, int *mistakes, char *text, size_t size)
{
  static const char path[]  = "law_memory.txt",
                    words[] = "material:\n  - a: {young: 1e6, density: 1}\n"
                              "contact:\n  - l: {between: [a, a], normal: hertz, restitution: 1}\n";
  const Law law             = {.object = "greedy", .memory = memory};
  const int kept            = dup(STDERR_FILENO);
  LawTest   t               = law_test(words);
  FILE     *file;

  CHECK_INT(t.mistakes, 0);
  check_memory(t.options, &law);
  CHECK(freopen(path, "w", stderr) != NULL);
  CALL(options_report(t.options, mistakes));
  fflush(stderr);
  CHECK(dup2(kept, STDERR_FILENO) >= 0);
  close(kept);
  law_test_end(&t);
  file                                 = fopen(path, "r");
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
  remove(path);
}

static void too_much_memory_is_a_mistake(void)
{
  char text[1000];
  int  mistakes;

  report_of(MEMORY_MOST, &mistakes, text, sizeof text);
  CHECK_INT(mistakes, 0);
  report_of(MEMORY_MOST + 1, &mistakes, text, sizeof text);
  CHECK_INT(mistakes, 1);
  CHECK(strstr(text, "contact") && strstr(text, "greedy"));
  CHECK(strstr(text, "keep 4097 numbers for each contact, at most 4096 are possible: leave out"));
  test_end("a law whose terms keep 4097 numbers is refused, with its name and what to do");
}

TESTS(.ranks = {1})
{
  too_much_memory_is_a_mistake();
}
