import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { expect, it } from 'vitest';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Sweep } from './sweep.js';

/** @returns the webhooks that a sweep of this backlog processes, and its number of queries */
async function sweep(rounds: readonly (readonly string[])[]) {
  const processed: string[] = [];
  let queryCount = 0;
  const queries = {
    execute: async (query: unknown) => {
      expect(query).toBeInstanceOf(FindBacklog);
      queryCount += 1;
      return { webhook_uuids: rounds[queryCount - 1] ?? [], hasMore: queryCount < rounds.length };
    },
  } as unknown as QueryBus;
  const commands = {
    execute: async (command: unknown) => {
      if (!(command instanceof ProcessDeliveries)) return;
      processed.push(...command.webhook_uuids);
    },
  } as unknown as CommandBus;
  await new Sweep(commands, queries).processBacklog();
  return { processed, queryCount };
}

it('the sweep processes the whole backlog in one round, a portion at a time', async () => {
  expect((await sweep([['a'], ['b'], ['c']])).processed).toEqual(['a', 'b', 'c']);
});

it('the sweep finds the webhooks after portions that are all paused', async () => {
  expect((await sweep([...Array.from({ length: 19 }, () => []), ['a'], [], ['b']])).processed).toEqual([
    'a',
    'b',
  ]);
});

it('the sweep ends after twenty portions that are all paused', async () => {
  expect(await sweep(Array.from({ length: 50 }, () => []))).toEqual({ processed: [], queryCount: 20 });
});
