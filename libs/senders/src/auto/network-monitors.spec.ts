import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { eventKeyOf } from '../plugin-api/conformance.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): Record<string, unknown> {
  const [one] = auto.parse(
    createSampleDelivery({ name: 'documented', body: JSON.stringify(body), expect: [] }),
    {},
  );
  if (one?.outcome !== 'EVENT') return { outcome: one?.outcome, event_key: one && eventKeyOf(one) };
  const { event_type, title, severity, event_key, rule, resource, occurred_at, occurred_at_is } = one.event;
  const at = occurred_at?.toISOString();
  return { event_type, title, severity, event_key, rule, on: resource?.name, at, occurred_at_is };
}

/** A LibreNMS alert. Its `status` is that of the device, which is up whatever the state of the alert. */
const librenms = (state: string, title: string, severity = 'critical'): Json => ({
  title,
  hostname: 'sw-7.example.com',
  sysName: 'sw-7',
  type: 'network',
  status: '1',
  alert_id: '88',
  rule_id: '12',
  id: '501',
  severity,
  rule: '{"condition":"AND","rules":[{"id":"ports.rate","type":"integer","value":"1"}],"valid":true}',
  name: 'Port is saturated',
  timestamp: '2025-03-04 10:15:00',
  state,
});

describe('numeric states of LibreNMS', () => {
  it.each([
    ['0', 'Device sw-7 recovered from Port is saturated', 'RECOVERY'],
    ['1', 'Alert for device sw-7 - Port is saturated', 'ALERT'],
    ['3', 'Alert for device sw-7 - Port is saturated got worse', 'ALERT'],
    ['4', 'Alert for device sw-7 - Port is saturated got better', 'ALERT'],
    ['5', 'Alert for device sw-7 - Port is saturated has changed', 'ALERT'],
  ])('parses state %s with the title "%s" as %s', (state, title, event_type) => {
    expect(read(librenms(state, title))).toMatchObject({
      event_type,
      title,
      event_key: '88',
      rule: 'Port is saturated',
      on: 'sw-7.example.com',
      at: '2025-03-04T10:15:00.000Z',
    });
  });

  it('parses state 2 as an acknowledgement', () => {
    const title = 'Alert for device sw-7 - Port is saturated got acknowledged';
    expect(read(librenms('2', title))).toMatchObject({ outcome: 'ACKNOWLEDGED', event_key: '88' });
  });
});

it('prefers the alert status of LogicMonitor to unknown event types', () => {
  const body = (alertstatus: string): Json => ({
    alertid: 'LMD7',
    alertstatus,
    alerttype: 'alert',
    eventtype: 'information',
    host: 'fs-1',
    level: 'error',
    eventmsg: 'Volume above 90%',
  });
  expect(read(body('active'))).toMatchObject({ event_type: 'ALERT', event_key: 'LMD7', severity: 'ERROR' });
  expect(read(body('clear'))).toMatchObject({ event_type: 'RECOVERY', event_key: 'LMD7' });
});

it('does not parse an expired certificate as a recovery', () => {
  const check = { id: 'c-1', url: 'https://shop.example.com', name: 'Shop' };
  expect(read({ event: 'ALERT_EXPIRED_SSL', check })).toMatchObject({ event_type: 'ALERT' });
  expect(read({ event: 'certificate_expired', check })).toMatchObject({ event_type: 'ALERT' });
  expect(read({ event: 'ALERT_RECOVERY', check })).toMatchObject({ event_type: 'RECOVERY' });
});

it('does not use a due time as the time of the event', () => {
  const ticket = { ticket_id: '12', ticket_subject: 'No login', ticket_due_by_time: '2025-03-05T10:15:00Z' };
  expect(read({ freshdesk_webhook: ticket })).toMatchObject({ event_key: '12', at: undefined });
});

it('prefers the event to the state of the nested check', () => {
  const check = { token: 'c1', url: 'https://shop.example.com', down: false };
  expect(read({ event: 'check.down', check })).toMatchObject({ event_type: 'ALERT', event_key: 'c1' });
});

it('does not use the id of the actor as event key', () => {
  const data = { event: { title: 'boom' }, issue_alert: { title: 'Errors' } };
  expect(read({ action: 'triggered', data, actor: { id: 'sentry', type: 'application' } })).toMatchObject({
    event_key: 'boom',
  });
});

