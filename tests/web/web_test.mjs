// SPDX-License-Identifier: MIT
// web_test.mjs - what the page shows, without a browser: pools, tape, sizing, the lab's answers, and the page's own file.
//
// usage: node web_test.mjs GAME.elf LAB-RELEASE.wasm LAB-DEBUG.wasm SCRIPT PAGE.html
import {readFileSync, statSync} from 'node:fs';
import {ACTS, Build} from '../../boards/web/acts.mjs';
import {load} from '../../boards/web/machine.mjs';
import {readScript} from '../../boards/web/script.mjs';
import {Tape} from '../../boards/web/tape.mjs';

const PAGE_BYTES_MAX = 165000;
const [game, release, debug, scriptFile, page] = process.argv.slice(2);
const script = readScript(readFileSync(scriptFile, 'utf8'));

function mustBe(found, wanted, what) {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (a !== b) {
        throw new Error(`${what}: ${a}, must be ${b}`);
    }
}

function mustThrow(act, what) {
    try {
        act();
    } catch {
        return;
    }
    throw new Error(`${what} is not refused`);
}

async function newTape(frames) {
    const tape = new Tape(await load(readFileSync(game), () => {}));
    play(tape, frames);
    return tape;
}

function play(tape, frames) {
    for (let i = 0; i < frames; i++) {
        tape.step(script.held[tape.frame] ?? 0);
    }
}

const stateOf = ({machine}) => [machine.calls.checksum() >>> 0, Buffer.from(machine.memory).toString('latin1')];

/// Runs acts in a build, by their names; returns the last answer.
function run(build, ...names) {
    return names.map((name) => build.run(ACTS.find(({id}) => id === name))).at(-1);
}

const codeOf = (answer) => answer.faults.map((fault) => /: ([A-Z_]+): /.exec(fault)[1]);

async function eachBuild(test) {
    for (const [file, isDebug] of [[release, false], [debug, true]]) {
        await test(await Build.load(readFileSync(file)), isDebug);
    }
}

