import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { PluginRegistry } from '../../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const received_at = new Date('2026-05-06T12:00:00Z');

const alert = (times: object) => ({
  fingerprint: '12345678901234567890',
  name: 'DiskFull',
  labels: {
    labels: [
      { key: 'alertname', value: 'DiskFull' },
      { key: 'severity', value: 'critical' },
    ],
  },
  annotations: { labels: [{ key: 'summary', value: 'The disk is full' }] },
  ...times,
});
const record = (data: Json): Json => ({ '@timestamp': '2026-05-06T11:59:59Z', instance: 'am-1', data });
const created = record({ alertCreated: { alert: alert({ startsAt: '2026-05-06T11:00:00Z' }) } });
const resolved = record({
  alertResolved: { alert: { hash: '1', details: alert({ endsAt: '2026-05-06T11:59:00Z', resolved: true }) } },
});

describe.each(['prometheus', 'auto'])('plugin %s', (plugin_id) => {
  const parse = (body: Json) =>
    registry
      .get(plugin_id)
      .parse({ body, headers: {}, content_type: '', query: {}, path_suffix: '', received_at }, {});

  it('parses events of the event recorder with the keys of the webhook', () => {
    const event_key = 12_345_678_901_234_567_890n.toString(16);
    expect(parse(created)).toMatchObject([
      {
        event: {
          event_key,
          event_type: 'ALERT',
          severity: 'CRITICAL',
          title: 'The disk is full',
          pointer: '',
        },
      },
    ]);
    expect(parse([created, resolved])).toMatchObject([
      {
        event: {
          event_key,
          event_type: 'ALERT',
          occurred_at: new Date('2026-05-06T11:00:00Z'),
          pointer: '/0',
        },
      },
      {
        event: {
          event_key,
          event_type: 'RECOVERY',
          occurred_at: new Date('2026-05-06T11:59:00Z'),
          pointer: '/1',
        },
      },
    ]);
  });

  it.each([
    'alertGrouped',
    'notification',
    'silenceCreated',
    'alertmanagerStartupEvent',
    'silenceMutedAlert',
  ])('ignores events that change no alert: %s', (kind) => {
    expect(parse(record({ [kind]: { alert: { details: alert({}) } } }))).toMatchObject([
      { outcome: 'IGNORED' },
    ]);
  });
});

it.each(['prometheus', 'auto'])('%s parses a custom payload whose alerts are JSON text', (plugin_id) => {
  const alerts = [
    { status: 'resolved', labels: { alertname: 'a' }, fingerprint: 'f-1', startsAt: '2026-05-06T11:00:00Z' },
  ];
  const body = { status: 'firing', alerts: JSON.stringify(alerts) };
  const delivery = { body, headers: {}, content_type: '', query: {}, path_suffix: '', received_at };
  expect(registry.get(plugin_id).parse(delivery, {})).toMatchObject([
    { event: { event_key: 'f-1', event_type: 'RECOVERY' } },
  ]);
});

it('keeps the rule id and the enrichments of an alert of Grafana', () => {
  const body = {
    receiver: 'tocsin',
    status: 'firing',
    orgId: 1,
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'a' },
        ruleUID: 'r-1',
        enrichments: { items: [{ type: 'x' }] },
      },
    ],
  };
  const delivery = { body, headers: {}, content_type: '', query: {}, path_suffix: '', received_at };
  expect(registry.get('grafana').parse(delivery, {})).toMatchObject([
    { event: { additional_info: { ruleUID: 'r-1', enrichments: { items: [{ type: 'x' }] } } } },
  ]);
});
