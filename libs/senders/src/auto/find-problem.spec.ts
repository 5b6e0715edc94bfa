import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { parseDelivery } from '../plugin-api/parse-delivery.js';
import type { PluginEvent } from '../plugin-api/plugin.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): readonly PluginEvent[] {
  return parseDelivery(
    auto,
    createSampleDelivery({ name: 'x', body: JSON.stringify(body), expect: [] }),
    {},
  ).flatMap((one) => (one.outcome === 'EVENT' ? [one.event] : []));
}
const keys = (...bodies: readonly Json[]): readonly (string | undefined)[] =>
  bodies.map((body) => read(body)[0]?.event_key);

describe('event keys of different alarms of one source', () => {
  it.each<[string, Json, Json]>([
    [
      'the event',
      { service: 'shop', host: 'web-1', event: 'DiskFull', text: 'No room' },
      { service: 'shop', host: 'web-1', event: 'NodeLoad', text: 'Busy' },
    ],
    [
      'an event of two words',
      { service: 'shop', event: 'High latency' },
      { service: 'shop', event: 'High load' },
    ],
    ['the problem', { service: 'shop', problem: 'disk full' }, { service: 'shop', problem: 'out of memory' }],
    [
      'the test',
      { resource: 'web-1', test: 'login', result: 'FAIL' },
      { resource: 'web-1', test: 'search', result: 'FAIL' },
    ],
    [
      'the check',
      { host: 'web-1', check: 'ntp', status: 'CRITICAL' },
      { host: 'web-1', check: 'raid', status: 'CRITICAL' },
    ],
    [
      'the alert type if the id is that of the service',
      { service_id: 'S1', alert_type: 'HIGH_LATENCY', state: 'OPEN' },
      { service_id: 'S1', alert_type: 'ERROR_RATE', state: 'OPEN' },
    ],
    [
      'the title if the id is that of the device',
      { device: { id: 'd1', name: 'Pump' }, title: 'Leak', state: 'open' },
      { device: { id: 'd1', name: 'Pump' }, title: 'Overheating', state: 'open' },
    ],
    [
      'the message if only service and host are named',
      { service: 'shop', host: 'web-1', message: 'Disk is full', status: 'firing' },
      { service: 'shop', host: 'web-1', message: 'Queue is stuck', status: 'firing' },
    ],
    [
      'the host if the id is that of the rule',
      { rule: { id: 'RL-17' }, host: 'web-1', message: 'Much', status: 'firing' },
      { rule: { id: 'RL-17' }, host: 'web-2', message: 'Much', status: 'firing' },
    ],
    [
      'the device if the id is that of a kind of event',
      { eventId: 'NETWORK-DEVICES-3', title: 'Gone', device: 'rt-1' },
      { eventId: 'NETWORK-DEVICES-3', title: 'Gone', device: 'rt-2' },
    ],
    [
      'all other fields if none names the alarm',
      { status: 'down', colour: 'red' },
      { status: 'down', colour: 'blue' },
    ],
    [
      'the event if the title is generic',
      { title: 'Alert', event: 'DiskFull' },
      { title: 'Alert', event: 'NodeLoad' },
    ],
  ])('are distinguished by %s', (_, one, other) => {
    const [first, second] = keys(one, other);
    expect(first).toMatch(/./);
    expect(second).not.toBe(first);
  });
});

describe('event key of an alarm and its recovery', () => {
  it.each<[string, Json, Json]>([
    [
      'the event and not from measured values',
      { service: 'shop', host: 'web-1', event: 'DiskFull', severity: 'major', text: 'Disk is at 99%' },
      { service: 'shop', host: 'web-1', event: 'DiskFull', severity: 'normal', text: 'Disk is at 9%' },
    ],
    [
      'the event type without its suffix Failed or Recovered',
      { type: 'uptimeCheckFailed', site: 'shop' },
      { type: 'uptimeCheckRecovered', site: 'shop' },
    ],
    [
      'the service and not from the failure',
      {
        service: { id: 1, name: 'Shop', online: false },
        failure: { issue: 'It answers 500 instead of 200' },
      },
      { service: { id: 1, name: 'Shop', online: true }, failure: {} },
    ],
    [
      'the metric that an agent monitors',
      {
        host: 'db-1',
        plugin: 'df',
        plugin_instance: 'root',
        type: 'percent',
        severity: 'critical',
        message: '99',
      },
      { host: 'db-1', plugin: 'df', plugin_instance: 'root', type: 'percent', state: 'ok', message: 'fine' },
    ],
    [
      'an id field with an unknown name',
      { health: 'unhealthy', pool_id: 'p1', seen_by: 'a' },
      { health: 'healthy', pool_id: 'p1', seen_by: 'b' },
    ],
    [
      'a digest of the fields that stay the same',
      { status: 'down', colour: 'red', load: 9 },
      { status: 'up', colour: 'red', load: 1 },
    ],
  ])('is derived from %s', (_, firing, over) => {
    const [first, second] = keys(firing, over);
    expect(second).toBe(first);
    expect([firing, over].map((body) => read(body)[0]?.event_type)).toEqual(['ALERT', 'RECOVERY']);
  });
});

