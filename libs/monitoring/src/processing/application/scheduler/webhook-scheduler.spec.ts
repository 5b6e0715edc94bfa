import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  WebhookScheduler,
  type SchedulerLane,
  type ScheduledWebhook,
  type SliceResult,
} from './webhook-scheduler.js';

const LONG = 60_000;
const SLOW = { slices: 64, slicesPerDomain: 16, webhooksPerSlice: 1 };

/** `a`, `b` … of the domain d; `x.a` of the domain x. */
const webhooks = (...uuids: readonly string[]): ScheduledWebhook[] =>
  uuids.map((uuid) => ({ uuid, domain_id: uuid.includes('.') ? (uuid.split('.')[0] ?? '') : 'd' }));

interface Outcome {
  readonly more?: readonly string[];
  readonly slow?: readonly string[];
  readonly leftOut?: readonly string[];
}

const resultOf = (lane: SchedulerLane, { more = [], slow = [], leftOut = [] }: Outcome): SliceResult => ({
  remaining: new Map<string, SchedulerLane>([
    ...[...more, ...leftOut].map((uuid) => [uuid, lane] as const),
    ...slow.map((uuid) => [uuid, 'slow'] as const),
  ]),
  deferred: new Set(leftOut),
});

/** Slices that end when the test says so. */
class Slices {
  readonly begun: string[][] = [];
  private readonly ends: ((outcome: Outcome) => void)[] = [];
  readonly scheduler: WebhookScheduler;

  constructor(slices: number, webhooksPerSlice: number) {
    const limits = { fast: { slices, slicesPerDomain: slices, webhooksPerSlice }, slow: SLOW };
    this.scheduler = new WebhookScheduler(limits, (lane, uuids) => {
      this.begun.push([...uuids]);
      return new Promise((resolve) => this.ends.push((outcome) => resolve(resultOf(lane, outcome))));
    });
  }

  async end(slice: number, outcome: Outcome = {}): Promise<void> {
    this.ends[slice]?.(outcome);
    await sleep(0);
  }
}

it('webhooks of a domain spread over the slices that are free', async () => {
  const slices = new Slices(2, 3);
  void slices.scheduler.run(webhooks('a', 'b', 'c', 'e', 'f'), LONG);
  expect(slices.begun).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ]);
});

it('gives each domain one slice while several domains wait', async () => {
  const slices = new Slices(2, 9);
  void slices.scheduler.run(webhooks('a', 'b', 'c', 'x.a', 'x.b', 'y.a'), LONG);
  expect(slices.begun).toEqual([
    ['a', 'b', 'c'],
    ['x.a', 'x.b'],
  ]);
  await slices.end(1);
  expect(slices.begun[2]).toEqual(['y.a']);
});

it('gives a domain with one webhook the next free slice beside 500 busy webhooks of another', async () => {
  const slices = new Slices(2, 100);
  void slices.scheduler.run(webhooks(...Array.from({ length: 500 }, (_, n) => `busy.${n}`)), LONG);
  expect(slices.begun.map(({ length }) => length)).toEqual([100, 100]);
  void slices.scheduler.run(webhooks('calm.0'), LONG);
  await slices.end(0, { more: slices.begun[0] ?? [] });
  expect(slices.begun[2]).toEqual(['calm.0']);
  await slices.end(1, { more: slices.begun[1] ?? [] });
  await slices.end(2, { more: ['calm.0'] });
  await slices.end(3, { more: slices.begun[3] ?? [] });
  // The calm domain never waits for more than one slice of the busy one, which runs through all of its webhooks.
  expect(slices.begun.slice(3).map(([first]) => first)).toEqual(['busy.200', 'calm.0', 'busy.300']);
});

it('runs a webhook that is scheduled during its slice again, and never twice at a time', async () => {
  const slices = new Slices(2, 3);
  const first = slices.scheduler.run(webhooks('a'), LONG);
  const second = slices.scheduler.run(webhooks('a'), LONG);
  expect(slices.begun).toEqual([['a']]);
  await slices.end(0);
  expect(slices.begun).toEqual([['a'], ['a']]);
  await slices.end(1);
  expect(await Promise.all([first, second])).toEqual([[], []]);
  expect(slices.scheduler.isIdle).toBe(true);
});

