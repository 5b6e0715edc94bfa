import { describe, expect, it } from 'vitest';
import { judgeChanges, type FoundAlert, type ToldChange } from './check-changes.js';

const alert: FoundAlert = { alert_id: 'a', n: 7, state: 'OPEN', severity: 'ERROR', acknowledged: true };
const acknowledgement = { n: 7, acknowledged: true, deliveries: ['delivery_1'] };
const withdrawal = { ...acknowledgement, acknowledged: false };

function story(...changes: readonly Partial<ToldChange>[]): ToldChange[] {
  return changes.map((change, index) => ({
    ...{ alert_id: 'a', kind: 'opened', state_before: index === 0 ? null : 'OPEN', state: 'OPEN' },
    ...({ severity_before: 'ERROR', severity: 'ERROR' } as const),
    ...{ event_id: `e${index}`, index },
    ...change,
  }));
}

const [opened, acknowledged, unacknowledged, escalated] = [
  { kind: 'opened' },
  { kind: 'acknowledged', event_id: null },
  { kind: 'unacknowledged', event_id: null },
  { kind: 'escalated', severity_before: 'WARNING', severity: 'ERROR' },
] as const;
const resolved = { kind: 'resolved', state: 'RESOLVED' } as const;

const judge = (told: ToldChange[], changed: Partial<FoundAlert> = {}, decided = [acknowledgement]) =>
  judgeChanges(told, [{ ...alert, ...changed }], decided);

describe('the changes of an alert', () => {
  it('are right when each was told once, in its order', () => {
    const right = { wrongChanges: [], wrongDecisions: [] };
    expect(judge(story(opened, acknowledged))).toEqual(right);
    const both = [acknowledgement, withdrawal];
    expect(judge(story(opened, acknowledged, unacknowledged), { acknowledged: false }, both)).toEqual(right);
    // Both were processed together, or the one without a response was not stored.
    expect(judge(story(opened), { acknowledged: false }, both)).toEqual(right);
    expect(judge(story(opened), { acknowledged: false }, [{ ...acknowledgement, deliveries: [] }])).toEqual(
      right,
    );
    expect(judge(story({ ...opened, severity: 'WARNING' }, escalated, acknowledged))).toEqual(right);
    // An alarm that arrived after the end of the alert raised its severity.
    expect(judge(story(opened, acknowledged, resolved), { state: 'RESOLVED', severity: 'CRITICAL' })).toEqual(
      right,
    );
  });

  it.each<[string, ToldChange[], Partial<FoundAlert>]>([
    ['a doubled acknowledgement', story(opened, acknowledged, acknowledged), {}],
    ['one more than was made', story(opened, acknowledged, unacknowledged, acknowledged), {}],
    [
      'a doubled withdrawal',
      story(opened, acknowledged, unacknowledged, unacknowledged),
      { acknowledged: false },
    ],
    ['a withdrawal before the acknowledgement', story(opened, unacknowledged, acknowledged), {}],
    ['a lost acknowledgement', story(opened), {}],
    ['an acknowledgement that the alert does not show', story(opened, acknowledged), { acknowledged: false }],
    ['a doubled escalation', story(opened, escalated, { ...escalated, event_id: 'e1' }, acknowledged), {}],
    [
      'an escalation to what is no worse',
      story(opened, { ...escalated, severity_before: 'ERROR' }, acknowledged),
      {},
    ],
    ['a lost escalation', story(opened, acknowledged), { severity: 'CRITICAL' }],
  ])('%s is found', (_, told, changed) => {
    expect(judge(told, changed).wrongChanges).toEqual([]);
    expect(judge(told, changed).wrongDecisions).not.toEqual([]);
  });

  it.each<[string, ToldChange[]]>([
    ['a lost recovery', story(opened, acknowledged)],
    ['a doubled recovery', story(opened, acknowledged, resolved, resolved)],
    [
      'a recovery twice, from where the first ended',
      story(opened, acknowledged, resolved, { ...resolved, state_before: 'RESOLVED' }),
    ],
    ['no change at all', []],
    ['an order that is not theirs', story({ ...opened, index: 9 }, acknowledged, resolved)],
  ])('%s is found as well', (_, told) => {
    expect(judge(told, { state: 'RESOLVED' }).wrongChanges).toHaveLength(1);
  });

  it('of no alert are found', () => {
    expect(judgeChanges(story(opened), [], []).wrongChanges).toHaveLength(1);
  });
});
