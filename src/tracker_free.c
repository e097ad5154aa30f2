// SPDX-License-Identifier: MIT
// tracker_free.c - the count of releases that lock-free pools of several words share. Linked only with one.

#include "hutch/tracker_free.h"

unsigned hutch_free_releases;
