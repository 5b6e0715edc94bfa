import { describe, expect, it } from 'vitest';
import { Batcher, type BatchLimits } from './batcher.js';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Doubles numbers. Each batch takes one turn of the event loop. */
function createDoubler(limits: BatchLimits<number>) {
  const batches: number[][] = [];
  const batcher = new Batcher<number, number>(async (batch) => {
    batches.push(batch.map(({ request }) => request));
    await nextTick();
    for (const { request, resolve } of batch) resolve(request * 2);
  }, limits);
  return { batches, batcher, add: (...all: number[]) => Promise.all(all.map((n) => batcher.add(n))) };
}

describe('Batcher', () => {
  it('groups requests that arrive together into batches of at most perBatch', async () => {
    const { batches, add } = createDoubler({ concurrency: 1, perBatch: 3 });
    expect(await add(1, 2, 3, 4, 5)).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('limits the bytes of a batch, and processes a larger request in a batch of its own', async () => {
    const bytes = { perBatch: 10, of: (n: number) => n };
    const { batches, add } = createDoubler({ concurrency: 1, perBatch: 3, bytes });
    await add(4, 6, 1, 50, 2, 1, 1, 1);
    expect(batches).toEqual([[4, 6], [1], [50], [2, 1, 1], [1]]);
  });

  it('starts no concurrent batch within minIntervalMs of the last one', async () => {
    const spaced = createDoubler({ concurrency: 2, perBatch: 1, minIntervalMs: 60_000 });
    const unspaced = createDoubler({ concurrency: 2, perBatch: 1 });
    const all = [spaced.add(1, 2), unspaced.add(1, 2)];
    await nextTick();
    expect([spaced.batches, unspaced.batches]).toEqual([[[1]], [[1], [2]]]);
    expect(await Promise.all(all)).toEqual([
      [2, 4],
      [2, 4],
    ]);
  });

  it('rejects single requests, or the whole batch if processing throws, and continues', async () => {
    let fails = false;
    const batcher = new Batcher<number, string>(
      async (batch) => {
        for (const { request, resolve, reject } of batch) {
          if (fails) throw new Error('all');
          if (request === 2) reject(new Error('two'));
          else resolve('fine');
        }
      },
      { concurrency: 2, perBatch: 10 },
    );
    const [one, two] = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect([one.status, two.status]).toEqual(['fulfilled', 'rejected']);
    fails = true;
    await expect(batcher.add(1)).rejects.toThrow('all');
    fails = false;
    expect(await batcher.add(1)).toBe('fine');
  });
});
