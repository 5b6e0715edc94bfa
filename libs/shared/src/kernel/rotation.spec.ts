import { describe, expect, it } from 'vitest';
import { planRotation } from './rotation.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('planRotation', () => {
  it('returns the end of the grace period, or null without one', () => {
    expect(planRotation({ grace_seconds: 60 }, null, NOW)).toEqual(after(60));
    expect(planRotation({ grace_seconds: 0 }, null, NOW)).toBeNull();
    expect(planRotation({}, after(0), NOW)).toBeNull();
  });

  it.each([{ grace_seconds: 60 }, { grace_seconds: 0 }, {}, { end_grace: false }])(
    'refuses %j while an earlier grace period lasts, and says until when',
    (terms) => {
      expect(() => planRotation(terms, after(1), NOW)).toThrow(
        expect.objectContaining({
          code: 'ERROR_CONFLICT',
          message: expect.stringMatching(/until 2026-11-20T10:00:01.000Z.*end_grace/s),
        }),
      );
      expect(planRotation({ ...terms, end_grace: true }, after(1), NOW)).toEqual(
        terms.grace_seconds === 60 ? after(60) : null,
      );
    },
  );

  it.each([-1, 1.5, 30 * 86_400 + 1, Number.NaN])('refuses a grace of %d seconds', (grace_seconds) => {
    expect(() => planRotation({ grace_seconds }, null, NOW)).toThrow('grace_seconds');
  });
});
