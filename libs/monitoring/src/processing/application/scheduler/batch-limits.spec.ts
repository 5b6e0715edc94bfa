import { expect, it } from 'vitest';
import { parseAlarms, type ParsedAlarm } from '../../domain/parse-alarms.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { Mutex } from '#shared/kernel/mutex.js';
import { BatchLimits } from '../parsing/batch-reader.js';

const MI = 1024 * 1024;

/** One alarm of slightly more than so many characters. */
function alarm(characters: number): readonly ParsedAlarm[] {
  const body = Buffer.from(JSON.stringify({ event_key: 'k', title: 't', x: 'x'.repeat(characters) }));
  const received_at = new Date('2026-11-20T10:00:00Z');
  const delivery = { received_at, content_type: '', headers: {}, query: {}, path_suffix: '', body };
  return parseAlarms(direct, {}, '0192a5a0-0000-7000-8000-000000000000', delivery);
}

it('a limit is reached by the number of characters or of alarms', () => {
  const limits = new BatchLimits(new Mutex());
  limits.add(alarm(7 * MI));
  expect(limits.isReached).toBe(false);
  limits.add(alarm(MI));
  expect(limits.isReached).toBe(true);
  const other = new BatchLimits(new Mutex());
  other.add(Array.from({ length: 10_000 }, () => ({ kind: 'ignored', reason: '' })));
  expect(other.isReached).toBe(true);
});

it('returns an unreadable outcome instead of parsing on when a segment is too large', () => {
  const limits = new BatchLimits(new Mutex());
  limits.beginSegment();
  for (let n = 0; n < 3; n += 1) limits.add(alarm(8 * MI - 1_000));
  expect(limits.excessOutcome).toBeUndefined();
  limits.add(alarm(MI));
  expect(limits.excessOutcome).toMatchObject([
    { kind: 'unreadable', reason: expect.stringContaining('a replay reads it by itself') as string },
  ]);
  limits.beginSegment();
  expect(limits.excessOutcome).toBeUndefined();
});

it('lets one batch at a time continue beyond the limit, and none wait for a released one', async () => {
  const mutex = new Mutex();
  const [one, given, two] = [new BatchLimits(mutex), new BatchLimits(mutex), new BatchLimits(mutex)];
  for (const limits of [one, given, two]) limits.add(alarm(9 * MI));
  await one.waitForMemory();
  await one.waitForMemory();
  const goesOn: string[] = [];
  void given.waitForMemory().then(() => goesOn.push('given'));
  const second = two.waitForMemory().then(() => goesOn.push('two'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(goesOn).toEqual([]);
  given.release();
  one.release();
  await second;
  expect(goesOn).toEqual(['given', 'two']);
});
