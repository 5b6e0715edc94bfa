import { Injectable } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { Every } from './every.decorator.js';
import { ScheduleModule } from './schedule.module.js';

let app: TestingModule | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start<T>(provider: new () => T): Promise<T> {
  app = await Test.createTestingModule({ imports: [ScheduleModule], providers: [provider] }).compile();
  app.useLogger(false);
  await app.init();
  return app.get(provider);
}

it('starts the next round only after the end of the last one, also if it failed', async () => {
  @Injectable()
  class Failing {
    rounds = 0;
    isAtWork = false;
    overlaps = 0;

    @Every(1)
    async work(): Promise<void> {
      if (this.isAtWork) this.overlaps += 1;
      this.isAtWork = true;
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.isAtWork = false;
      this.rounds += 1;
      throw new Error('not this time');
    }
  }
  const failing = await start(Failing);
  expect(failing.rounds).toBe(0);
  await vi.waitFor(() => expect(failing.rounds).toBeGreaterThan(3));
  expect(failing.overlaps).toBe(0);
});

it('starts the first round at startup only if atStart is set', async () => {
  @Injectable()
  class AtStart {
    readonly done: string[] = [];

    @Every(60_000, { atStart: true })
    async first(): Promise<void> {
      this.done.push('first');
    }

    @Every(60_000)
    async later(): Promise<void> {
      this.done.push('later');
    }
  }
  expect((await start(AtStart)).done).toEqual(['first']);
});

it('waits for the running round at shutdown, and starts no other', async () => {
  const finish = Promise.withResolvers<void>();
  @Injectable()
  class Slow {
    rounds = 0;
    ended = 0;

    @Every(1, { atStart: true })
    async work(): Promise<void> {
      this.rounds += 1;
      await finish.promise;
      this.ended += 1;
    }
  }
  const slow = await start(Slow);
  const closed = app?.close().then(() => slow.ended);
  setImmediate(finish.resolve);
  expect(await closed).toBe(1);
  expect(slow.rounds).toBe(1);
});
