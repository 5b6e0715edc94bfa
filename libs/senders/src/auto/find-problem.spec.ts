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

describe('two alarms of one thing', () => {
  it.each<[string, Json, Json]>([
    [
      'are told apart by the event',
      { service: 'shop', host: 'web-1', event: 'DiskFull', text: 'No room' },
      { service: 'shop', host: 'web-1', event: 'NodeLoad', text: 'Busy' },
    ],
    [
      'by an event of two words',
      { service: 'shop', event: 'High latency' },
      { service: 'shop', event: 'High load' },
    ],
    [
      'by the problem',
      { service: 'shop', problem: 'disk full' },
      { service: 'shop', problem: 'out of memory' },
    ],
    [
      'by the test',
      { resource: 'web-1', test: 'login', result: 'FAIL' },
      { resource: 'web-1', test: 'search', result: 'FAIL' },
    ],
    [
      'by the check',
      { host: 'web-1', check: 'ntp', status: 'CRITICAL' },
      { host: 'web-1', check: 'raid', status: 'CRITICAL' },
    ],
    [
      'by the type of the alert where the id is that of the service',
      { service_id: 'S1', alert_type: 'HIGH_LATENCY', state: 'OPEN' },
      { service_id: 'S1', alert_type: 'ERROR_RATE', state: 'OPEN' },
    ],
    [
      'by what is said where the id is that of the device',
      { device: { id: 'd1', name: 'Pump' }, title: 'Leak', state: 'open' },
      { device: { id: 'd1', name: 'Pump' }, title: 'Overheating', state: 'open' },
    ],
    [
      'by the message where a service on a host only alerts',
      { service: 'shop', host: 'web-1', message: 'Disk is full', status: 'firing' },
      { service: 'shop', host: 'web-1', message: 'Queue is stuck', status: 'firing' },
    ],
    [
      'by the things where the id is that of the rule',
      { rule: { id: 'RL-17' }, host: 'web-1', message: 'Much', status: 'firing' },
      { rule: { id: 'RL-17' }, host: 'web-2', message: 'Much', status: 'firing' },
    ],
    [
      'by the device where the id is that of a kind of events',
      { eventId: 'NETWORK-DEVICES-3', title: 'Gone', device: 'rt-1' },
      { eventId: 'NETWORK-DEVICES-3', title: 'Gone', device: 'rt-2' },
    ],
    [
      'by all else where nothing has a name',
      { status: 'down', colour: 'red' },
      { status: 'down', colour: 'blue' },
    ],
    [
      'by a title that says something',
      { title: 'Alert', event: 'DiskFull' },
      { title: 'Alert', event: 'NodeLoad' },
    ],
  ])('%s', (_, one, other) => {
    const [first, second] = keys(one, other);
    expect(first).toMatch(/./);
    expect(second).not.toBe(first);
  });
});

describe('an alarm and its end', () => {
  it.each<[string, Json, Json]>([
    [
      'have the key of the event, whatever is measured',
      { service: 'shop', host: 'web-1', event: 'DiskFull', severity: 'major', text: 'Disk is at 99%' },
      { service: 'shop', host: 'web-1', event: 'DiskFull', severity: 'normal', text: 'Disk is at 9%' },
    ],
    [
      'of the event without what became of it',
      { type: 'uptimeCheckFailed', site: 'shop' },
      { type: 'uptimeCheckRecovered', site: 'shop' },
    ],
    [
      'of the site whose state it is, whatever went wrong',
      {
        service: { id: 1, name: 'Shop', online: false },
        failure: { issue: 'It answers 500 instead of 200' },
      },
      { service: { id: 1, name: 'Shop', online: true }, failure: {} },
    ],
    [
      'of the figure that an agent watches',
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
      'of the id that nobody listed',
      { health: 'unhealthy', pool_id: 'p1', seen_by: 'a' },
      { health: 'healthy', pool_id: 'p1', seen_by: 'b' },
    ],
    [
      'of a digest of what stays the same',
      { status: 'down', colour: 'red', load: 9 },
      { status: 'up', colour: 'red', load: 1 },
    ],
  ])('%s', (_, firing, over) => {
    const [first, second] = keys(firing, over);
    expect(second).toBe(first);
    expect([firing, over].map((body) => read(body)[0]?.event_type)).toEqual(['ALERT', 'RECOVERY']);
  });
});

