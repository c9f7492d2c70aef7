/* SPDX-License-Identifier: MIT */
#include "options/likeness.h"
#include <ctype.h>

static int fold(char c)
{
  return tolower((unsigned char)c);
}

static int least(int a, int b, int c)
{
  const int ab = a < b ? a : b;

  return ab < c ? ab : c;
}

enum { LONGEST = 2 * NAME_LENGTH - 1 };

/* Edit distance of a and b, ignoring case: insertions, deletions, replacements and swaps of
   adjacent letters. Words are at most LONGEST. */
static int edits_between(const char *a, const char *b)
{
  const int n = (int)strlen(a), m         = (int)strlen(b);
  int       rows[3][LONGEST + 2], *before = rows[0], *last = rows[1], *row = rows[2];

  for (int j = 0; j <= m; j++) last[j] = before[j] = j;
  for (int i = 1; i <= n; i++) {
    int *spare = before;

    row[0] = i;
    for (int j = 1; j <= m; j++) {
      const bool equal = fold(a[i - 1]) == fold(b[j - 1]);

      row[j] = least(last[j] + 1, row[j - 1] + 1, last[j - 1] + !equal);
      if (i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]))
        row[j] = least(row[j], before[j - 2] + 1, row[j]);
    }
    before = last;
    last   = row;
    row    = spare;
  }
  return last[m];
}

/* Write a word without a dash at its beginning, each letter beyond ASCII as one sign; it is cut to
   `room` bytes. */
static void simplify(const char *word, char *plain, size_t room)
{
  size_t n = 0;

  for (const char *at = word + (word[0] == '-'); *at && n + 1 < room; at++)
    if (((unsigned char)*at & 0xc0) != 0x80) plain[n++] = (unsigned char)*at < 0x80 ? *at : '\1';
  plain[n] = 0;
}

/* Edits that a word of n letters may have, and one more. */
static int too_many(size_t n)
{
  return (n < 4 ? 1 : n < 6 ? 2 : (int)n / 3) + 1;
}

Likeness likeness_start(const char *word)
{
  Likeness likeness = {.word = word};

  if (strlen(word) <= LONGEST) simplify(word, likeness.plain, sizeof likeness.plain);
  likeness.edits = too_many(strlen(likeness.plain));
  return likeness;
}

/* True if two edits of a word this short leave another one: the first or the last letter is wrong. */
static bool is_far(const char *a, size_t n, const char *b, size_t m, int edits)
{
  size_t same = 0; /* letters at the beginning; `fill` is not far from `filled` */

  while (same < n && same < m && fold(a[same]) == fold(b[same])) same++;
  return n < 6 && edits > 1 && (same < 3 || same < n) &&
         (fold(a[0]) != fold(b[0]) || fold(a[n - 1]) != fold(b[m - 1]));
}

/* Take a candidate that the word means in another code, as if it had -1 edits; several are shown as
   'a' or 'b'. */
static void take_meant(Likeness *likeness, const char *candidate)
{
  static const char between[] = "' or '";
  const size_t      n = strlen(likeness->best), room = sizeof likeness->best;
  Text              before = {0}, again = {0};

  text_add(&before, "'%s'", likeness->best);
  text_add(&again, "'%s'", candidate);
  if (likeness->edits >= 0) snprintf(likeness->best, room, "%s", candidate);
  else if (!strstr(before.s, again.s) && n + sizeof between + strlen(candidate) <= room)
    snprintf(likeness->best + n, room - n, "%s%s", between, candidate);
  likeness->edits = -1;
  text_free(&before);
  text_free(&again);
}

/* Names that a list has: all, or if there are more the first ten and the number of all. */
enum { LIST_ALL = 12, LIST_FIRST = 10 };

/* Append a candidate to the list. */
static void list_offer(Likeness *likeness, const char *candidate)
{
  const size_t n = strlen(likeness->offered), room = sizeof likeness->offered - n;
  const char  *comma = n > 0 ? ", " : "";

  likeness->n++;
  if (likeness->n > LIST_ALL)
    snprintf(likeness->offered + likeness->first, sizeof likeness->offered - likeness->first,
             ", ... (%d in all)", likeness->n);
  else snprintf(likeness->offered + n, room, "%s%.*s", comma, LONGEST, candidate);
  if (likeness->n <= LIST_FIRST) likeness->first = strlen(likeness->offered);
}

const char *likeness_offered(const Likeness *likeness)
{
  return likeness->offered[0] ? likeness->offered : "none";
}

void likeness_offer(Likeness *likeness, const char *candidate)
{
  const char  *ours = candidate + (candidate[0] == '-');
  const size_t n = strlen(likeness->plain), m = strlen(ours);
  int          edits;

  list_offer(likeness, candidate);
  if (strlen(candidate) > LONGEST || m == 0) return;
  if (foreign_means(likeness->word, candidate)) take_meant(likeness, candidate);
  if (likeness->edits < 0 || n == 0) return;
  if ((n > m ? n - m : m - n) >= (size_t)likeness->edits) return;
  edits = edits_between(likeness->plain, ours);
  /* a word with every letter replaced is not similar */
  if (edits >= likeness->edits || edits >= (int)(n > m ? n : m) ||
      is_far(likeness->plain, n, ours, m, edits))
    return;
  likeness->edits = edits;
  memcpy(likeness->best, candidate, strlen(candidate) + 1);
}

const char *likeness_hint(const Likeness *likeness, char hint[HINT_LENGTH])
{
  const char *note = likeness->edits < 0 ? foreign_note(likeness->word) : NULL;

  hint[0] = '\0';
  if (likeness->best[0])
    snprintf(hint, HINT_LENGTH, "; did you mean '%s'?%s%s%s", likeness->best, note ? " (" : "",
             note ? note : "", note ? ")" : "");
  return hint;
}

void likeness_say(const Likeness *likeness, Text *text)
{
  char hint[HINT_LENGTH];

  text_add(text, "%s", likeness_hint(likeness, hint));
}
