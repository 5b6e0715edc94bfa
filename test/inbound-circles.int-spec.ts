import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deed } from './mirrored-receivers.js';
import { startWorld, stopWorld, World } from './mirrored-world.js';
import { scaled } from './scale.js';

/*
 * Any interleaving of people who act here, in PagerDuty and in Opsgenie, of a third system that mirrors both of these, and of
 * webhooks that arrive late, twice and in another order, comes to rest in one state.
 */

beforeAll(startWorld);
afterAll(stopWorld);

const DEEDS = ['acknowledge', 'unacknowledge', 'resolve'] as const;
const deed = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...DEEDS.slice(0, 2)) }, fc.constant(DEEDS[2]));
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('pager' as const, 'genie' as const, 'here' as const), deed }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'oldest' as const,
        'newest' as const,
        'repeat' as const,
        'mirror' as const,
        'send' as const,
      ),
      deed,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('worsen' as const), deed }) },
);

async function run(world: World, { do: what, deed: which }: { readonly do: string; readonly deed: Deed }) {
  if (what === 'pager' || what === 'genie') await world.actAt(what, which);
  else if (what === 'here') await world.actHere(which);
  else if (what === 'oldest' || what === 'newest') await world.deliver(what);
  else if (what === 'repeat') await world.repeat();
  else if (what === 'mirror') await world.mirror();
  else if (what === 'send') await world.send();
  else await world.worsen();
}

it(
  'comes to rest in one state, with a bounded number of messages, and answers nobody who knows',
  { timeout: 240_000 },
  async () => {
    let [resolved, open] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        const world = await World.open();
        const { receivers } = world;
        for (const each of steps) await run(world, each);
        await world.rest();
        const alert = await world.read();
        const shown = receivers.open();
        if (alert.state === 'RESOLVED') expect(shown).toEqual({ pager: [], genie: [] });
        else {
          expect([shown.pager.length, shown.genie.length]).toEqual([1, 1]);
          const newest = world.acknowledgements.reduce((last, one) => (one.at >= last.at ? one : last), {
            at: 0,
            acknowledged: false,
          });
          expect(alert.acknowledged).toBe(newest.acknowledged);
        }
        // What the service does itself leaves no notes, and what it is told of again changes nothing.
        expect(await world.count('alert_note')).toBe(0);
        const mirrored = receivers.emitted.filter(({ by }) => by === 'mirror').length;
        const changes = await world.count('alert_change');
        expect(changes).toBeLessThanOrEqual(1 + world.acts + mirrored);
        expect(await world.count('notification')).toBeLessThanOrEqual(2 * changes);
        if (alert.state === 'RESOLVED') resolved += 1;
        if (alert.state !== 'OPEN') return;
        open += 1;
        const before = { ...receivers.requests };
        await world.actAt('pager', 'resolve');
        await world.deliver('newest');
        await world.send();
        expect(await world.read()).toMatchObject({ state: 'RESOLVED' });
        expect(receivers.open()).toEqual({ pager: [], genie: [] });
        expect(receivers.requests.pager).toBe(before.pager);
        await world.rest();
        expect(receivers.requests.pager).toBe(before.pager);
      }),
      { numRuns: scaled(25), endOnFailure: true },
    );
    expect([resolved > 0, open > 0]).toEqual([true, true]);
  },
);

it('takes a late webhook of an incident that it has replaced itself as its own act, although the key is in use again', async () => {
  const world = await World.open();
  // Each acknowledgement that is taken back here opens another incident at PagerDuty; the third has the key of the first.
  for (let turn = 0; turn < 2; turn += 1) {
    await world.actHere('acknowledge');
    await world.send();
    await world.actHere('unacknowledge');
    await world.send();
  }
  const resolved = world.receivers.emitted.filter(
    ({ from, deed, by }) => from === 'pager' && deed === 'resolve' && by === 'service',
  );
  expect(resolved).toHaveLength(2);
  while (await world.deliver('oldest'));
  expect(await world.count('alert_note')).toBe(0);
  expect(await world.read()).toMatchObject({ state: 'OPEN' });
});
