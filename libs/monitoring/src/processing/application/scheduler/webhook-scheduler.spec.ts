import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WebhookScheduler, type Lane, type ScheduledWebhook, type TurnResult } from './webhook-scheduler.js';

const LONG = 60_000;
const SLOW = { turns: 64, turnsPerDomain: 16, webhooksPerTurn: 1 };

/** `a`, `b` … of the domain d; `x.a` of the domain x. */
const webhooks = (...uuids: readonly string[]): ScheduledWebhook[] =>
  uuids.map((uuid) => ({ uuid, domain_id: uuid.includes('.') ? (uuid.split('.')[0] ?? '') : 'd' }));

interface Outcome {
  readonly more?: readonly string[];
  readonly slow?: readonly string[];
  readonly leftOut?: readonly string[];
}

const resultOf = (lane: Lane, { more = [], slow = [], leftOut = [] }: Outcome): TurnResult => ({
  more: new Map<string, Lane>([
    ...[...more, ...leftOut].map((uuid) => [uuid, lane] as const),
    ...slow.map((uuid) => [uuid, 'slow'] as const),
  ]),
  leftOut: new Set(leftOut),
});

/** Turns that end when the test says so. */
class Turns {
  readonly begun: string[][] = [];
  private readonly ends: ((outcome: Outcome) => void)[] = [];
  readonly scheduler: WebhookScheduler;

  constructor(turns: number, webhooksPerTurn: number) {
    const limits = { fast: { turns, turnsPerDomain: turns, webhooksPerTurn }, slow: SLOW };
    this.scheduler = new WebhookScheduler(limits, (lane, uuids) => {
      this.begun.push([...uuids]);
      return new Promise((resolve) => this.ends.push((outcome) => resolve(resultOf(lane, outcome))));
    });
  }

  async end(turn: number, outcome: Outcome = {}): Promise<void> {
    this.ends[turn]?.(outcome);
    await sleep(0);
  }
}

it('webhooks of a domain spread over the turns that are free', async () => {
  const turns = new Turns(2, 3);
  void turns.scheduler.run(webhooks('a', 'b', 'c', 'e', 'f'), LONG);
  expect(turns.begun).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ]);
});

it('and take one where other domains wait, each of which has a turn of its own', async () => {
  const turns = new Turns(2, 9);
  void turns.scheduler.run(webhooks('a', 'b', 'c', 'x.a', 'x.b', 'y.a'), LONG);
  expect(turns.begun).toEqual([
    ['a', 'b', 'c'],
    ['x.a', 'x.b'],
  ]);
  await turns.end(1);
  expect(turns.begun[2]).toEqual(['y.a']);
});

it('a domain with one webhook has its turn with the next that ends, however many webhooks of another are busy', async () => {
  const turns = new Turns(2, 100);
  void turns.scheduler.run(webhooks(...Array.from({ length: 500 }, (_, n) => `busy.${n}`)), LONG);
  expect(turns.begun.map(({ length }) => length)).toEqual([100, 100]);
  void turns.scheduler.run(webhooks('calm.0'), LONG);
  await turns.end(0, { more: turns.begun[0] ?? [] });
  expect(turns.begun[2]).toEqual(['calm.0']);
  await turns.end(1, { more: turns.begun[1] ?? [] });
  await turns.end(2, { more: ['calm.0'] });
  await turns.end(3, { more: turns.begun[3] ?? [] });
  // It never waits for more than one turn of the other domain, which goes through all of its webhooks.
  expect(turns.begun.slice(3).map(([first]) => first)).toEqual(['busy.200', 'calm.0', 'busy.300']);
});

it('one that is scheduled in its turn has another, and never two at a time', async () => {
  const turns = new Turns(2, 3);
  const first = turns.scheduler.run(webhooks('a'), LONG);
  const second = turns.scheduler.run(webhooks('a'), LONG);
  expect(turns.begun).toEqual([['a']]);
  await turns.end(0);
  expect(turns.begun).toEqual([['a'], ['a']]);
  await turns.end(1);
  expect(await Promise.all([first, second])).toEqual([[], []]);
  expect(turns.scheduler.isIdle).toBe(true);
});

it('who asks later waits, and who asked before is done', async () => {
  const turns = new Turns(1, 1);
  const before = turns.scheduler.run(webhooks('a', 'b'), LONG);
  void turns.scheduler.run(webhooks('a', 'b'), LONG);
  expect(await before).toEqual([]);
  expect(turns.begun).toEqual([['a']]);
});

