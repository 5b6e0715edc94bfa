import { expect, it } from 'vitest';
import { findSharedLabels, groupAlerts, setBackAcknowledged } from './group-alerts.js';
import type { Alert } from './open-alerts.js';

const alert = (alert_id: string, part: object = {}): Alert =>
  ({
    alert_id,
    rule: null,
    labels: {},
    acknowledged: false,
    source: { name: 's' },
    ...part,
  }) as unknown as Alert;
const keys = (items: readonly { readonly key: string }[]) => items.map(({ key }) => key);
const NONE: ReadonlySet<string> = new Set();

it('groups alerts in the order of their first ones, and leaves out those of folded groups', () => {
  const alerts = [alert('1', { rule: 'b' }), alert('2'), alert('3', { rule: 'b' })];
  expect(keys(groupAlerts(alerts, 'rule', NONE))).toEqual(['rule b', '1', '3', 'rule (no rule)', '2']);
  expect(keys(groupAlerts(alerts, 'rule', new Set(['rule b'])))).toEqual(['rule b', 'rule (no rule)', '2']);
  const labelled = [alert('1', { labels: { team: 'db' } }), alert('2', { labels: { toString: 'x' } })];
  expect(keys(groupAlerts(labelled, 'labels.team', NONE))).toEqual([
    'labels.team team=db',
    '1',
    'labels.team (no team)',
    '2',
  ]);
});

it('puts acknowledged alerts at the end', () => {
  const alerts = [alert('1', { acknowledged: true }), alert('2')];
  expect(keys(setBackAcknowledged(alerts, NONE))).toEqual(['2', 'acknowledged', '1']);
  expect(keys(setBackAcknowledged([alert('2')], NONE))).toEqual(['2']);
});

it.each([
  [[], {}],
  [[{ team: 'db' }], {}],
  [
    [
      { team: 'db', env: 'p' },
      { team: 'db', env: 'q' },
    ],
    { team: 'db' },
  ],
  [[{ team: 'db' }, {}], {}],
])('finds the labels that all of %j have', (labels, shared) => {
  expect(findSharedLabels(labels.map((each, index) => alert(String(index), { labels: each })))).toEqual(
    shared,
  );
});