it('distinguishes health problems of Sonarr by their type', () => {
  const check = (eventType: string, type: string): Json => ({
    eventType,
    level: 'warning',
    message: 'Something is wrong',
    type,
  });
  const keys = [check('Health', 'IndexerStatusCheck'), check('Health', 'RootFolderCheck')].map(
    (body) => read(body)['event_key'],
  );
  expect(new Set(keys).size).toBe(2);
  expect(read(check('HealthRestored', 'RootFolderCheck'))).toMatchObject({
    event_type: 'RECOVERY',
    event_key: keys[1],
  });
});

it('derives the event key of a Meraki alert from the device, not from the id of the message', () => {
  const message = (alertId: string, alertType: string, alertTypeId: string): Json => ({
    organizationId: '7',
    networkName: 'Depot',
    deviceSerial: 'Q2XX-1',
    deviceName: 'AP 1',
    alertId,
    alertType,
    alertTypeId,
    occurredAt: '2025-03-04T10:15:00Z',
  });
  const down = read(message('901', 'APs went down', 'stopped_reporting'));
  const up = read(message('902', 'APs came up', 'started_reporting'));
  expect(down).toMatchObject({ event_type: 'ALERT', on: 'AP 1', at: '2025-03-04T10:15:00.000Z' });
  expect(up).toMatchObject({ event_type: 'RECOVERY', event_key: down['event_key'] });
  expect(read(message('903', 'Settings changed', 'settings_changed'))['event_key']).not.toBe(
    down['event_key'],
  );
});

it('ignores a test message and parses an accepted alert as an acknowledgement', () => {
  const disk = { subject: 'SMART error on sda', deviceSerial: 'S1', date: '2025-03-04T10:15:00Z' };
  expect(read({ ...disk, testMessage: true })).toMatchObject({ outcome: 'IGNORED' });
  expect(read({ ...disk, testMessage: false })).toMatchObject({ event_type: 'ALERT' });
  const alert = { id: 77, summary: 'CPU is high', status: 'ACCEPTED', alertKey: 'cpu' };
  expect(read({ eventType: 'alert-accepted', alert })).toMatchObject({
    outcome: 'ACKNOWLEDGED',
    event_key: 'cpu',
  });
});

it('does not use the id 0 as event key', () => {
  const attack = (ip: string): Json => ({
    id: 0,
    scenario: 'ssh-bf',
    source: { ip },
    message: `${ip} tries`,
  });
  expect(read(attack('192.0.2.1'))['event_key']).not.toBe(read(attack('192.0.2.2'))['event_key']);
});

it('uses the field `resolved` as the time of a recovery (MongoDB Atlas)', () => {
  const alert = { id: 'a1', status: 'CLOSED', humanReadable: 'Query targeting is fine' };
  const times = { created: '2025-03-04T10:00:00Z', resolved: '2025-03-04T10:15:00Z' };
  expect(read({ ...alert, ...times })).toMatchObject({
    event_type: 'RECOVERY',
    at: '2025-03-04T10:15:00.000Z',
  });
});

it('ignores a sample notification (Mackerel)', () => {
  expect(read({ orgName: 'Acme', event: 'sample', message: 'Sample Notification' })).toMatchObject({
    outcome: 'IGNORED',
  });
});

it.each([
  ['ThousandEyes', { dateStart: '2025-03-04 10:00:00', dateEnd: '2025-03-04 10:15:00' }],
  ['Dash0', { start: '2025-03-04T10:00:00Z', end: '2025-03-04T10:15:00Z' }],
])('uses the end time as the time of a recovery (%s)', (_, times) => {
  const issue = { alertId: 'a-1', ruleName: 'Reachable', ...times };
  expect(read({ eventType: 'ALERT_NOTIFICATION_CLEAR', alert: issue })).toMatchObject({
    event_type: 'RECOVERY',
    at: '2025-03-04T10:15:00.000Z',
    occurred_at_is: undefined,
  });
  expect(read({ eventType: 'ALERT_NOTIFICATION_TRIGGER', alert: issue })).toMatchObject({
    event_type: 'ALERT',
    at: '2025-03-04T10:00:00.000Z',
  });
});