it('one with more to do goes behind the others', async () => {
  const turns = new Turns(1, 1);
  const run = turns.scheduler.run(webhooks('a', 'b'), LONG);
  await turns.end(0, { more: ['a'] });
  await turns.end(1);
  await turns.end(2);
  expect(turns.begun).toEqual([['a'], ['b'], ['a']]);
  expect(await run).toEqual([]);
});

it('those that a batch had no room for come before those that had, and share no turn with them', async () => {
  const turns = new Turns(1, 3);
  const run = turns.scheduler.run(webhooks('a', 'b', 'c'), LONG);
  await turns.end(0, { more: ['a'], leftOut: ['b', 'c'] });
  await turns.end(1, { more: ['b'] });
  await turns.end(2);
  expect(turns.begun).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c'],
    ['a', 'b'],
  ]);
  expect(await run).toEqual([]);
});

it('when the time is over what waits is undone, and what is under way is waited for', async () => {
  const turns = new Turns(1, 1);
  const run = turns.scheduler.run(webhooks('a', 'b'), 10);
  await sleep(30);
  let ended = false;
  void run.then(() => (ended = true));
  await sleep(0);
  expect(ended).toBe(false);
  await turns.end(0, { more: ['a'] });
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(turns.begun).toEqual([['a']]);
});

it('whoever stops it waits for what is under way; what waits is undone', async () => {
  const turns = new Turns(1, 1);
  const run = turns.scheduler.run(webhooks('a', 'b'), LONG);
  const stopped = turns.scheduler.stop();
  await turns.end(0, { more: ['a'] });
  await stopped;
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(await turns.scheduler.run(webhooks('c'), LONG)).toEqual(['c']);
  expect(turns.begun).toEqual([['a']]);
});

/** Webhooks that turn out to be slow, and the turns that they have in that lane. */
function slowTurns(runSlow: (uuid: string) => Promise<Outcome>) {
  const fast = { turns: 3, turnsPerDomain: 3, webhooksPerTurn: 100 };
  return new WebhookScheduler({ fast, slow: SLOW }, async (lane, uuids) =>
    resultOf(lane, lane === 'fast' ? { slow: uuids } : await runSlow(uuids[0] ?? '')),
  );
}

it('nobody waits for a slow webhook, and it has no second turn beside its first', async () => {
  const begun: string[] = [];
  let end: (outcome: Outcome) => void = () => undefined;
  const scheduler = slowTurns((uuid) => {
    begun.push(uuid);
    return new Promise((resolve) => (end = resolve));
  });
  for (let n = 0; n < 3; n += 1) expect(await scheduler.run(webhooks('a'), LONG)).toEqual([]);
  await expect.poll(() => begun).toEqual(['a']);
  end({});
  await expect.poll(() => begun).toEqual(['a', 'a']);
  end({});
  await expect.poll(() => scheduler.isIdle).toBe(true);
});

it('gives one domain no more than its share of the slow turns', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const scheduler = slowTurns((uuid) => {
    begun.push(uuid);
    return new Promise((resolve) => ends.push(() => resolve({})));
  });
  await scheduler.run(webhooks(...Array.from({ length: 100 }, (_, n) => `one.${n}`)), LONG);
  await expect.poll(() => begun.length).toBe(16);
  await scheduler.run(webhooks(...Array.from({ length: 100 }, (_, n) => `d${n}.0`)), LONG);
  await expect.poll(() => begun.length).toBe(64);
  const stopped = scheduler.stop();
  for (const end of ends) end();
  await stopped;
  expect(begun).toHaveLength(64);
});

it('lets those without a turn have theirs, however much the others have to do', async () => {
  const turnsOf = new Map<string, number>();
  const scheduler = slowTurns(async (uuid) => {
    turnsOf.set(uuid, (turnsOf.get(uuid) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    return { more: [uuid] };
  });
  void scheduler.run(webhooks(...Array.from({ length: 100 }, (_, n) => `d${n % 5}.${n}`)), LONG);
  void scheduler.run(webhooks('d0.one-more', 'other.stranger'), LONG);
  await expect.poll(() => Math.max(...turnsOf.values())).toBeGreaterThan(10);
  await scheduler.stop();
  // Of each domain all have as many; who is alone in a domain has the turns of all of another one.
  expect(turnsOf.size).toBe(102);
  const busy = [...turnsOf].filter(([uuid]) => !uuid.startsWith('other')).map(([, turns]) => turns);
  expect(Math.max(...busy)).toBeLessThan(3 * Math.min(...busy) + 3);
});
