/* SPDX-License-Identifier: MIT */
/* The note of a signal is the one variable of a process that is shared by its simulations. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t signal_caught;

static void note(int number)
{
  signal_caught = number;
}

void signals_listen(void)
{
  const int numbers[] = {SIGTERM, SIGUSR1, SIGUSR2, SIGINT};

  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};

    sigaction(numbers[k], &action, NULL);
  }
}

int signals_caught(void)
{
  return signal_caught;
}

const char *signals_name(int number)
{
  return number == SIGTERM   ? "SIGTERM"
         : number == SIGINT  ? "SIGINT"
         : number == SIGUSR1 ? "SIGUSR1"
                             : "SIGUSR2";
}
