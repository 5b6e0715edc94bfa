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
    'a service on a host with a measured value in its description',
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
    'a service alone with a measured value in its message',
    { service: 'checkout', message: 'CPU 99%', status: 'critical' },
    { service: 'checkout', message: 'CPU 10%', status: 'ok' },
    'CPU/checkout',
  ],
  [
    'runs of a pipeline, each with its own URL',
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
    'includes the title in the key even if a service is named',
    { title: 'Disk full', service: 'shop', host: 'db-1', status: 'firing' },
    { event_key: 'Disk full/db-1', event_type: 'ALERT' },
  ],
  [
    'computes the key of labels as Alertmanager does and prefers alertname to job as rule',
    { labels: { alertname: 'InstanceDown', job: 'node' }, status: 'firing' },
    { event_key: '9e82e36bd0591d42', rule: 'InstanceDown' },
  ],
  [
    'does not parse "no longer reachable" as a recovery',
    { text: 'db-1 is no longer reachable', level: 'error' },
    { event_type: 'ALERT', title: 'db-1 is no longer reachable' },
  ],
  [
    'does not parse a value that is up as a recovery',
    { event: 'Error rate is up 300%', service: 'shop' },
    { event_type: 'ALERT', title: 'Error rate is up 300%' },
  ],
  [
    'does not parse a follow-up as a recovery',
    { type: 'HourlyFollowUp', title: 'Boom' },
    { event_type: 'ALERT' },
  ],
  [
    'does not parse "finished" with a failing result as a recovery',
    { event: 'finished', build: { results: 2, builder: { name: 'unit' } } },
    { event_type: 'ALERT' },
  ],
  [
    'prefers the message to the name of the monitor as title',
    { message: 'shop does not answer', monitor: { id: 'm-1', name: 'shop' }, status: 'down' },
    { title: 'shop does not answer', event_key: 'm-1' },
  ],
  [
    'takes resource and rule from lists',
    {
      title: 'CPU is high',
      impactedEntities: ['web-1', 'web-2'],
      alertPolicyNames: ['Golden signals'],
      state: 'OPEN',
    },
    { on: 'web-1', rule: 'Golden signals', event_key: 'CPU high/web-1' },
  ],
  [
    'prefers a state word to a numeric status',
    { name: 'Unit tests', status: 0, status_message: 'Passed', id: 7 },
    { event_type: 'RECOVERY', event_key: '7' },
  ],
  [
    'parses a transition by its new state',
    { name: 'CPU load', transition: 'OK -> CRITICAL' },
    { event_type: 'ALERT' },
  ],
  [
    'does not parse an end in the future as a recovery',
    { title: 'A certificate expires', end_time: '2999-01-01T00:00:00Z' },
    { event_type: 'ALERT' },
  ],
  [
    'does not parse "completed" with errors as a recovery',
    { name: 'Nightly backup', status: 'completed', errors: 3 },
    { event_type: 'ALERT' },
  ],
  [
    'builds the title from service and host if there is no other',
    { serviceDescription: 'HTTP', hostName: 'web-1', serviceState: 'CRITICAL', serviceOutput: 'timeout' },
    { title: 'HTTP on web-1', event_key: 'HTTP/web-1', severity: 'CRITICAL' },
  ],
  [
    'uses the number of an incident as key',
    { number: 'INC0010023', short_description: 'Mail is down', state: 'New' },
    { event_key: 'INC0010023' },
  ],
  [
    'takes the severity from the state CRITICAL',
    { name: 'Queue', alert: { id: 7, state: 'CRITICAL' } },
    { severity: 'CRITICAL', event_type: 'ALERT' },
  ],
];

describe('auto on alarms without an id', () => {
  it.each(PAIRS)('gives firing and resolved the same event key: %s', (_, firing, over, key) => {
    expect(read(firing)).toMatchObject([{ event_key: key, event_type: 'ALERT' }]);
    expect(read(over)).toMatchObject([{ event_key: key, event_type: 'RECOVERY' }]);
  });
  it.each(SINGLE)('%s', (_, body, wanted) => expect(read(body)).toMatchObject([wanted]));
});

it('parses log lines of a saved search as one alarm, but a list of alerts as several', () => {
  const lines = [
    { id: 1, hostname: 'web-1', severity: 'Info', message: 'boom' },
    { id: 2, hostname: 'web-1', severity: 'Info', message: 'boom again' },
  ];
  expect(read({ saved_search: { id: 42, name: 'Errors' }, events: lines })).toMatchObject([
    { title: 'Errors', event_key: '42' },
  ]);
  expect(read({ alerts: [{ title: 'a' }, { title: 'b' }] })).toHaveLength(2);
});
