import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const load = {
  event_id: '7458',
  trigger_id: '21028',
  trigger_name: 'Load is too high',
  event_name: 'Load is too high',
  event_severity: 'High',
  event_timestamp: '1741082400',
  host_name: 'db-3',
  host_ip: '192.0.2.7',
  host_id: '10445',
  message: 'Problem started at 10:00:00 on 2025.03.04\r\nHost: db-3',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing, in the body of the guide',
    { ...load, title: 'Problem: Load is too high', event_value: '1', event_update_status: '0' },
    {
      event_key: '7458',
      event_type: 'ALERT',
      title: 'Problem: Load is too high',
      severity: 'ERROR',
      rule: 'Load is too high',
      resource: { resource_id: '10445', resource_type: 'host', name: 'db-3' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'load' },
  ),
  posted(
    'resolved; the title still says Problem',
    { ...load, title: 'Problem: Load is too high', event_value: '0', event_recovery_timestamp: '1741082700' },
    { event_key: '7458', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:05:00.000Z') },
    { incident: 'load' },
  ),
  posted(
    'a second problem of the same trigger',
    { ...load, event_id: '7460', title: 'Problem: Load is too high', event_value: '1' },
    { event_key: '7460', event_type: 'ALERT', rule: 'Load is too high' },
  ),
  posted(
    'resolved, before 7.0 and without the script of the guide',
    {
      ...load,
      event_timestamp: '{EVENT.TIMESTAMP}',
      event_recovery_timestamp: '{EVENT.RECOVERY.TIMESTAMP}',
      title: 'Resolved in 5m 0s: Load is too high',
      event_value: '0',
    },
    { event_key: '7458', event_type: 'RECOVERY', occurred_at: null },
    { incident: 'load' },
  ),
  posted(
    'nested',
    {
      event: { status: 'PROBLEM', id: '99', severity: 'Average', date: '', name: 'Disk is full' },
      trigger: { id: '4', status: 'PROBLEM', name: 'Disk is full' },
      host: { name: 'db-4', visible_name: 'Database 4', id: '7' },
      title: '{ALERT.SUBJECT}',
      message: '{ALERT.MESSAGE}',
    },
    {
      event_key: '99',
      title: 'Disk is full',
      description: '',
      severity: 'WARNING',
      resource: { resource_id: '7', name: 'Database 4' },
      occurred_at: null,
    },
    { incident: 'disk' },
  ),
  posted(
    'a form',
    'trigger_id=5&event_value=1&event_nseverity=5&subject=Problem%3A+down&hostname=db-5',
    { event_key: '5', severity: 'CRITICAL', title: 'Problem: down', rule: 'down' },
    { content_type: 'application/x-www-form-urlencoded' },
  ),
  posted('acknowledged', { ...load, event_value: '1', event_update_status: '1' }, 'IGNORED'),
  posted('macros that were not filled', { event_id: '{EVENT.ID}', event_value: '{EVENT.VALUE}' }, 'ERROR'),
  ...(['Problem: ', 'Resolved in 5m 0s: '] as const).map((before, index) =>
    posted(
      `the parameters a new webhook has: ${before}`,
      {
        URL: 'https://tocsin.example.com/',
        To: 'ops',
        Subject: `${before}CPU is busy`,
        Message: `Problem name: CPU is busy\nHost: db-3\nSeverity: High\nOriginal problem ID: 4711`,
      },
      {
        event_key: '4711',
        event_type: index === 0 ? 'ALERT' : 'RECOVERY',
        severity: 'ERROR',
        rule: 'CPU is busy',
        resource: { name: 'db-3' },
      },
      { incident: 'default' },
    ),
  ),
  posted(
    'parameters called as the macros are',
    { 'event.id': '9', 'event.value': '1', 'event.name': 'CPU is busy', 'host.name': 'db-3' },
    { event_key: '9', event_type: 'ALERT', title: 'CPU is busy', resource: { name: 'db-3' } },
  ),
  posted(
    'a subject alone',
    { sendto: 'ops', subject: 'OK: CPU is busy', message: 'fine again' },
    { event_key: 'CPU is busy', event_type: 'RECOVERY' },
  ),
  posted(
    'what somebody did with the problem',
    {
      triggerId: '9',
      hostName: 'db-3',
      name: 'CPU is busy',
      status: 'PROBLEM',
      update_action: 'acknowledged',
    },
    'IGNORED',
  ),
  ...(['alerting', 'ok'] as const).map((state) =>
    posted(
      `a script that says ${state}`,
      { alert_uid: 'u-1', title: 'CPU is busy', state, message: 'for 5 minutes' },
      { event_key: 'u-1', event_type: state === 'ok' ? 'RECOVERY' : 'ALERT', title: 'CPU is busy' },
      { incident: 'uid' },
    ),
  ),
  ...(['PROBLEM', 'OK'] as const).map((TriggerStatus) =>
    posted(
      `names in another case: ${TriggerStatus}`,
      {
        EventID: '12',
        TriggerID: '44',
        TriggerStatus,
        TriggerName: 'Swap is full',
        HostName: 'db-4',
        'TRIGGER.SEVERITY': 'High',
      },
      {
        event_key: '12',
        event_type: TriggerStatus === 'OK' ? 'RECOVERY' : 'ALERT',
        title: 'db-4: Swap is full',
        severity: 'ERROR',
        resource: { name: 'db-4' },
      },
      { incident: 'swap' },
    ),
  ),
];
