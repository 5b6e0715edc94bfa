import { describe, expect, it } from 'vitest';
import { SpoolTimeout } from './spool-timeout.js';

function after(...milliseconds: readonly number[]): number {
  const timeout = new SpoolTimeout(250);
  for (const each of milliseconds) timeout.observe(each);
  return timeout.milliseconds;
}

describe('the timeout of the spool', () => {
  it('is what is set while the database is quick or unknown', () => {
    expect([after(), after(1, 2, 3), after(60, 60, 60)]).toEqual([250, 250, 250]);
  });

  it('is four times what a slow one usually takes, up to eight times what is set', () => {
    expect([after(280), after(280, 280, 280, 280), after(900, 900, 900)]).toEqual([1120, 1120, 2000]);
    expect([new SpoolTimeout(3_000).milliseconds, new SpoolTimeout(10).milliseconds]).toEqual([3_000, 10]);
  });

  it('does not grow by one write that was held up, and follows a change after three', () => {
    expect(after(1, 1, 1, 4_000, 1)).toBe(250);
    expect([after(1, 1, 1, 1, 1, 280, 280), after(1, 1, 1, 1, 1, 280, 280, 280)]).toEqual([250, 1120]);
    expect(after(280, 280, 280, 280, 280, 1, 1, 1)).toBe(250);
  });
});
