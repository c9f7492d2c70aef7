/* SPDX-License-Identifier: MIT */
/* Finds letters of typesetting, which come into scenarios from documents, so that messages name
   them. All texts are UTF-8. */
#ifndef OPTIONS_LETTERS_H
#define OPTIONS_LETTERS_H

#include "options/text.h"

/* Add "; it has a minus sign (U+2212): type - in its place" for the first letter of n bytes that
   looks like one of the keyboard and is none; with `any`, for any letter beyond ASCII. False: there
   is no such letter. */
bool letters_say(const char *s, size_t n, bool any, Text *text);

/* Add a number as clast takes it, which a text means: with letters of the keyboard, without signs
   between thousands, with e for a power of ten. False: it is none. */
bool letters_say_number(const char *s, Text *text);

#endif
