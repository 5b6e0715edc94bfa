import { expect, it } from 'vitest';
import { describeHolders, listTold } from './alert-telling.js';

const receiver = (name: string) => ({ subscription_id: 's', name, protocol_id: 'webhook' });
const silenced_by = { silence_id: 'silence_1', reason: 'CHG-1', until: '2026-11-20T10:00:00Z' };
const inhibited_by = { inhibition_id: 'i', source_alert_id: 'alert_1', until: '2026-11-20T11:00:00Z' };
const FREE = { silenced_by: null, inhibited_by: null };
const step = (number: number, after: number, name: string) => ({
  ...{ step: number, after, on_call_id: null, reason: null },
  receivers: [receiver(name)],
});
const preview = {
  subscriptions: [{ ...receiver('team'), silenced_by: null, flapping_until: null, wait: 30 }],
  escalations: [
    {
      ...{ escalation_id: 'e', name: 'nights', until: 'RESOLVED' as const, fallback: null },
      steps: [step(1, 60, 'ann'), step(2, 600, 'boss')],
    },
  ],
};

it('says when each would be told', () => {
  expect(describeHolders(FREE)).toEqual([]);
  expect(listTold({ ...preview, ...FREE })).toEqual([
    { told: 'team', when: 'after 30 s' },
    { told: 'ann', when: 'after 60 s, by step 1 of nights' },
    { told: 'boss', when: 'after 600 s, by step 2 of nights' },
  ]);
});

it('puts off whoever knows that the key of the alert is flapping', () => {
  const flapping_until = '2026-11-20T12:00:00Z';
  const subscriptions = preview.subscriptions.map((each) => ({ ...each, flapping_until }));
  expect(listTold({ ...FREE, subscriptions, escalations: [] })).toEqual([
    { told: 'team', when: `once its key is calm, at ${flapping_until} at the earliest` },
  ]);
});

it.each([
  [{ ...FREE, silenced_by }, ['held back until 2026-11-20T10:00:00Z: silence silence_1, CHG-1']],
  [{ ...FREE, inhibited_by }, ['held back until 2026-11-20T11:00:00Z: alert alert_1 explains it']],
])('puts all of them off while something holds the alert back: %j', (holders, lines) => {
  expect(describeHolders(holders)).toEqual(lines);
  expect(listTold({ ...preview, ...holders })).toEqual([
    { told: 'team', when: 'when nothing holds it back' },
    { told: 'ann', when: 'when nothing holds it back, by step 1 of nights' },
    { told: 'boss', when: '540 s later, by step 2 of nights' },
  ]);
});
