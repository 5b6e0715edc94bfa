import { expect, it } from 'vitest';
import { runChaos } from './chaos/run-chaos.js';
import { totalsOf } from './chaos/table.js';

it('nothing is lost, doubled or wrong after three rounds of chaos', { timeout: 240_000 }, async () => {
  const seed = Date.now() % 1_000_000;
  const { faults, findings } = await runChaos({ rounds: 3, seed, redis: false, roundSeconds: 4 });
  const {
    acknowledged,
    events,
    resent,
    rounds,
    alarms: _,
    ...wrong
  } = { rounds: totalsOf(faults, findings).rounds, ...findings };
  // With the seed, `npm run chaos -- --rounds 3 --round-seconds 4 --seed …` plays the same faults again.
  const nothing = {
    lost: [],
    doubled: [],
    givenUp: [],
    badReceipts: [],
    wrongStates: [],
    unbalanced: [],
    notFollowed: [],
  };
  expect({ seed, ...wrong }).toEqual({ seed, ...nothing });
  expect([rounds, acknowledged > 500, events >= acknowledged, resent > 0]).toEqual([3, true, true, true]);
});
