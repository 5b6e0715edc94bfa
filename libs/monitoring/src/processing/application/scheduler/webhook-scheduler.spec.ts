import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WebhookScheduler } from './webhook-scheduler.js';

/** Slices that end when the test says so. */
class Slices {
  readonly begun: string[][] = [];
  private readonly ends: ((more: readonly string[]) => void)[] = [];
  readonly preempts: ((uuids: readonly string[]) => void)[] = [];

  constructor(
    slices: number,
    webhooksPerSlice: number,
    readonly scheduler = new WebhookScheduler({ slices, webhooksPerSlice }, (uuids, preempt) => {
      this.begun.push([...uuids]);
      this.preempts.push(preempt);
      return new Promise((resolve) => this.ends.push((more) => resolve(new Set(more))));
    }),
  ) {}

  async end(slice: number, more: readonly string[] = []): Promise<void> {
    this.ends[slice]?.(more);
    await sleep(0);
  }
}

const LONG = 60_000;

it('webhooks share a slice as far as there are slices for the rest', async () => {
  const slices = new Slices(2, 3);
  void slices.scheduler.run(['a', 'b', 'c', 'd', 'e'], LONG);
  expect(slices.begun).toEqual([['a', 'b', 'c'], ['d']]);
  await slices.end(1);
  expect(slices.begun[2]).toEqual(['e']);
});

it('one that is scheduled in its slice has another, and never two at a time', async () => {
  const slices = new Slices(2, 3);
  const first = slices.scheduler.run(['a'], LONG);
  const second = slices.scheduler.run(['a'], LONG);
  expect(slices.begun).toEqual([['a']]);
  await slices.end(0);
  expect(slices.begun).toEqual([['a'], ['a']]);
  await slices.end(1);
  expect(await Promise.all([first, second])).toEqual([[], []]);
});

it('who asks later waits, and who asked before is done', async () => {
  const slices = new Slices(1, 1);
  const before = slices.scheduler.run(['a', 'b'], LONG);
  void slices.scheduler.run(['a', 'b'], LONG);
  expect(await before).toEqual([]);
  expect(slices.begun).toEqual([['a']]);
});

it('one with more to do goes behind the others', async () => {
  const slices = new Slices(1, 1);
  const run = slices.scheduler.run(['a', 'b'], LONG);
  await slices.end(0, ['a']);
  await slices.end(1);
  await slices.end(2);
  expect(slices.begun).toEqual([['a'], ['b'], ['a']]);
  expect(await run).toEqual([]);
});

it('those that are preempted come first', async () => {
  const slices = new Slices(2, 3);
  const run = slices.scheduler.run(['a', 'b', 'c', 'd'], LONG);
  expect(slices.begun).toEqual([['a', 'b'], ['c']]);
  slices.preempts[0]?.(['b']);
  await slices.end(1);
  await slices.end(2);
  expect(slices.begun.slice(2)).toEqual([['b'], ['d']]);
  await slices.end(0);
  await slices.end(3);
  expect(await run).toEqual([]);
});

it('those that are preempted have a slice at once where one is free', async () => {
  const slices = new Slices(2, 3);
  void slices.scheduler.run(['a', 'b', 'c'], LONG);
  expect(slices.begun).toEqual([['a', 'b'], ['c']]);
  await slices.end(1);
  slices.preempts[0]?.(['b']);
  expect(slices.begun[2]).toEqual(['b']);
});

it('when the time is over what waits is undone, and what is under way is waited for', async () => {
  const slices = new Slices(1, 1);
  const run = slices.scheduler.run(['a', 'b'], 10);
  await sleep(30);
  let ended = false;
  void run.then(() => (ended = true));
  await sleep(0);
  expect(ended).toBe(false);
  await slices.end(0, ['a']);
  expect((await run).toSorted()).toEqual(['a', 'b']);
  expect(slices.begun).toEqual([['a']]);
  expect(await slices.scheduler.run(['c'], 0)).toEqual(['c']);
});

/** As for asynchronous plugins. */
const ASYNCHRONOUS = { slices: 64, webhooksPerSlice: 1, webhooksPerDomain: 16 };

it('gives one domain no more than its share of the slices', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const scheduler = new WebhookScheduler(ASYNCHRONOUS, ([uuid = '']) => {
    begun.push(uuid);
    return new Promise((resolve) => ends.push(() => resolve(new Set())));
  });
  for (let n = 0; n < 100; n += 1) scheduler.schedule({ uuid: `hanging ${n}`, domain_id: 'one' });
  expect(begun).toHaveLength(16);
  for (let n = 0; n < 100; n += 1) scheduler.schedule({ uuid: `other ${n}`, domain_id: `d${n}` });
  expect(begun).toHaveLength(64);
  for (const end of ends) end();
  await scheduler.stop();
});

it('runs another slice of a webhook that was scheduled in its slice', async () => {
  let begun = 0;
  const ends: ((more: Set<string>) => void)[] = [];
  const scheduler = new WebhookScheduler(ASYNCHRONOUS, () => {
    begun += 1;
    return new Promise((resolve) => ends.push(resolve));
  });
  const webhook = { uuid: 'w', domain_id: 'd' };
  scheduler.schedule(webhook);
  scheduler.schedule(webhook);
  expect(begun).toBe(1);
  ends[0]?.(new Set());
  await expect.poll(() => begun).toBe(2);
  ends[1]?.(new Set());
  await scheduler.stop();
  expect(begun).toBe(2);
});

it('lets those without a slice have theirs, however much the others have to do', async () => {
  const slicesOf = new Map<string, number>();
  const scheduler = new WebhookScheduler(ASYNCHRONOUS, async ([uuid = '']) => {
    slicesOf.set(uuid, (slicesOf.get(uuid) ?? 0) + 1);
    await new Promise((resolve) => setImmediate(resolve));
    return new Set([uuid]);
  });
  for (let n = 0; n < 100; n += 1) scheduler.schedule({ uuid: `busy ${n}`, domain_id: `d${n % 5}` });
  scheduler.schedule({ uuid: 'one more', domain_id: 'd0' });
  scheduler.schedule({ uuid: 'a stranger', domain_id: 'other' });
  await expect.poll(() => Math.max(...slicesOf.values())).toBeGreaterThan(10);
  const all = [...slicesOf.values()];
  expect(all).toHaveLength(102);
  expect(Math.max(...all)).toBeLessThan(3 * Math.min(...all) + 3);
  await scheduler.stop();
});
