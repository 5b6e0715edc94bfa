import { Logger } from '@nestjs/common';
import { beforeAll, expect, it } from 'vitest';
import { LastUseRecorder } from './last-use-recorder.js';

beforeAll(() => Logger.overrideLogger(false));

class Stored extends LastUseRecorder {
  readonly written: Record<string, Date>[] = [];
  isUnavailable = false;
  meanwhile = () => {};

  protected async store(keys: readonly string[], times: readonly Date[]): Promise<void> {
    this.meanwhile();
    if (this.isUnavailable) throw new Error('away');
    this.written.push(Object.fromEntries(keys.map((key, i) => [key, times[i] as Date])));
  }
}

const [early, late] = [new Date(1), new Date(2)];

it('writes the last use of all keys together, and nothing if no key was used since', async () => {
  const uses = new Stored();
  uses.record('a', early);
  uses.record('b', early);
  uses.record('a', late);
  await uses.write();
  await uses.beforeApplicationShutdown();
  expect(uses.written).toEqual([{ a: late, b: early }]);
});

it('keeps uses that could not be written, and newer ones that were recorded meanwhile', async () => {
  const uses = new Stored();
  uses.isUnavailable = true;
  uses.meanwhile = () => uses.record('a', late);
  uses.record('a', early);
  uses.record('b', early);
  await uses.write();
  uses.isUnavailable = false;
  uses.meanwhile = () => {};
  await uses.beforeApplicationShutdown();
  expect(uses.written).toEqual([{ a: late, b: early }]);
});
