import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRemindedStore, EVERY, type RemindedDomain, type RemindedStore } from './reminded-domain.js';

let store: RemindedStore;
beforeAll(async () => {
  store = await createRemindedStore();
});
afterAll(() => store.close());

const STEP = 600;
/** Seconds by which a reminder may be late: the next look after an acknowledgement, and a step. */
const LATE = 300 + STEP;

const ACTS = ['open', 'acknowledge', 'unacknowledge', 'resolve', 'escalate', 'wait', 'wait', 'wait'] as const;
type Act = (typeof ACTS)[number];

/** What is expected of one alert. Times are in seconds. */
interface Expected {
  isOpen: boolean;
  isAcknowledged: boolean;
  lastMessage: number;
  /** Since when nothing but the last message stands against a reminder. */
  free: number;
}

async function perform(
  domain: RemindedDomain,
  act: Act,
  state: Expected | undefined,
  now: number,
): Promise<Expected | undefined> {
  if (act === 'wait') return state;
  if (state === undefined || (!state.isOpen && act === 'open')) {
    if (act !== 'open') return state;
    await domain.change(['a', state === undefined ? 'opened' : 'reopened']);
    return { isOpen: true, isAcknowledged: false, lastMessage: now, free: now };
  }
  if (!state.isOpen || act === 'open') return state;
  if (act === 'resolve') {
    if (state.isAcknowledged) await domain.run('update alert set acknowledged = false where domain_id = $1');
    await domain.change(['a', 'resolved']);
    return { ...state, isOpen: false, isAcknowledged: false, lastMessage: now };
  }
  if (act === 'escalate') {
    await domain.change(['a', 'escalated']);
    return { ...state, lastMessage: now };
  }
  const isAcknowledged = act === 'acknowledge';
  if (state.isAcknowledged === isAcknowledged) return state;
  await domain[act]('a');
  return { ...state, isAcknowledged, free: now };
}

it('reminds when and only when an alert is open, told and not acknowledged, whatever happens before', async () => {
  let reminded = 0;
  const acts = fc.array(fc.constantFrom(...ACTS), { minLength: 5, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(acts, async (happened) => {
      const domain = await store.createDomain();
      let state: Expected | undefined;
      let count = 0;
      let now = 0;
      for (const act of ['open' as const, ...happened, ...Array<Act>(7).fill('wait')]) {
        state = await perform(domain, act, state, now);
        await domain.send();
        await domain.skip(STEP);
        now += STEP;
        await domain.look();
        const found = state === undefined ? 0 : (await domain.reminders('a')).length;
        await domain.send();
        const isReminded = found > count;
        if (state === undefined) continue;
        const mayRemind = state.isOpen && !state.isAcknowledged && now - state.lastMessage >= EVERY - 5;
        if (isReminded) expect({ act, now, mayRemind }).toMatchObject({ mayRemind: true });
        const since = Math.max(state.lastMessage + EVERY, state.free);
        if (mayRemind && now >= since + LATE)
          expect({ act, now, isReminded }).toMatchObject({ isReminded: true });
        if (isReminded) state = { ...state, lastMessage: now };
        reminded += found - count;
        count = found;
      }
    }),
    { numRuns: 12 },
  );
  expect(reminded).toBeGreaterThan(0);
}, 180_000);
