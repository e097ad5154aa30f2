// SPDX-License-Identifier: MIT
// all.h - the core and every add-on.
#ifndef HUTCH_ALL_H
#define HUTCH_ALL_H

// IWYU pragma: begin_exports
#include "hutch.h"
#include "spawn.h"
#include "prefab.h"
#include "scene.h"
#include "policy.h"
#include "counted.h"
#include "runs.h"
#include "sizes.h"
#include "queue.h"
#include "state.h"
#include "wait.h"
#include "stats.h"
#include "report.h"
// IWYU pragma: end_exports

#endif
