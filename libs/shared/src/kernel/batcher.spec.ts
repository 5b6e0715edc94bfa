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
  it('gathers what arrives while a batch is under way, and no more than fits', async () => {
    const { batches, add } = createDoubler({ concurrency: 1, perBatch: 3 });
    expect(await add(1, 2, 3, 4, 5)).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('counts bytes, and lets what is larger than a batch go alone', async () => {
    const bytes = { perBatch: 10, of: (n: number) => n };
    const { batches, add } = createDoubler({ concurrency: 1, perBatch: 3, bytes });
    await add(4, 6, 1, 50, 2, 1, 1, 1);
    expect(batches).toEqual([[4, 6], [1], [50], [2, 1, 1], [1]]);
  });

  it('begins no other batch beside one that has just begun', async () => {
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

  it('rejects those that the work does, all others when it fails, and goes on', async () => {
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
