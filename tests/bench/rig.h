// SPDX-License-Identifier: MIT
// rig.h - what a measured program needs of its emulated machine.
#ifndef BENCH_RIG_H
#define BENCH_RIG_H

void rig_put_char(char c);
void rig_exit(int code);
int main(void);

#endif
