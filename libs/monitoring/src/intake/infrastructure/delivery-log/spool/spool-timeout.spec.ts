import { describe, expect, it } from 'vitest';
import { SpoolTimeout } from './spool-health.js';

function after(...milliseconds: readonly number[]): number {
  const timeout = new SpoolTimeout(250);
  for (const each of milliseconds) timeout.observe(each);
  return timeout.milliseconds;
}

describe('the timeout of the spool', () => {
  it('is the configured value while the database is fast or unknown', () => {
    expect([after(), after(1, 2, 3), after(60, 60, 60)]).toEqual([250, 250, 250]);
  });

  it('is four times the usual time of a slow database, up to eight times the configured value', () => {
    expect([after(280), after(280, 280, 280, 280), after(900, 900, 900)]).toEqual([1120, 1120, 2000]);
    expect([new SpoolTimeout(3_000).milliseconds, new SpoolTimeout(10).milliseconds]).toEqual([3_000, 10]);
  });

  it('ignores a single slow write, and follows a change after three writes', () => {
    expect(after(1, 1, 1, 4_000, 1)).toBe(250);
    expect([after(1, 1, 1, 1, 1, 280, 280), after(1, 1, 1, 1, 1, 280, 280, 280)]).toEqual([250, 1120]);
    expect(after(280, 280, 280, 280, 280, 1, 1, 1)).toBe(250);
  });
});
