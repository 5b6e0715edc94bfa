import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { isAsync, type PluginOutcome } from '../plugin-api/plugin.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { findOutcomeProblem } from '../plugin-api/conformance.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const SENDERS = [
  'alertmanager',
  'datadog',
  'grafana',
  'newrelic',
  'pagerduty',
  'prometheus',
  'zabbix',
].flatMap((plugin_id) => registry.find(plugin_id) ?? []);
const time = '2026-01-01T00:00:00Z';
const base64 = (body: Json) => Buffer.from(JSON.stringify(body)).toString('base64');

const ENVELOPES: Readonly<Record<string, (body: Json) => Json>> = {
  'Amazon SNS': (body) => ({
    Type: 'Notification',
    MessageId: 'm',
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:t',
    Message: JSON.stringify(body),
    Timestamp: time,
  }),
  EventBridge: (detail) => ({
    'detail-type': 'x',
    id: 'i',
    source: 'my.app',
    account: '123456789012',
    time,
    resources: [],
    detail,
  }),
  CloudEvents: (data) => ({ specversion: '1.0', id: 'i', source: '/x', type: 'my.alert', time, data }),
  'CloudEvents in base64': (data) => ({
    specversion: '1.0',
    id: 'i',
    source: '/x',
    type: 'my.alert',
    data_base64: base64(data),
  }),
  'Event Grid': (data) => [
    { id: 'i', topic: '/s', subject: 'x', eventType: 'my.alert', eventTime: time, dataVersion: '1', data },
  ],
  'Pub/Sub': (body) => ({
    message: { data: base64(body), messageId: '1', attributes: { a: 'b' } },
    subscription: 'projects/p/subscriptions/s',
  }),
  'API Gateway': (body) => ({
    path: '/x',
    headers: { a: 'b' },
    requestContext: { stage: 'prod' },
    isBase64Encoded: true,
    body: base64(body),
  }),
  Kafka: (value) => ({ records: [{ key: null, partition: 0, offset: 1, value }] }),
};

/** Returns what distinguishes an event from others, and its recovery from its beginning. */
function told(outcomes: readonly PluginOutcome[]) {
  return outcomes.map((one) =>
    one.outcome === 'EVENT' ? [one.event.event_key, one.event.event_type, one.event.title] : one.outcome,
  );
}

describe.each(Object.entries(ENVELOPES))('a delivery in an envelope of %s', (_, wrap) => {
  const cases = SENDERS.flatMap((plugin) =>
    plugin.samples.flatMap((sample) => {
      const bare = createSampleDelivery(sample);
      // A body that matches only one condition is left to the plugin of the envelope.
      const isSure = !isAsync(plugin) && (plugin.recognises?.(bare) ?? 0) >= 0.75;
      return isSure && !/form/.test(bare.content_type) ? [{ plugin, bare }] : [];
    }),
  );

  it('is parsed like the bare delivery by auto and by the plugin of its sender', () => {
    expect(cases.length).toBeGreaterThan(40);
    for (const { plugin, bare } of cases) {
      const delivery = { ...bare, body: wrap(bare.body) };
      const auto = registry.get('auto').parse(delivery, {});
      if (registry.get('auto').parse(bare, {})[0]?.outcome === 'EVENT')
        expect(told(auto)).toEqual(told(registry.get('auto').parse(bare, {})));
      const own = registry.get(plugin.plugin_id).parse(delivery, {});
      const alone = registry.get(plugin.plugin_id).parse(bare, {});
      if (alone.every(({ outcome }) => outcome === 'EVENT')) expect(told(own)).toEqual(told(alone));
      for (const one of [...auto, ...own]) expect(findOutcomeProblem(one, delivery.body)).toBeUndefined();
    }
  });
});

const grafana = {
  receiver: 'r',
  orgId: 1,
  title: '[RESOLVED] Disk',
  state: 'ok',
  alerts: [
    { status: 'resolved', labels: { alertname: 'Disk' }, fingerprint: 'f1', startsAt: time, endsAt: time },
  ],
};

it.each([
  ['aws-sns', 'Amazon SNS'],
  ['aws-sns', 'EventBridge'],
  ['cloudevents', 'CloudEvents'],
])('plugin %s parses an alert of Grafana inside %s with the plugin of Grafana', (plugin_id, name) => {
  const delivery = {
    ...createSampleDelivery({ name, body: '{}', expect: [] }),
    body: ENVELOPES[name]?.(grafana) ?? null,
  };
  expect(registry.get(plugin_id).parse(delivery, {})).toMatchObject([
    {
      outcome: 'EVENT',
      event: {
        event_key: 'f1',
        event_type: 'RECOVERY',
        provider: 'grafana',
        additional_info: { read_by: { plugin_id: 'grafana', version: '2.1.0' } },
      },
    },
  ]);
});

it('the event has the time of the envelope if the alarm has none', () => {
  const alert = { status: 'resolved', labels: { alertname: 'Disk' }, fingerprint: 'f1' };
  const body = ENVELOPES['CloudEvents']?.({ ...grafana, alerts: [alert] }) ?? null;
  const delivery = { ...createSampleDelivery({ name: 'x', body: '{}', expect: [] }), body };
  expect(registry.get('cloudevents').parse(delivery, {})).toMatchObject([
    { outcome: 'EVENT', event: { event_key: 'f1', occurred_at: new Date(time) } },
  ]);
});

it('a message of an unknown sender is parsed by the plugin of the envelope', () => {
  const message = { hello: 'world', status: 'firing' };
  const delivery = {
    ...createSampleDelivery({ name: 'x', body: '{}', expect: [] }),
    body: ENVELOPES['Amazon SNS']?.(message) ?? null,
  };
  expect(registry.get('aws-sns').parse(delivery, {})).toMatchObject([
    { outcome: 'EVENT', event: { event_key: 'm', provider: 'aws' } },
  ]);
});
