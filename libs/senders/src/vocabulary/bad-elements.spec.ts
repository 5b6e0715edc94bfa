import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { PluginRegistry } from '../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);

function read(plugin_id: string, body: Json): readonly string[] {
  const delivery = createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] });
  return registry
    .get(plugin_id)
    .parse(delivery, {})
    .map((one) => (one.outcome === 'EVENT' ? `EVENT ${one.event.pointer}` : `${one.outcome}`));
}

/** Bodies of a plugin that is also sent lists of them: those whose sample gives a single event at its top. */
const LISTED = BUILT_IN_PLUGINS.filter(({ plugin_id }) => plugin_id !== 'auto').flatMap((plugin) => {
  for (const sample of plugin.samples) {
    if ((sample.content_type ?? 'application/json') !== 'application/json') continue;
    const delivery = createSampleDelivery(sample);
    const parse = (body: Json) =>
      plugin.parse(
        { ...delivery, headers: { ...delivery.headers, ...sample.headers }, body },
        sample.options ?? {},
      );
    const outcomes = parse([delivery.body, delivery.body]);
    if (
      outcomes.length === 2 &&
      outcomes.every(({ outcome }) => outcome === 'EVENT') &&
      !Array.isArray(delivery.body)
    )
      return [[`${plugin.plugin_id} ${plugin.version}`, delivery.body, parse] as const];
  }
  return [];
});

describe('a list with an element that is no alarm', () => {
  it('is tried with at least 40 plugins', () => expect(LISTED.length).toBeGreaterThan(40));

  it.each(LISTED)('does not take the other alarms along: %s', (_, body, parse) => {
    for (const bad of [null, {}, 17]) {
      const outcomes = parse([bad, body, body]).map(({ outcome }) => outcome);
      expect(outcomes).toHaveLength(3);
      expect(outcomes.slice(1)).toEqual(['EVENT', 'EVENT']);
      expect(outcomes[0]).not.toBe('EVENT');
    }
  });

  it.each(['prometheus', 'auto'])('is recognised by the first that is one: %s', (plugin_id) => {
    const alert = { status: 'firing', labels: { alertname: 'A' }, annotations: {}, fingerprint: 'f' };
    expect(read(plugin_id, { receiver: 'x', alerts: [null, alert, {}, alert] })).toEqual([
      'IGNORED',
      'EVENT /alerts/1',
      'IGNORED',
      'EVENT /alerts/3',
    ]);
  });
});

describe('a list of envelopes', () => {
  const alarm = (name: string): Json => ({
    AlarmName: name,
    NewStateValue: 'ALARM',
    StateChangeTime: '2025-03-04T10:15:00.000+0000',
  });
  const record = (message: Json): Json => ({
    EventSource: 'aws:sns',
    Sns: {
      Type: 'Notification',
      MessageId: 'm',
      TopicArn: 'arn:aws:sns:eu-west-1:1:t',
      Message: JSON.stringify(message),
    },
  });

  it('may contain messages of several formats and empty ones', () => {
    const finding = {
      'detail-type': 'ECS Task State Change',
      source: 'aws.ecs',
      detail: { lastStatus: 'STOPPED', taskArn: 't' },
      resources: ['r'],
      account: '1',
    };
    expect(
      read('aws-sns', { Records: [record(alarm('a')), null, record(finding), record(alarm('b'))] }),
    ).toEqual([
      'EVENT /Records/0/Sns/Message',
      'IGNORED',
      expect.stringMatching(/^(?:EVENT|IGNORED)/),
      'EVENT /Records/3/Sns/Message',
    ]);
  });

  it('may contain events of several senders', () => {
    const cloudEvent = (data: Json): Json => ({ specversion: '1.0', id: '1', source: 's', type: 't', data });
    const grafana = {
      receiver: 'r',
      orgId: 1,
      state: 'alerting',
      alerts: [{ status: 'firing', labels: { alertname: 'A' }, fingerprint: 'f' }],
    };
    const other = { title: 'Disk full', status: 'firing', severity: 'critical' };
    expect(read('cloudevents', [cloudEvent(grafana), cloudEvent(other), {}])).toEqual([
      'EVENT /0/data/alerts/0',
      'EVENT /1',
      'IGNORED',
    ]);
  });

  it('may have more than 100 of them', () => {
    const alert = { status: 'firing', labels: { alertname: 'A' }, annotations: {}, fingerprint: 'f' };
    const value = { receiver: 'x', alerts: [alert] };
    const records = Array.from({ length: 150 }, (_, offset) => ({ topic: 't', partition: 0, offset, value }));
    expect(read('prometheus', { records })).toHaveLength(150);
  });
});
