import { expect, it } from 'vitest';
import type { AlertInfo } from '#monitoring/contracts/alert-actions.js';
import { describeDone, describeRefusal } from './press-sentences.js';

const timezone = 'Europe/Berlin';
const alert = (more: Partial<AlertInfo>) => more as AlertInfo;

it('says who was faster and since when', () => {
  const acknowledged_at = '2026-11-20T10:00:00.000Z';
  expect(
    describeRefusal({
      reason: 'acknowledged',
      alert: alert({ acknowledged_by: 'jane@example.com', acknowledged_at }),
      timezone,
    }),
  ).toBe('Nothing was done. jane@example.com acknowledged it on 20 Nov 2026, 11:00 CET.');
  expect(
    describeRefusal({
      reason: 'resolved',
      alert: alert({ resolved_by: null, resolved_reason: 'RECOVERY', resolved_at: acknowledged_at }),
      timezone,
    }),
  ).toBe('Nothing was done. Its source reported the recovery on 20 Nov 2026, 11:00 CET.');
});

it('names people of Slack as Slack shows them, and lets nobody be mentioned by a name', () => {
  const refusal = (by: string) =>
    describeRefusal({ reason: 'silenced', by, ends_at: new Date('2026-11-20T10:00:00Z'), timezone: 'UTC' });
  expect(refusal('slack:U123')).toBe('Nothing was done. <@U123> silenced it until 20 Nov 2026, 10:00 UTC.');
  expect(refusal('<!channel>')).toContain('&lt;!channel&gt; silenced');
  expect(refusal('link:slack:U1')).not.toContain('<@');
});

it('says what the message does not show', () => {
  expect(describeDone('acknowledge', true)).toBeUndefined();
  expect(describeDone('acknowledge', false)).toBe('Acknowledged.');
  expect(describeDone('silence_1h', true)).toContain('1 hour.');
  expect(describeDone('silence_4h', true)).toContain('4 hours.');
  expect(describeDone('resolve', true)).toContain('opens again');
});
