import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { expect, it } from 'vitest';
import { FindBacklog, ProcessDeliveries } from '#monitoring';
import { Sweep } from './sweep.js';

it('looks at all that wait in one round, a portion at a time', async () => {
  const portions = [['a'], ['b'], ['c']];
  const processed: string[] = [];
  let asked = 0;
  const queries = {
    execute: async (query: unknown) => {
      expect(query).toBeInstanceOf(FindBacklog);
      asked += 1;
      return { webhook_uuids: portions[asked - 1] ?? [], isMore: asked < portions.length };
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
