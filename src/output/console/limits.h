/* SPDX-License-Identifier: MIT */
/* When a run stops early, and when it saves by wall time. Each rank looks at its own clock, signals
   and files in every evaluation. They agree by a maximum over all ranks, which is reduced in each
   evaluation. */
#ifndef OUTPUT_CONSOLE_LIMITS_H
#define OUTPUT_CONSOLE_LIMITS_H

#include "options/options.h"

/* State or end of a run; it determines the exit status of the programs. */
typedef enum {
  RUN_GOES_ON,
  RUN_FINISHED,
  RUN_STOPPED_EARLY,
  RUN_BROKEN,  /* physics stopped it within a step: its state is of no use */
  RUN_TOO_DEEP /* overlaps are beyond overlap_limit; the state is that of a whole step */
} RunEnd;

/* True if physics stopped the run. */
static inline bool run_is_broken(RunEnd end)
{
  return end == RUN_BROKEN || end == RUN_TOO_DEEP;
}

/* Request of a rank; the largest of all ranks is carried out. A stop saves, too. */
typedef enum { ASK_NOTHING, ASK_SAVE, ASK_STOP } Ask;

/* Why a run stops early; if there are several reasons, the largest is reported. STOP_SIGNAL +
   n: signal n. */
typedef enum { STOP_NOT, STOP_FILE, STOP_WALL, STOP_JOB, STOP_OUTSIDE, STOP_SIGNAL } StopReason;

typedef struct Limits {
  bool   watched;    /* the ranks ask in every evaluation (limits_ask) */
  Ask    agreed;     /* the largest request of all ranks in the last step */
  double began;      /* wall time from which wall_limit counts, s */
  double wall_limit; /* run: wall_limit, s; 0: none */
  double job_end;    /* wall time at which the job ends, s; INFINITY: not known */
  double reserve;    /* time before job_end kept for the end of the run, s; `cost` is added */
  double save_every; /* wall time between checkpoints, s; 0: none; INFINITY: not yet known */
  bool   saves;      /* a checkpoint has been written since the start: the first comes sooner */
  double mtbf;       /* mean time between failures for an automatic save_every, s; 0: it is given */
  double saved, cost; /* wall time at which the last checkpoint was written; how long it took, s */
  double asked, longest; /* time of the last evaluation; longest time between two, s */
  double looked;         /* when the file `stop` was looked for, s */
  char   stop_file[PETSC_MAX_PATH_LEN]; /* on rank 0; elsewhere "" */
  bool (*outside)(void *context);       /* true: stop; NULL: none. Called in every evaluation */
  void      *context;
  StopReason reason; /* of this rank */
} Limits;

/* Limits of a run that began at this wall time, from its checked options and the environment
   (SLURM_JOB_END_TIME, s since 1970). */
Limits limits_read(const Options *options, double began);
/* Look for DIR/stop from now on. Rank 0 only. */
void limits_watch(Limits *limits, const char *dir);
/* Request of this rank. */
Ask limits_ask(Limits *limits);
/* Note that a checkpoint has been written, which began at this wall time. start: that of the state
   at which the run starts. */
void limits_saved(Limits *limits, double from, bool start);
/* Remove DIR/stop after it has stopped the run. */
void limits_end(Limits *limits);

/* Wall time from the last checkpoint, or the start, after which the next one is due, s: save_every,
   but no more than two minutes before the first one; INFINITY: none is. */
double limits_due(const Limits *limits);

/* Wall time between the end of a checkpoint and the start of the next that loses least, s: J. T.
   Daly 2006, Future Gener. Comput. Syst. 22, 303, eq. 37: sqrt(2 c M) (1 + sqrt(c / 2M) / 3 + c /
   18M) - c for c < 2M, else M; c: cost of a checkpoint, M: mean time between failures, s. */
double limits_interval(double cost, double mtbf);

#endif
