import { expect, it } from 'vitest';
import type { Remind } from '../../subscriptions/domain/remind.js';
import { addSeconds, decideReminder, RECHECK_SECONDS, type LastTold } from './decide-reminder.js';

const NOW = new Date('2026-11-29T12:00:00Z');
const ago = (seconds: number) => addSeconds(NOW, -seconds);
const HOURLY: Remind = { every: 3_600, until: 'ACKNOWLEDGED' };
const OPEN = { state: 'OPEN', acknowledged: false };
const ACKNOWLEDGED = { state: 'OPEN', acknowledged: true };

const decide = (told: Partial<LastTold>, { remind = HOURLY, alert = OPEN as typeof OPEN | undefined } = {}) =>
  decideReminder(remind, alert, { isWaiting: false, isOpen: true, last: ago(4_000), ...told }, NOW);

const RECHECK = { do: 'wait', until: addSeconds(NOW, RECHECK_SECONDS) };

it('reminds when the last message is long enough ago, and not before', () => {
  expect(decide({ last: ago(3_600) })).toEqual({ do: 'remind' });
  expect(decide({ last: ago(86_400) })).toEqual({ do: 'remind' });
  expect(decide({ last: ago(3_000) })).toEqual({ do: 'wait', until: addSeconds(NOW, 600) });
  // The next one is planned when this one is written, shortly before it is sent.
  expect(decide({ last: ago(3_599.5) })).toEqual({ do: 'remind' });
});

it('ends with the alert', () => {
  expect(decideReminder(HOURLY, undefined, { isWaiting: false, isOpen: true, last: NOW }, NOW)).toEqual({
    do: 'end',
  });
  expect(decide({}, { alert: { state: 'RESOLVED', acknowledged: false } })).toEqual({ do: 'end' });
});

it('stops while the alert is acknowledged, unless it goes on until the alert is resolved', () => {
  expect(decide({}, { alert: ACKNOWLEDGED })).toEqual(RECHECK);
  const remind: Remind = { ...HOURLY, until: 'RESOLVED' };
  expect(decide({}, { alert: ACKNOWLEDGED, remind })).toEqual({ do: 'remind' });
});

it('reminds nobody of what they were never told, or were told has ended', () => {
  expect(decide({ isOpen: undefined, last: null })).toEqual({ do: 'end' });
  expect(decide({ isOpen: false })).toEqual({ do: 'end' });
});

it('waits for what is still to be sent, and for what failed', () => {
  expect(decide({ isWaiting: true })).toEqual(RECHECK);
  expect(decide({ isWaiting: true, isOpen: undefined, last: null })).toEqual(RECHECK);
  expect(decide({ isOpen: undefined })).toEqual(RECHECK);
});

it('counts from now if the clock was ahead when the last message was sent', () => {
  expect(decide({ last: addSeconds(NOW, 86_400) })).toEqual({ do: 'remind' });
});