describe('a word that nobody knows', () => {
  it.each<Json>([
    { event: 'throttled', down: false, host: 'web-1' },
    { status: 'wobbly', down: false, name: 'Shop' },
    { alert: { action: 'flooded' }, status: 1, monitor: 'Shop' },
  ])('is no recovery: %j', (body) => expect(read(body)[0]?.event_type).toBe('ALERT'));

  it('leaves a recovery that is stated', () => {
    expect(read({ event: 'throttled', resolved: true, name: 'Shop' })[0]?.event_type).toBe('RECOVERY');
    expect(
      read({ event: 'check.up', check: { url: 'https://example.com', down: false } })[0]?.event_type,
    ).toBe('RECOVERY');
  });
});

describe('what is told of an alarm', () => {
  it.each<[string, Json, Partial<PluginEvent> & { on?: string }]>([
    [
      'the type of the alert is the rule and, where there is no title, the title',
      { alertType: 'VPN lost', deviceName: 'mx-1', organizationName: 'Acme', state: 'open' },
      { rule: 'VPN lost', title: 'VPN lost on mx-1', on: 'mx-1' },
    ],
    [
      'the id of a rule without a name',
      { ruleId: 'TB-9', message: 'Much to do', state: 'open' },
      { rule: 'TB-9' },
    ],
    [
      'the name of a nested check',
      { check: { name: 'ntp' }, host: 'web-1', output: 'offset is 3 s', status: 'critical' },
      { rule: 'ntp' },
    ],
    [
      'the sentence that is said of a rule for machines',
      { ruleName: 'resp_time_rule', alarmMessage: 'It takes more than a second', name: 'shop' },
      { title: 'resp_time_rule: It takes more than a second', rule: 'resp_time_rule', on: 'shop' },
    ],
    [
      'a text under a name of the sender’s own',
      { event_title: 'New address', event_description: 'Somebody came from elsewhere', event_id: '120' },
      { title: 'New address', description: 'Somebody came from elsewhere' },
    ],
    [
      'the longer text that another field went before',
      { title: 'Load', message: 'Load is high', plugin_output: 'Load is 9, 8, 7 on 4 processors', host: 'a' },
      { description: 'Load is high\nLoad is 9, 8, 7 on 4 processors' },
    ],
    [
      'details, where nothing else is a title',
      { details: 'The queue holds 12000 messages', state: 'open', source: { queueName: 'orders' } },
      { title: 'The queue holds 12000 messages', on: 'orders' },
    ],
    [
      'a time and a sensor in objects beside it',
      {
        alert: { name: 'Pressure low', state: 'firing' },
        meta: { issued_at: '2021-02-24T13:20:00Z' },
        sensor: { name: 'valve-7' },
      },
      { occurred_at: new Date('2021-02-24T13:20:00Z'), on: 'valve-7', event_key: 'Pressure low/valve-7' },
    ],
    [
      'when a job ended that tells nothing else',
      { JobName: 'Nightly', Result: 'Failed', EndTime: '2021-02-24T13:20:00Z' },
      { occurred_at: new Date('2021-02-24T13:20:00Z') },
    ],
    [
      'a level under a name of the sender’s own',
      { title: 'CPU', triggerLevel: 'CRITICAL' },
      { severity: 'CRITICAL' },
    ],
    ['no data', { title: 'CPU', state: 'No Data' }, { severity: 'NOT_AVAILABLE' }],
    ['a host that is not online', { name: 'ap-1', host: 'ap-1', online: false }, { severity: 'CRITICAL' }],
  ])('%s', (_, body, { on, ...wanted }) => {
    const [event] = read(body);
    expect(event).toMatchObject(wanted);
    if (on !== undefined) expect(event?.resource?.name).toBe(on);
  });

  it('what stands beside a list is told of each of its elements', () => {
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
