import { describe, expect, it } from 'vitest';
import type { ChangedRecords, ChangeFeed } from './change-feed.js';
import { VersionedCache } from './versioned-cache.js';

interface Record {
  readonly id: string;
}
type Answer = PromiseWithResolvers<ReadonlyMap<string, Record>>;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Sets up a cache with a database and a change feed that the test controls. */
function setUp(capacity?: number) {
  const asked: { readonly keys: readonly string[]; readonly answer: Answer }[] = [];
  let change: (changed: ChangedRecords) => void = () => undefined;
  const feed = {
    onChange: (_topic: string, listener: typeof change) => {
      change = listener;
    },
  };
  const source = {
    getRecordId: ({ id }: Record) => id,
    overloadMessage: 'Too many are asked for',
    read: (keys: readonly string[]) => {
      const answer: Answer = Promise.withResolvers();
      asked.push({ keys, answer });
      return answer.promise;
    },
  };
  const cache = new VersionedCache<Record>(feed as unknown as ChangeFeed, 'webhook', source, capacity);
  const answer = (at: number, ...records: Record[]) =>
    asked[at]?.answer.resolve(new Map(records.map((record) => [record.id, record])));
  /** Loads records one after the other. */
  const fill = async (...ids: string[]) => {
    for (const id of ids) {
      const loading = cache.load(id);
      await turn();
      answer(asked.length - 1, { id });
      await loading;
    }
  };
  return { cache, asked, answer, fill, change: (changed: ChangedRecords) => change(changed) };
}

describe('VersionedCache', () => {
  it('runs one read at a time, and shares the next one among loads that arrive meanwhile', async () => {
    const { cache, asked, answer } = setUp();
    const first = cache.load('a');
    await turn();
    const others = [cache.load('a'), cache.load('b'), cache.load('a')];
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([['a']]);
    answer(0);
    expect(await first).toEqual({ value: undefined, isCurrent: true });
    await turn();
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
    answer(1, { id: 'a' });
    const found = await Promise.all(others);
    expect(found.map(({ value }) => value?.id)).toEqual(['a', undefined, 'a']);
  });

  it('answers a thousand loads of an unknown key by one read that begins after them', async () => {
    const { cache, asked, answer } = setUp();
    const early = cache.load('unknown');
    await turn();
    const late = Promise.all(Array.from({ length: 1_000 }, () => cache.load('unknown')));
    answer(0);
    expect((await early).value).toBeUndefined();
    await turn();
    const made = { id: 'unknown' };
    answer(1, made);
    expect(new Set((await late).map(({ value }) => value))).toEqual(new Set([made]));
    expect(asked).toHaveLength(2);
  });

  it('keeps the records that it read, except those that change during the read', async () => {
    const { cache, answer, change } = setUp();
    const outdated = Promise.all([cache.load('a'), cache.load('b'), cache.load('c')]);
    await turn();
    change(['a']);
    answer(0, { id: 'a' }, { id: 'b' });
    expect((await outdated).map(({ isCurrent }) => isCurrent)).toEqual([false, true, false]);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, { id: 'b' }]);

    const again = cache.load('a');
    await turn();
    answer(1, { id: 'a' });
    expect((await again).isCurrent).toBe(true);
    expect(cache.get('a')).toEqual({ id: 'a' });

    const everything = cache.load('c');
    await turn();
    change('everything');
    answer(2, { id: 'c' });
    expect((await everything).isCurrent).toBe(false);
    expect(cache.get('c')).toBeUndefined();
  });

  it('drops a changed record under all of its keys', async () => {
    const { cache, asked, fill, change } = setUp();
    const both = [cache.load('x'), cache.load('y')];
    await turn();
    const record = { id: 'z' };
    asked[0]?.answer.resolve(
      new Map([
        ['x', record],
        ['y', record],
      ]),
    );
    await Promise.all(both);
    await fill('b', 'c');
    change(['z', 'b']);
    expect(['x', 'y', 'b', 'c'].map((key) => cache.get(key)?.id)).toEqual([
      undefined,
      undefined,
      undefined,
      'c',
    ]);
    change('everything');
    expect(cache.get('c')).toBeUndefined();
  });

  it('drops the least recently used record if it is full', async () => {
    const { cache, fill } = setUp(2);
    await fill('a', 'b');
    cache.get('a');
    await fill('c');
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.id)).toEqual(['a', undefined, 'c']);
  });

  it('rejects a load if the read fails, and reads again for the next one', async () => {
    const { cache, asked, answer } = setUp();
    const failed = cache.load('a');
    await turn();
    asked[0]?.answer.reject(new Error('connection refused'));
    await expect(failed).rejects.toThrow('connection refused');
    const next = cache.load('a');
    await turn();
    answer(1, { id: 'a' });
    expect((await next).value).toEqual({ id: 'a' });
  });
});
