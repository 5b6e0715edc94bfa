import { Logger } from '@nestjs/common';
import { beforeAll, expect, it } from 'vitest';
import { LastUses } from './last-uses.js';

beforeAll(() => Logger.overrideLogger(false));

class Stored extends LastUses {
  readonly written: Record<string, Date>[] = [];
  isAway = false;
  meanwhile = () => {};

  protected async store(keys: readonly string[], times: readonly Date[]): Promise<void> {
    this.meanwhile();
    if (this.isAway) throw new Error('away');
    this.written.push(Object.fromEntries(keys.map((key, i) => [key, times[i] as Date])));
  }
}

const [early, late] = [new Date(1), new Date(2)];

it('writes the last use of each key at once, and nothing where nothing was used', async () => {
  const uses = new Stored();
  uses.note('a', early);
  uses.note('b', early);
  uses.note('a', late);
  await uses.write();
  await uses.beforeApplicationShutdown();
  expect(uses.written).toEqual([{ a: late, b: early }]);
});

it('keeps what could not be written, and what was used meanwhile', async () => {
  const uses = new Stored();
  uses.isAway = true;
  uses.meanwhile = () => uses.note('a', late);
  uses.note('a', early);
  uses.note('b', early);
  await uses.write();
  uses.isAway = false;
  uses.meanwhile = () => {};
  await uses.beforeApplicationShutdown();
  expect(uses.written).toEqual([{ a: late, b: early }]);
});
