# SPDX-License-Identifier: MIT
# expectations.py - what the contract promises and the code does not keep yet: each with its reason, to be switched on.
#
# False: the programs keep away from it, or the model takes both outcomes. The rest of the model is always demanded.

EXPECTATIONS = {
    # At most one victim for one slot, and none for an acquire that is refused. Off: pools that evict have no reserve.
    "A2": False,
    # `peak` counts objects. Off: retired slots may count.
    "A5": False,
    # prespawn passes live slots over. Off: it may run their construct hook.
    "A6": False,
    # deref, expect and release_ref know live objects only. Off: a ref that was never issued, or is a round of generations
    # old, may match a free slot.
    "A7": False,
    # An index is compared with the capacity in every build. Off: bare programs pass no index past it, and no -1.
    "A8": False,
    # `refused` counts what the caller saw refused, by an acquire that may wait, too. Off: no program calls one.
    "A10": False,
    # Releasing a retired slot is a DOUBLE_RELEASE, a ref to it a USE_AFTER_RELEASE. Off: debug builds may call both
    # RELEASE_IN_DESPAWN.
    "A11": False,
    # Array types are clean under -Wpedantic. Off: no pool has one.
    "A14": False,
    # No warning that depends on how the compiler follows values. Off: gcc 12 warns of -Wstringop-overflow and
    # -Warray-bounds where generations of a pool of one slot are read, in debug builds with HUTCH_CFG_RETIRE.
    "W1": False,
}
