import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): string | undefined {
  const [one] = auto.parse(createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }), {});
  return one?.outcome === 'EVENT' ? one.event.event_type : one?.outcome;
}

const title = 'Disk full on db-1';

describe('the state of an alarm', () => {
  it.each([
    ['IsAlarm', false, true],
    ['active', false, true],
    ['is_active', 'false', 'true'],
    ['closed', true, false],
    ['backToNormal', true, false],
    ['resolved', true, false],
    ['firing', false, true],
    ['is_up', true, false],
    ['healthy', true, false],
    ['inAlarm', 'False', 'True'],
    ['is_problem', 0, 1],
  ])('is over if %s is %s', (name, over, firing) => {
    expect(read({ title, [name]: over })).toBe('RECOVERY');
    expect(read({ title, [name]: firing })).toBe('ALERT');
  });

  it.each(['acknowledged', 'silenced', 'muted', 'enabled', 'notify'])(
    'is not given by the boolean %s',
    (name) => {
      expect(read({ title, [name]: true })).toBe('ALERT');
      expect(read({ title, [name]: false })).toBe('ALERT');
    },
  );

  it('is not given by a boolean of something else', () => {
    expect(read({ title, rule: { active: false }, door: { closed: true } })).toBe('ALERT');
  });

  it('is rather given by a word than by a boolean', () => {
    expect(read({ title, active: true, status: 'resolved' })).toBe('RECOVERY');
    expect(read({ title, closed: true, status: 'firing' })).toBe('ALERT');
  });

  it.each([
    [
      { previous: 'alarm', current: 'ok' },
      { previous: 'ok', current: 'alarm' },
    ],
    [
      { old_state: 'ALARM', new_state: 'OK' },
      { old_state: 'OK', new_state: 'ALARM' },
    ],
    [
      { from: 'critical', to: 'ok' },
      { from: 'ok', to: 'critical' },
    ],
    [{ state: { previous: 'alarm', current: 'ok' } }, { state: { previous: 'ok', current: 'alarm' } }],
    [{ transition: { from: 'firing', to: 'normal' } }, { transition: { from: 'normal', to: 'firing' } }],
    [
      { previous: { status: 'firing' }, current: { status: 'ok' } },
      { previous: { status: 'ok' }, current: { status: 'firing' } },
    ],
  ])('is the later one of a transition: %j', (over, firing) => {
    expect(read({ title, severity: 'critical', ...over })).toBe('RECOVERY');
    expect(read({ title, severity: 'critical', ...firing })).toBe('ALERT');
  });

  it.each(['cleared', 'ok', 'normal'])('is rather %s than a word in the name of the event', (word) => {
    expect(read({ resource: 'web-1', event: 'systemd_unit_failed_state', severity: word })).toBe('RECOVERY');
    expect(read({ resource: 'web-1', event: 'raid_degraded_disks', state: word })).toBe('RECOVERY');
    expect(read({ resource: 'web-1', event: 'systemd_unit_failed_state', severity: 'critical' })).toBe(
      'ALERT',
    );
  });

  it.each<[Json]>([
    [{ type: 'nodeKeyExpired', message: 'Node key expired for db-9' }],
    [{ event: 'connectionClosed', host: 'db-1' }],
    [{ status: 'expired', title: 'Certificate of shop.example' }],
    [{ alert_status: 'expired', title: 'API token of shop' }],
    [{ event: 'replication.finished', message: 'Replication finished with errors' }],
    [{ status: 'completed', title: 'Backup', message: 'Backup completed with 2 errors' }],
    [{ status: 'finished with errors', title: 'Backup' }],
    [{ title: 'Door 3', event: 'door closed unexpectedly' }],
    [{ title: 'build finished: failed' }],
    [{ title: 'SSL handshake completed with error' }],
    [{ action: 'released', title: 'Version 2 of shop' }],
    [{ event: 'user.deleted', title: 'User ada' }],
  ])('is not over by the end of something else: %j', (body) => expect(read(body)).toBe('ALERT'));

  it.each<[Json]>([
    [{ alarm_id: 'a', alarm_status: 'released', title }],
    [{ alarm: title, status: 'ceased' }],
    [{ alert_status: 'expired', title }],
    [{ alert: { name: title, status: 'withdrawn' } }],
    [{ incident: { title, status: 'deactivated' } }],
    [{ title: 'Alarm ceased: link 3' }],
  ])('is over by the end of an alarm: %j', (body) => expect(read(body)).toBe('RECOVERY'));
});

describe('an alarm without anything that tells it apart', () => {
  const group = { version: '4', status: 'firing', receiver: 't', groupKey: '{}', externalURL: 'http://am' };

  it.each<[Json]>([
    [{ ...group, alerts: null }],
    [{ ...group, alerts: {} }],
    [{ ...group, alerts: [{}] }],
    [{ ...group, alerts: [{ status: 'firing', labels: null }] }],
    [{ status: 'firing', labels: {}, alert: {} }],
    [{ status: 'firing', labels: { alertname: '' } }],
    [{ alert: {}, state: 'alerting', severity: 'critical', value: 7 }],
    [{ incident: {}, event: 'opened' }],
    [{ title: '[FIRING:1]', status: 'firing', alerts: null }],
  ])('gives no event, whose key all others would share: %j', (body) => {
    expect(read(body)).toBeOneOf(['ERROR', 'IGNORED']);
  });

  it('gives an event if anything tells it apart', () => {
    expect(read({ status: 'firing', labels: { alertname: 'Disk' } })).toBe('ALERT');
    expect(read({ status: 'firing', host: 'db-1' })).toBe('ALERT');
    expect(read({ status: 'firing', id: 17 })).toBe('ALERT');
  });
});

describe('the severity of an alarm of an unknown sender', () => {
  const severityOf = (body: Json) => {
    const [one] = auto.parse(createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }), {});
    return one?.outcome === 'EVENT' ? (one.event.severity ?? one.event.severity_word) : one?.outcome;
  };

  it.each<[string, Json, string]>([
    ['of Alibaba Cloud', { alert_instance_id: 'i', fire_results_count: 3, severity: 10 }, 'CRITICAL'],
    ['of Alibaba Cloud, low', { alert_instance_id: 'i', fire_results_count: 3, severity: 4 }, 'INFO'],
    ['of Nightingale', { rule_prod: 'metric', trigger_time: 1_753_779_600, severity: 1 }, 'CRITICAL'],
    ['of syslog', { syslog_severity: 2 }, 'CRITICAL'],
    ['of syslog, low', { syslog_severity: '6' }, 'INFO'],
    ['of GELF', { version: '1.1', short_message: 'x', level: 3 }, 'ERROR'],
    ['of Zabbix', { trigger_nseverity: 5 }, 'CRITICAL'],
    ['of OpenTelemetry', { severity_number: 17 }, 'ERROR'],
    ['of Python', { levelno: 40 }, 'ERROR'],
    ['of an unknown scale', { severity: 7 }, '7'],
    ['that is an unknown word', { severity: 'purple' }, 'purple'],
  ])('is read from a number %s', (_, fields, severity) =>
    expect(severityOf({ title, ...(fields as Record<string, Json>) })).toBe(severity),
  );
});
