import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const run = (sid: string, more: object = {}): object => ({
  sid,
  search_name: 'Failed logins',
  app: 'search',
  owner: 'admin',
  results_link: 'https://splunk.example.com/app/search/@go?sid=1',
  result: { _time: '1741083300', host: 'gate-1', severity: 'high', message: '31 failed logins' },
  ...more,
});

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'logins',
    body: asText(run('scheduler__admin__search__W2_at_1741083300_132')),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'search/Failed logins/gate-1',
          event_type: 'ALERT',
          title: 'Failed logins',
          description: '31 failed logins',
          severity: 'ERROR',
          resource: { resource_type: 'host', name: 'gate-1' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'the next run',
    incident: 'logins',
    body: asText(run('scheduler__admin__search__W2_at_1741083600_133')),
    expect: [{ outcome: 'EVENT', event: { event_type: 'ALERT' } }],
  },
  {
    name: 'a search without a name',
    body: asText(
      run('scheduler__admin__search__W2_at_1741083300_132', { search_name: null, result: { count: '8' } }),
    ),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'search/scheduler__admin__search__W2',
          title: 'Search scheduler__admin__search__W2 has results',
          description: '{"count":"8"}',
        },
      },
    ],
  },
  {
    name: 'several in a list',
    body: asText([run('a_at_1_1'), run('a_at_1_1', { result: { host: 'gate-2' } })]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { event_key: 'search/Failed logins/gate-2' } },
    ],
  },
  ...['anomalous', 'ok'].map((statusExtended) =>
    posted(
      `a detector: ${statusExtended}`,
      {
        severity: 'Major',
        status: statusExtended,
        statusExtended,
        detector: 'Checkout latency',
        detectorId: 'D1',
        incidentId: 'I7',
        rule: 'p99 over 2 s',
        messageTitle: 'Major Alert: p99 over 2 s',
        messageBody: 'The p99 of checkout is 2.4 s.',
        timestamp: '2025-03-04T10:15:00Z',
        dimensions: { service: 'checkout' },
        detectorUrl: 'https://app.eu0.signalfx.com/#/detector/D1/edit',
      },
      {
        event_key: 'I7',
        event_type: statusExtended === 'ok' ? 'RECOVERY' : 'ALERT',
        title: 'Major Alert: p99 over 2 s',
        severity: 'ERROR',
        rule: 'p99 over 2 s',
        resource: { name: 'checkout' },
        occurred_at: new Date('2025-03-04T10:15:00.000Z'),
      },
      { incident: 'detector' },
    ),
  ),
];
