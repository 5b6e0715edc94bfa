import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { eventKeyOf } from '../plugin-api/conformance.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';
import { parseAcknowledged } from './acknowledgement.js';

const auto = new PluginRegistry(BUILT_IN_PLUGINS).get('auto');
const read = (body: Json) =>
  auto.parse(createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }), {});

describe('parseAcknowledged', () => {
  it.each([
    ['acknowledged', true],
    ['ACK', true],
    ['incident.acknowledged', true],
    ['UnAcknowledge', false],
    ['unacked', false],
    ['incident_unacknowledged', false],
    ['not acknowledged', undefined],
    ['assigned', undefined],
    ['backlog', undefined],
  ])('parses %j as %s', (said, taken) => expect(parseAcknowledged(said)).toBe(taken));
});

const OF_ALERTA = {
  id: '70c8623a',
  event: 'NodeDown',
  resource: 'web-1',
  environment: 'Production',
  severity: 'major',
  text: 'Node is down.',
  createTime: '2025-03-04T10:15:00.000Z',
};
const OF_ONCALL = {
  alert_group: {
    id: 'I6HNZGUFG4K11',
    integration_id: 'CZ7URAT4V3QF2',
    created_at: '2025-03-04T10:15:00Z',
    title: 'Disk of db-1 is full',
    state: 'firing',
  },
  alert_group_id: 'I6HNZGUFG4K11',
  integration: { id: 'CZ7URAT4V3QF2', type: 'webhook', name: 'Main' },
};
const OF_SQUADCAST = {
  id: '633e670ae998089239c9f293',
  message: 'Disk of db-1 is full',
  alert_source: { id: '6077f722', type: 'API' },
  service: { id: '62f0fdde', name: 'Shop' },
};

/** The sender, a firing payload, the acknowledgement that follows, and the expected outcome of that. */
const SENDERS: readonly (readonly [string, Json, Json, object])[] = [
  [
    'Alerta',
    { ...OF_ALERTA, status: 'open' },
    { ...OF_ALERTA, status: 'ack', history: [{ type: 'ack', status: 'ack', user: 'ada' }] },
    { acknowledged: true, by: 'ada' },
  ],
  [
    'Grafana OnCall',
    { ...OF_ONCALL, event: { type: 'alert group created', time: '2025-03-04T10:15:00Z' }, user: null },
    {
      ...OF_ONCALL,
      event: { type: 'acknowledge', time: '2025-03-04T10:20:00Z' },
      user: { id: 'UVMX6YI9', username: 'ada', email: 'ada@example.com' },
      alert_group: {
        ...OF_ONCALL.alert_group,
        state: 'acknowledged',
        acknowledged_at: '2025-03-04T10:20:00Z',
      },
    },
    { acknowledged: true, by: 'ada', occurred_at: new Date('2025-03-04T10:20:00Z') },
  ],
  [
    'Squadcast',
    { version: 'v2', event: { id: '1', type: 'incident.triggered' }, data: { resource_data: OF_SQUADCAST } },
    {
      version: 'v2',
      event: { id: '2', type: 'incident.acknowledged' },
      data: { resource_data: { ...OF_SQUADCAST, status: 'acknowledged' } },
    },
    { acknowledged: true },
  ],
  [
    'a tool that reports a withdrawn acknowledgement',
    { incident_id: 7, event: 'incident.opened', title: 'Disk full' },
    { incident_id: 7, event: 'incident.unacknowledged', title: 'Disk full', user: 'ada' },
    { acknowledged: false, by: 'ada' },
  ],
  [
    'a tool that reports a comment',
    { incident_id: 7, state: 'open', title: 'Disk full' },
    {
      incident_id: 7,
      state: 'acked',
      title: 'Disk full',
      acknowledged_by: { name: 'Ada Lovelace' },
      ack_message: 'on it',
      acknowledged_at: 1741083600,
    },
    {
      acknowledged: true,
      by: 'Ada Lovelace',
      comment: 'on it',
      occurred_at: new Date('2025-03-04T10:20:00Z'),
    },
  ],
];

describe('acknowledgements of senders without a plugin', () => {
  it.each(SENDERS)('parses the acknowledgement of %s', (_, firing, taken, acknowledgement) => {
    const [alarm] = read(firing);
    const [outcome] = read(taken);
    expect(alarm).toMatchObject({ outcome: 'EVENT', event: { event_type: 'ALERT' } });
    expect(outcome).toMatchObject({ outcome: 'ACKNOWLEDGED', acknowledgement });
    expect(outcome && eventKeyOf(outcome)).toBe(alarm && eventKeyOf(alarm));
  });

  it('ignores the status "Not acknowledged"', () => {
    expect(read({ incident_id: 7, status: 'Not acknowledged', title: 'Disk full' })).toMatchObject([
      { outcome: 'IGNORED' },
    ]);
  });
});
