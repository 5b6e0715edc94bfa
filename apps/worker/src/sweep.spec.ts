import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { expect, it } from 'vitest';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Sweep } from './sweep.js';

it('the sweep processes the whole backlog in one round, a portion at a time', async () => {
  const rounds = [['a'], ['b'], ['c']];
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
  expect(processed).toEqual(['a', 'b', 'c']);
});