describe('unknown state words', () => {
  it.each<Json>([
    { event: 'throttled', down: false, host: 'web-1' },
    { status: 'wobbly', down: false, name: 'Shop' },
    { alert: { action: 'flooded' }, status: 1, monitor: 'Shop' },
  ])('are not parsed as a recovery: %j', (body) => expect(read(body)[0]?.event_type).toBe('ALERT'));

  it('do not override an explicit recovery', () => {
    expect(read({ event: 'throttled', resolved: true, name: 'Shop' })[0]?.event_type).toBe('RECOVERY');
    expect(
      read({ event: 'check.up', check: { url: 'https://example.com', down: false } })[0]?.event_type,
    ).toBe('RECOVERY');
  });
});

describe('derivation of event fields', () => {
  it.each<[string, Json, Partial<PluginEvent> & { on?: string }]>([
    [
      'uses the alert type as rule, and in the title if there is none',
      { alertType: 'VPN lost', deviceName: 'mx-1', organizationName: 'Acme', state: 'open' },
      { rule: 'VPN lost', title: 'VPN lost on mx-1', on: 'mx-1' },
    ],
    [
      'uses the id of a rule without a name as rule',
      { ruleId: 'TB-9', message: 'Much to do', state: 'open' },
      { rule: 'TB-9' },
    ],
    [
      'uses the name of a nested check as rule',
      { check: { name: 'ntp' }, host: 'web-1', output: 'offset is 3 s', status: 'critical' },
      { rule: 'ntp' },
    ],
    [
      'builds the title from a technical rule name and the message',
      { ruleName: 'resp_time_rule', alarmMessage: 'It takes more than a second', name: 'shop' },
      { title: 'resp_time_rule: It takes more than a second', rule: 'resp_time_rule', on: 'shop' },
    ],
    [
      'takes title and description from fields with the prefix event',
      { event_title: 'New address', event_description: 'Somebody came from elsewhere', event_id: '120' },
      { title: 'New address', description: 'Somebody came from elsewhere' },
    ],
    [
      'adds a longer text of another field to the description',
      { title: 'Load', message: 'Load is high', plugin_output: 'Load is 9, 8, 7 on 4 processors', host: 'a' },
      { description: 'Load is high\nLoad is 9, 8, 7 on 4 processors' },
    ],
    [
      'uses details as title if there is no other',
      { details: 'The queue holds 12000 messages', state: 'open', source: { queueName: 'orders' } },
      { title: 'The queue holds 12000 messages', on: 'orders' },
    ],
    [
      'takes time and sensor from sibling objects',
      {
        alert: { name: 'Pressure low', state: 'firing' },
        meta: { issued_at: '2021-02-24T13:20:00Z' },
        sensor: { name: 'valve-7' },
      },
      { occurred_at: new Date('2021-02-24T13:20:00Z'), on: 'valve-7', event_key: 'Pressure low/valve-7' },
    ],
    [
      'uses the end of a job as its time if there is no other',
      { JobName: 'Nightly', Result: 'Failed', EndTime: '2021-02-24T13:20:00Z' },
      { occurred_at: new Date('2021-02-24T13:20:00Z') },
    ],
    [
      'takes the severity from a field such as triggerLevel',
      { title: 'CPU', triggerLevel: 'CRITICAL' },
      { severity: 'CRITICAL' },
    ],
    [
      'gives the state "No Data" the severity NOT_AVAILABLE',
      { title: 'CPU', state: 'No Data' },
      { severity: 'NOT_AVAILABLE' },
    ],
    [
      'gives a host that is not online the severity CRITICAL',
      { name: 'ap-1', host: 'ap-1', online: false },
      { severity: 'CRITICAL' },
    ],
  ])('%s', (_, body, { on, ...wanted }) => {
    const [event] = read(body);
    expect(event).toMatchObject(wanted);
    if (on !== undefined) expect(event?.resource?.name).toBe(on);
  });

  it('applies fields beside a list to each of its elements that does not set them', () => {
    const events = read({
      host: 'web-1',
      status: 'resolved',
      meta: { timestamp: '2021-02-24T13:20:00Z' },
      alerts: [
        { title: 'Disk full', severity: 'major' },
        { title: 'Load', severity: 'minor', host: 'web-2', state: 'firing' },
      ],
    });
    const at = new Date('2021-02-24T13:20:00Z');
    expect(events).toMatchObject([
      { event_key: 'Disk full/web-1', event_type: 'RECOVERY', severity: 'ERROR', occurred_at: at },
      { event_key: 'Load/web-2', event_type: 'ALERT', severity: 'WARNING', occurred_at: at },
    ]);
  });
});