it('ends an earlier run when a later run asks for the same webhooks', async () => {
  const slices = new Slices(1, 1);
  const before = slices.scheduler.run(webhooks('a', 'b'), LONG);
  void slices.scheduler.run(webhooks('a', 'b'), LONG);
  expect(await before).toEqual([]);
  expect(slices.begun).toEqual([['a']]);
});

it('queues a webhook with more work behind the others', async () => {
  const slices = new Slices(1, 1);
  const run = slices.scheduler.run(webhooks('a', 'b'), LONG);
  await slices.end(0, { more: ['a'] });
  await slices.end(1);
  await slices.end(2);
  expect(slices.begun).toEqual([['a'], ['b'], ['a']]);
  expect(await run).toEqual([]);
});

it('runs webhooks that a batch left out before those with more work, in a slice of their own', async () => {
  const slices = new Slices(1, 3);
  const run = slices.scheduler.run(webhooks('a', 'b', 'c'), LONG);
  await slices.end(0, { more: ['a'], leftOut: ['b', 'c'] });
  await slices.end(1, { more: ['b'] });
  await slices.end(2);
  expect(slices.begun).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c'],
    ['a', 'b'],
  ]);
  expect(await run).toEqual([]);
});

it('returns waiting webhooks when the time is over, after the running slice has ended', async () => {
  const slices = new Slices(1, 1);
  const run = slices.scheduler.run(webhooks('a', 'b'), 10);
  await sleep(30);
  let ended = false;
  void run.then(() => (ended = true));
  await sleep(0);
  expect(ended).toBe(false);
  await slices.end(0, { more: ['a'] });
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(slices.begun).toEqual([['a']]);
});

it('waits for the running slice when it is stopped, and returns the waiting webhooks', async () => {
  const slices = new Slices(1, 1);
  const run = slices.scheduler.run(webhooks('a', 'b'), LONG);
  const stopped = slices.scheduler.stop();
  await slices.end(0, { more: ['a'] });
  await stopped;
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(await slices.scheduler.run(webhooks('c'), LONG)).toEqual(['c']);
  expect(slices.begun).toEqual([['a']]);
});

/** A scheduler that moves all webhooks to the slow lane, where `runSlow` runs their slices. */
function slowSlices(runSlow: (uuid: string) => Promise<Outcome>) {
  const fast = { slices: 3, slicesPerDomain: 3, webhooksPerSlice: 100 };
  return new WebhookScheduler({ fast, slow: SLOW }, async (lane, uuids) =>
    resultOf(lane, lane === 'fast' ? { slow: uuids } : await runSlow(uuids[0] ?? '')),
  );
}

it('does not wait for a slow webhook, and runs no second slice of it at the same time', async () => {
  const begun: string[] = [];
  let end: (outcome: Outcome) => void = () => undefined;
  const scheduler = slowSlices((uuid) => {
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

it('gives one domain no more than its share of the slow slices', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const scheduler = slowSlices((uuid) => {
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

it('shares slow slices evenly between webhooks and domains with endless work', async () => {
  const slicesOf = new Map<string, number>();
  const scheduler = slowSlices(async (uuid) => {
    slicesOf.set(uuid, (slicesOf.get(uuid) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    return { more: [uuid] };
  });
  void scheduler.run(webhooks(...Array.from({ length: 100 }, (_, n) => `d${n % 5}.${n}`)), LONG);
  void scheduler.run(webhooks('d0.one-more', 'other.stranger'), LONG);
  await expect.poll(() => Math.max(...slicesOf.values())).toBeGreaterThan(10);
  await scheduler.stop();
  // Within a domain, all webhooks get as many slices. A webhook that is alone gets as many as all of another domain together.
  expect(slicesOf.size).toBe(102);
  const busy = [...slicesOf].filter(([uuid]) => !uuid.startsWith('other')).map(([, slices]) => slices);
  expect(Math.max(...busy)).toBeLessThan(3 * Math.min(...busy) + 3);
});
