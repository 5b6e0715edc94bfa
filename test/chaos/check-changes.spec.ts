import { describe, expect, it } from 'vitest';
import { evaluateChanges, type AlertRow, type AlertChangeRow } from './check-changes.js';

const alert: AlertRow = { alert_id: 'a', n: 7, state: 'OPEN', severity: 'ERROR', acknowledged: true };
const acknowledgement = { n: 7, acknowledged: true, deliveries: ['delivery_1'] };
const withdrawal = { ...acknowledgement, acknowledged: false };

function changesOf(...changes: readonly Partial<AlertChangeRow>[]): AlertChangeRow[] {
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

const evaluate = (rows: AlertChangeRow[], changed: Partial<AlertRow> = {}, decided = [acknowledgement]) =>
  evaluateChanges(rows, [{ ...alert, ...changed }], decided);

describe('evaluateChanges', () => {
  it('accepts changes that are recorded once and in order', () => {
    const noFindings = { wrongChanges: [], wrongDecisions: [] };
    expect(evaluate(changesOf(opened, acknowledged))).toEqual(noFindings);
    const both = [acknowledgement, withdrawal];
    expect(evaluate(changesOf(opened, acknowledged, unacknowledged), { acknowledged: false }, both)).toEqual(
      noFindings,
    );
    // Both were processed together, or the one without a response was not stored.
    expect(evaluate(changesOf(opened), { acknowledged: false }, both)).toEqual(noFindings);
    expect(
      evaluate(changesOf(opened), { acknowledged: false }, [{ ...acknowledgement, deliveries: [] }]),
    ).toEqual(noFindings);
    expect(evaluate(changesOf({ ...opened, severity: 'WARNING' }, escalated, acknowledged))).toEqual(
      noFindings,
    );
    // An alarm that arrived after the end of the alert raised its severity.
    expect(
      evaluate(changesOf(opened, acknowledged, resolved), { state: 'RESOLVED', severity: 'CRITICAL' }),
    ).toEqual(noFindings);
  });

  it.each<[string, AlertChangeRow[], Partial<AlertRow>]>([
    ['a duplicated acknowledgement', changesOf(opened, acknowledged, acknowledged), {}],
    ['an additional acknowledgement', changesOf(opened, acknowledged, unacknowledged, acknowledged), {}],
    [
      'a duplicated withdrawal',
      changesOf(opened, acknowledged, unacknowledged, unacknowledged),
      { acknowledged: false },
    ],
    ['a withdrawal before the acknowledgement', changesOf(opened, unacknowledged, acknowledged), {}],
    ['a lost acknowledgement', changesOf(opened), {}],
    [
      'an acknowledgement that the alert does not show',
      changesOf(opened, acknowledged),
      { acknowledged: false },
    ],
    [
      'a duplicated escalation',
      changesOf(opened, escalated, { ...escalated, event_id: 'e1' }, acknowledged),
      {},
    ],
    [
      'an escalation to the same severity',
      changesOf(opened, { ...escalated, severity_before: 'ERROR' }, acknowledged),
      {},
    ],
    ['a lost escalation', changesOf(opened, acknowledged), { severity: 'CRITICAL' }],
  ])('finds %s in the decisions', (_, rows, changed) => {
    expect(evaluate(rows, changed).wrongChanges).toEqual([]);
    expect(evaluate(rows, changed).wrongDecisions).not.toEqual([]);
  });

  it.each<[string, AlertChangeRow[]]>([
    ['a lost recovery', changesOf(opened, acknowledged)],
    ['a duplicated recovery', changesOf(opened, acknowledged, resolved, resolved)],
    [
      'a second recovery of a resolved alert',
      changesOf(opened, acknowledged, resolved, { ...resolved, state_before: 'RESOLVED' }),
    ],
    ['an alert without changes', []],
    ['changes out of order', changesOf({ ...opened, index: 9 }, acknowledged, resolved)],
  ])('finds %s in the changes', (_, rows) => {
    expect(evaluate(rows, { state: 'RESOLVED' }).wrongChanges).toHaveLength(1);
  });

  it('finds changes of an unknown alert', () => {
    expect(evaluateChanges(changesOf(opened), [], []).wrongChanges).toHaveLength(1);
  });
});
