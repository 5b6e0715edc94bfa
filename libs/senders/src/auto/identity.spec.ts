import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): readonly Record<string, unknown>[] {
  return auto
    .parse(createSampleDelivery({ name: 'x', body: JSON.stringify(body), expect: [] }), {})
    .map((one) => {
      if (one.outcome !== 'EVENT') return { outcome: one.outcome };
      const { event_key, event_type, title, severity, rule, resource } = one.event;
      return { event_key, event_type, title, severity, rule, on: resource?.name };
    });
}

/** Two payloads of the same alarm without an id, and the key that both must have. */
const PAIRS: readonly (readonly [string, Json, Json, string])[] = [
  [
    'a service on a host, whose description tells a figure',
    { host: 'web-1', service: 'cpu', state: 'critical', description: 'CPU 99%', metric: 99.1 },
    { host: 'web-1', service: 'cpu', state: 'ok', description: 'CPU 12%', metric: 12 },
    'cpu/web-1',
  ],
  [
    'a check on a host',
    { check: 'load', host: 'db-1', status: 'CRITICAL', output: 'load is 95.2' },
    { check: 'load', host: 'db-1', status: 'OK', output: 'all is well' },
    'load/db-1',
  ],
  [
    'a sensor of a device',
    { device: 'sw-1', sensor: 'Temperature', status: 'Down', message: '66 C' },
    { device: 'sw-1', sensor: 'Temperature', status: 'Up', message: '40 C' },
    'Temperature/sw-1',
  ],
  [
    'a service alone, whose message tells a figure',
    { service: 'checkout', message: 'CPU 99%', status: 'critical' },
    { service: 'checkout', message: 'CPU 10%', status: 'ok' },
    'CPU/checkout',
  ],
  [
    'runs of a pipeline, each with an address of its own',
    { result: 'fail', pipeline: 'deploy', project: 'shop', url: 'https://ci.example.com/17' },
    { result: 'success', pipeline: 'deploy', project: 'shop', url: 'https://ci.example.com/18' },
    'deploy/shop',
  ],
  [
    'a trigger whose value is its state',
    { trigger: { name: 'CPU load', severity: 'High' }, host: 'web-1', value: 'PROBLEM' },
    { trigger: { name: 'CPU load', severity: 'High' }, host: 'web-1', value: 'OK' },
    'CPU load/web-1',
  ],
];

const SINGLE: readonly (readonly [string, Json, Record<string, unknown>])[] = [
  [
    'a title that names the alarm stays its key, whatever the service',
    { title: 'Disk full', service: 'shop', host: 'db-1', status: 'firing' },
    { event_key: 'Disk full/db-1', event_type: 'ALERT' },
  ],
  [
    'labels have the key that Alertmanager gives them, and a rule goes before the job of a label',
    { labels: { alertname: 'InstanceDown', job: 'node' }, status: 'firing' },
    { event_key: '9e82e36bd0591d42', rule: 'InstanceDown' },
  ],
  [
    'what is no longer there is no end',
    { text: 'db-1 is no longer reachable', level: 'error' },
    { event_type: 'ALERT', title: 'db-1 is no longer reachable' },
  ],
  [
    'a figure that is up is no end',
    { event: 'Error rate is up 300%', service: 'shop' },
    { event_type: 'ALERT', title: 'Error rate is up 300%' },
  ],
  ['a follow-up is no end', { type: 'HourlyFollowUp', title: 'Boom' }, { event_type: 'ALERT' }],
  [
    'what is finished may have failed',
    { event: 'finished', build: { results: 2, builder: { name: 'unit' } } },
    { event_type: 'ALERT' },
  ],
  [
    'what is said of a thing is a better title than its name',
    { message: 'shop does not answer', monitor: { id: 'm-1', name: 'shop' }, status: 'down' },
    { title: 'shop does not answer', event_key: 'm-1' },
  ],
  [
    'what is impacted stands in a list',
    {
      title: 'CPU is high',
      impactedEntities: ['web-1', 'web-2'],
      alertPolicyNames: ['Golden signals'],
      state: 'OPEN',
    },
    { on: 'web-1', rule: 'Golden signals', event_key: 'CPU high/web-1' },
  ],
  [
    'a word of state goes before its number',
    { name: 'Unit tests', status: 0, status_message: 'Passed', id: 7 },
    { event_type: 'RECOVERY', event_key: '7' },
  ],
  ['a change is what it became', { name: 'CPU load', transition: 'OK -> CRITICAL' }, { event_type: 'ALERT' }],
  [
    'an end that is still to come is none',
    { title: 'A certificate expires', end_time: '2999-01-01T00:00:00Z' },
    { event_type: 'ALERT' },
  ],
  [
    'what is completed with errors has not ended well',
    { name: 'Nightly backup', status: 'completed', errors: 3 },
    { event_type: 'ALERT' },
  ],
  [
    'a service by itself is half a title',
    { serviceDescription: 'HTTP', hostName: 'web-1', serviceState: 'CRITICAL', serviceOutput: 'timeout' },
    { title: 'HTTP on web-1', event_key: 'HTTP/web-1', severity: 'CRITICAL' },
  ],
  [
    'a number of an incident, but no figure, is its key',
    { number: 'INC0010023', short_description: 'Mail is down', state: 'New' },
    { event_key: 'INC0010023' },
  ],
  [
    'a state that is a degree',
    { name: 'Queue', alert: { id: 7, state: 'CRITICAL' } },
    { severity: 'CRITICAL', event_type: 'ALERT' },
  ],
];

describe('auto on alarms without an id', () => {
  it.each(PAIRS)('%s', (_, firing, over, key) => {
    expect(read(firing)).toMatchObject([{ event_key: key, event_type: 'ALERT' }]);
    expect(read(over)).toMatchObject([{ event_key: key, event_type: 'RECOVERY' }]);
  });
  it.each(SINGLE)('%s', (_, body, wanted) => expect(read(body)).toMatchObject([wanted]));
});

it('lines of a log that a search found are one alarm, not many', () => {
  const lines = [
    { id: 1, hostname: 'web-1', severity: 'Info', message: 'boom' },
    { id: 2, hostname: 'web-1', severity: 'Info', message: 'boom again' },
  ];
  expect(read({ saved_search: { id: 42, name: 'Errors' }, events: lines })).toMatchObject([
    { title: 'Errors', event_key: '42' },
  ]);
  expect(read({ alerts: [{ title: 'a' }, { title: 'b' }] })).toHaveLength(2);
});