const TESTS = {
    async 'the fields of a pool cover every byte of its objects'() {
        const {machine} = await newTape(0);
        for (const pool of machine.pools) {
            const stride = machine.calls.pool_object(pool.number, 1) - machine.calls.pool_object(pool.number, 0);
            const covered = new Set(pool.fields.flatMap(({offset, bytes}) => Array.from({length: bytes}, (_, i) => offset + i)));
            mustBe(covered.size, stride, `bytes of ${pool.name} that a field has`);
        }
    },
    async 'values have their sign: rabbits walk to both sides, and a voice has a pitch'() {
        const tape = await newTape(0), seen = {rabbits: new Set(), voices: new Set()};
        while (tape.frame < script.frames) {
            play(tape, 1);
            for (const [name, field] of [['rabbits', 'dx'], ['voices', 'hertz']]) {
                const pool = tape.machine.pools.find((other) => other.name === name);
                const live = Array.from({length: pool.capacity}, (_, slot) => slot).filter((slot) => pool.isLive(slot));
                live.forEach((slot) => seen[name].add(Object.fromEntries(pool.values(slot))[field]));
            }
        }
        const ranges = Object.values(seen).map((values) => [Math.min(...values), Math.max(...values)]);
        mustBe(ranges.map(([low, high]) => [low < 0, high > 0, high < 128]), [[true, true, true], [false, true, false]], 'ranges');
    },
    async 'cells, bitmap and count of live objects agree in every frame of the script'() {
        const tape = await newTape(0);
        while (tape.frame < script.frames) {
            play(tape, 1);
            for (const pool of tape.machine.pools) {
                const bits = pool.bitmap().leaves[0];
                const cells = Array.from({length: pool.capacity}, (_, slot) => pool.isLive(slot));
                mustBe(cells.map((isLive, slot) => isLive === ((bits >>> slot & 1) === 1)).every(Boolean), true, pool.name);
                mustBe(pool.live, cells.filter(Boolean).length, pool.name);
            }
        }
    },
    async 'a new object has age 0 or 1, and ages by one a frame'() {
        const tape = await newTape(91);
        const phones = tape.machine.pools[0];
        while (phones.live === 0) {
            play(tape, 1);
        }
        const age = phones.age(0);
        mustBe(age <= 1, true, `age ${age}`);
        play(tape, 5);
        mustBe(phones.age(0), age + 5, 'age five frames later');
    },
    async 'the tape shows each frame of the last minute as it was, in any order'() {
        const tape = await newTape(0), known = new Map();
        for (const frame of [1, 60, 61, 119, 120, 777, 1000, 1811]) {
            play(tape, frame - tape.frame);
            known.set(frame, stateOf(tape));
        }
        for (const frame of [777, 1811, 1, 120, 60, 119, 1000, 61]) {
            tape.seek(frame);
            mustBe(tape.frame, frame, 'frame');
            mustBe(stateOf(tape)[0], known.get(frame)[0], `checksum of frame ${frame}`);
            mustBe(stateOf(tape)[1] === known.get(frame)[1], true, `memory of frame ${frame} is as it was`);
        }
    },
    async 'who plays on from the past forgets what came after'() {
        const tape = await newTape(1000);
        tape.seek(500);
        tape.step(1);
        mustBe([tape.end, tape.held.length, tape.samples.length, Math.max(...tape.copies.keys())], [501, 501, 501, 480], 'end and lengths');
        play(tape, 200);
        const [checksum] = stateOf(tape);
        tape.seek(490);
        tape.seek(701);
        mustBe(stateOf(tape)[0], checksum, 'checksum of the new past');
    },
    async 'the tape keeps a minute, and no more than a copy of the memory a second'() {
        const tape = await newTape(9000);
        mustBe(tape.begin <= 5400 && tape.begin > 5280, true, `begin ${tape.begin} of 9000`);
        mustBe(tape.copies.size <= 61, true, `${tape.copies.size} copies`);
        tape.seek(0);
        mustBe(tape.frame, tape.begin, 'the first frame that can be shown');
    },
    async 'a lower capacity takes effect at once: no more are live, refusals rise, and the past keeps the capacity that it had'() {
        const tape = await newTape(1000), before = stateOf(tape)[1];
        const refused = tape.machine.pools.map((pool) => pool.refused), most = [2, 5, 3, 1, 1];
        tape.limits = most;
        play(tape, script.frames - 1000);
        tape.machine.pools.forEach((pool, i) => {
            mustBe([pool.live <= most[i], pool.refused > refused[i]], [true, true], `${pool.name}: ${pool.live} live, ${pool.refused} refused`);
        });
        const [checksum] = stateOf(tape);
        tape.seek(1000);
        mustBe(stateOf(tape)[1] === before, true, 'memory of frame 1000 is as it was');
        tape.seek(script.frames);
        mustBe(stateOf(tape)[0], checksum, 'checksum of the last frame');
    },
    async 'rewind begins the same game anew'() {
        const tape = await newTape(1811), [checksum] = stateOf(tape);
        tape.rewind();
        play(tape, 1811);
        mustBe(stateOf(tape)[0], checksum, 'checksum');
    },
    async 'sizing: suggestions and RAM are those of hutch_report'() {
        const lines = [];
        const tape = new Tape(await load(readFileSync(game), (line) => lines.push(line)));
        play(tape, script.frames);
        tape.machine.calls.report();
        for (const pool of tape.machine.pools) {
            const line = lines.find((text) => text.startsWith(pool.name));
            const [, , peak, , , bytes, unused, idle, atPeak, suggested] = line.split(/ +/).map(Number);
            const advice = pool.advice();
            mustBe([advice.peak, advice.neverUsed, advice.longestIdle, advice.atPeak, advice.suggested, pool.bytes(pool.capacity)],
                [peak, unused, idle, atPeak, suggested, bytes], pool.name);
        }
        mustBe(tape.machine.pools.map((pool) => pool.bytes(100)), [820, 1020, 820, 620, 20], 'RAM of 100 slots, with a summary');
    },
    async 'lab: slots, a full pool, and an empty one'() {
        await eachBuild((build) => {
            mustBe(run(build, 'acquire').result, 'slot 0', 'acquire');
            mustBe(run(build, 'fill').result, '15 acquired, then NULL', 'fill');
            mustBe(run(build, 'acquire'), {code: 'crate = crates_acquire()', result: 'NULL', faults: []}, 'acquire of a full pool');
            mustBe([build.pool.live, build.pool.peak, build.pool.refused], [16, 16, 2], 'live, peak, refused');
            run(build, 'clear');
            mustBe(build.pool.live, 0, 'live after clear');
        });
    },
    async 'lab: a second release is refused and reported'() {
        await eachBuild((build) => {
            mustBe(run(build, 'acquire', 'release').result, 'true', 'release');
            const answer = run(build, 'release');
            mustBe([answer.result, codeOf(answer)], ['false', ['DOUBLE_RELEASE']], 'second release');
        });
    },
    async 'lab: a kept ref leads to its crate, and to nothing once that is released'() {
        await eachBuild((build) => {
            mustBe(run(build, 'acquire', 'keep', 'deref').result, 'slot 0', 'deref');
            const answer = run(build, 'release', 'acquire', 'deref');
            mustBe([answer.result, answer.faults], ['NULL', []], 'deref of a stale ref');
        });
    },
    async 'lab: a stale pointer damages the next owner in the release build, and is reported in the debug build'() {
        await eachBuild((build, isDebug) => {
            run(build, 'acquire', 'keep', 'release', 'acquire');
            mustBe(build.pool.isLive(0), !isDebug, 'whether the slot is used again at once');
            run(build, 'write');
            mustBe(build.isDamaged(0), !isDebug, 'whether a live crate is damaged');
            mustBe(codeOf(run(build, 'check')), isDebug ? ['WRITE_AFTER_RELEASE'] : [], 'check');
        });
    },
    async 'lab: an overrun damages the neighbour in the release build, and a guard in the debug build'() {
        await eachBuild((build, isDebug) => {
            run(build, 'acquire', 'acquire');
            build.choose(0);
            run(build, 'overrun');
            mustBe([build.isDamaged(0), build.isDamaged(1)], [false, !isDebug], 'damaged');
            const answer = run(build, 'check');
            mustBe([answer.result, codeOf(answer)], isDebug ? ['false', ['OVERRUN']] : ['true', []], 'check');
            build.choose(15);
            mustBe(run(build, 'overrun').result, 'not done: this is the last slot', 'overrun of the last slot');
        });
    },
    async 'lab: NULL and a member are refused in both builds'() {
        await eachBuild((build) => {
            const none = run(build, 'null'), member = run(build, 'acquire', 'member');
            mustBe([none.result, codeOf(none)], ['false', ['NULL_POINTER']], 'NULL');
            mustBe([member.result, codeOf(member)], ['false', ['MISALIGNED']], 'member');
            mustBe(build.pool.live, 1, 'live');
        });
    },
    async 'lab: what needs a crate is not done without one'() {
        await eachBuild((build) => {
            const cannot = ACTS.filter((act) => !build.can(act)).map(({id}) => id);
            mustBe(cannot, ['release', 'keep', 'deref', 'write', 'overrun', 'member'], 'what cannot be done');
            mustBe([run(build, 'release'), build.results.length], [null, 0], 'release');
        });
    },
    async 'lab: each capacity has its words and summaries'() {
        await eachBuild((build) => {
            const all = 0xffffffff;
            const full = [[16, [0xffff], []], [64, [all, all], []], [100, [all, all, all, 15], [7]],
                [1000, [...Array(31).fill(all), 255], [all >>> 1]]];
            full.forEach(([capacity, leaves, summaries], number) => {
                build.begin(number);
                run(build, 'fill');
                mustBe([build.pool.capacity, build.pool.bitmap()], [capacity, {leaves, summaries}], 'bitmap of a full pool');
            });
        });
    },
    async 'a script that is not one is refused, with its line'() {
        mustBe(readScript('# a\n0 -\n2 LA # b\n4 end\n'), {frames: 4, held: [0, 0, 17, 17]}, 'a script');
        for (const text of ['0 -\n', '0 X\n1 end\n', '2 -\n1 A\n3 end\n', 'a -\n', '0 L R\n1 end\n']) {
            mustThrow(() => readScript(text), JSON.stringify(text));
        }
    },
    async 'the page is one file of less than 165 KB that loads nothing'() {
        const text = readFileSync(page, 'utf8').replace(/<a [^>]*>/g, ''); // links lead elsewhere, and load nothing
        mustBe(statSync(page).size < PAGE_BYTES_MAX, true, `${statSync(page).size} bytes`);
        mustBe(text.match(/https?:|\b(src|href)="(?!#|data:)[^"]*"|^import |\bfetch\(|@import|url\(/gm) ?? [], [], 'what it would load');
    },
};

let number = 0, failed = 0;
for (const [name, test] of Object.entries(TESTS)) {
    number++;
    try {
        await test();
        console.log(`ok ${number} - ${name}`);
    } catch (error) {
        failed++;
        console.log(`not ok ${number} - ${name}\n${error.stack.replace(/^/gm, '# ')}`);
    }
}
console.log(`1..${number}`);
process.exitCode = failed > 0 ? 1 : 0;
