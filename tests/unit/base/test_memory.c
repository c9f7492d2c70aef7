/* SPDX-License-Identifier: MIT */
/* Without memory the handler of the thread gets a sentence and does not return; arrays that could
   not grow are as before. */
#include <setjmp.h>
#include <stdint.h>

#include "base/base.h"
#include "test.h"

typedef struct {
  jmp_buf out;
  char    said[256];
} Host;

/* AddressSanitizer asks for its defaults here: malloc is to return NULL there, too. */
PETSC_VISIBILITY_PUBLIC const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
  return "allocator_may_return_null=1";
}

static void leave(void *context, const char *message)
{
  Host *host = context;

  snprintf(host->said, sizeof host->said, "%s", message);
  longjmp(host->out, 1);
}

TESTS(.ranks = {1})
{
  enum { FEW = 3 };
  static Host          host;
  static double       *kept, *none;
  static PetscInt      room;
  static volatile bool came_back;

  array_reserve(&kept, sizeof *kept, FEW, &room);
  for (int k = 0; k < FEW; k++) kept[k] = k + 1;
  memory_handler(leave, &host);

  if (setjmp(host.out) == 0) {
    array_create(&none, sizeof *none, SIZE_MAX / 4);
    came_back = true;
  }
  CHECK(!came_back && !none);
  CHECK(strstr(host.said, "no memory for 4611686018427387903 items of 8 bytes"));
  test_end("an array larger than memory: the handler is told, and the call does not return");

  if (setjmp(host.out) == 0) {
    array_reserve(&kept, (size_t)1 << 40, PETSC_MAX_INT / 2, &room); /* 10^21 bytes */
    came_back = true;
  }
  CHECK(!came_back && room >= FEW && kept[0] == 1 && kept[FEW - 1] == FEW);
  test_end("an array that cannot grow keeps its items");

  if (setjmp(host.out) == 0) {
    array_reserve(&kept, sizeof *kept, -1, &room); /* the sum of two counts has overflowed */
    came_back = true;
  }
  CHECK(!came_back && strstr(host.said, "use more ranks"));
  test_end("more items than a rank can count are told as such");

  if (setjmp(host.out) == 0) {
    (void)memory_zero(SIZE_MAX / 2, 16);
    came_back = true;
  }
  if (setjmp(host.out) == 0) {
    (void)memory_room(NULL, SIZE_MAX / 2);
    came_back = true;
  }
  CHECK(!came_back && !memory_has(INT64_MAX, 64) && !memory_has(-1, 1) && memory_has(1, 64));
  test_end("blocks larger than memory: the same; memory_has looks before");
  memory_handler(NULL, NULL);
  array_free(&kept);
}
