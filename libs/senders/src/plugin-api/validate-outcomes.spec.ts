import { expect, it } from 'vitest';
import { validateOutcomes } from './validate-outcomes.js';

const recovery = { event_key: 'db-1', event_type: 'RECOVERY', occurred_at: '2026-11-22T10:00:00Z' };
const outcomeOf = (event: object) => validateOutcomes([{ outcome: 'EVENT', event }], {})[0];

it('keeps `occurred_at_is` of a recovery, which defaults to "change"', () => {
  const timeOf = (event: object) => {
    const outcome = outcomeOf(event);
    return outcome?.outcome === 'EVENT' ? outcome.event.occurred_at_is : outcome;
  };
  expect(timeOf({ ...recovery, occurred_at_is: 'start' })).toBe('start');
  expect(timeOf({ ...recovery, occurred_at_is: 'change' })).toBe('change');
  expect(timeOf(recovery)).toBe('change');
});

it('names each field that is wrong', () => {
  expect(
    outcomeOf({ ...recovery, occurred_at: 'yesterday', occurred_at_is: 'end', severity: 'BAD' }),
  ).toEqual({
    outcome: 'ERROR',
    pointer: '',
    reason: expect.stringMatching(
      /severity must be one of .+; occurred_at must be an instant.+; occurred_at_is must be one of change, start$/,
    ) as string,
  });
});
