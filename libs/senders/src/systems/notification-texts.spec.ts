import { describe, expect, it } from 'vitest';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import type { PluginOutcome } from '../plugin-api/plugin.js';
import { PluginRegistry } from '../registry.js';

const plugins = new PluginRegistry(BUILT_IN_PLUGINS);

function read(plugin: string, body: string): PluginOutcome | undefined {
  const delivery = { content_type: 'text/plain', headers: {}, query: {}, path_suffix: '' };
  const received_at = new Date('2026-05-01T12:00:00Z');
  return plugins.get(plugin).parse({ ...delivery, body, received_at }, {})[0];
}

const nagios = (type: string, state: string, host = 'db1', head = '***** Nagios *****') =>
  `${head}\n\nNotification Type: ${type}\n\nService: Disk /\nHost: ${host}\nAddress: 10.0.0.1\nState: ${state}\n\nDate/Time: Fri May 1 10:00:00 UTC 2026\n\nAdditional Info:\n\nDISK ${state} - free: 3 %\nsecond line\n`;
const nagiosHost = (type: string, state: string) =>
  `***** Nagios *****\n\nNotification Type: ${type}\nHost: db1\nState: ${state}\nAddress: 10.0.0.1\nInfo: PING ${state}\n\nDate/Time: Fri May 1 10:00:00 UTC 2026\n`;
const icinga = (state: string, host = 'db1') =>
  `***** Service Monitoring on master *****\n\ndisk on ${host} is ${state}!\n\nInfo:    DISK ${state}\n\nWhen:    2026-05-01 10:00:00 +0000\nService: disk\nHost:    ${host}\nIPv4:\t 10.0.0.1\n`;
const omd = (state: string) =>
  `--SERVICE-ALERT-------------------\n-\n- Hostaddress: 10.0.0.1\n- Hostname:    db1\n- Service:     disk\n- - - - - - - - -\n- State:       ${state}\n- Date:        2026-05-01 10:00:00\n- Output:      DISK ${state}\n----------------------------------\n`;

describe.each(['nagios', 'icinga', 'auto'])('plugin %s reads the default text of', (plugin) => {
  it.each([
    ['a service', nagios('PROBLEM', 'CRITICAL'), nagios('RECOVERY', 'OK'), 'db1!Disk /', 'CRITICAL'],
    ['a host', nagiosHost('PROBLEM', 'DOWN'), nagiosHost('RECOVERY', 'UP'), 'db1', 'CRITICAL'],
    ['a service of Icinga 2', icinga('WARNING'), icinga('OK'), 'db1!disk', 'WARNING'],
    ['a service of OMD', omd('CRITICAL'), omd('OK'), 'db1!disk', 'CRITICAL'],
    [
      'an older Icinga',
      nagios('PROBLEM', 'UNKNOWN', 'db1', '***** Icinga  *****'),
      nagios('RECOVERY', 'OK'),
      'db1!Disk /',
      'NOT_AVAILABLE',
    ],
  ])('%s', (_, firing, over, event_key, severity) => {
    const at = new Date('2026-05-01T10:00:00Z');
    expect(read(plugin, firing)).toMatchObject({
      outcome: 'EVENT',
      event: {
        event_key,
        event_type: 'ALERT',
        severity,
        resource: { name: 'db1', resource_id: '10.0.0.1' },
        occurred_at: at,
      },
    });
    expect(read(plugin, over)).toMatchObject({
      event: { event_key, event_type: 'RECOVERY', occurred_at: at },
    });
  });

  it('another host under another key, with the output below its name', () => {
    expect(read(plugin, nagios('PROBLEM', 'CRITICAL', 'db2'))).toMatchObject({
      event: { event_key: 'db2!Disk /', description: 'DISK CRITICAL - free: 3 %\nsecond line' },
    });
  });

  it('an acknowledgement and the start of a downtime', () => {
    const text = `${nagios('ACKNOWLEDGEMENT', 'CRITICAL')}\nComment: [ada] I am on it`;
    expect(read(plugin, text)).toMatchObject({
      outcome: 'ACKNOWLEDGED',
      acknowledgement: { event_key: 'db1!Disk /', by: 'ada', comment: 'I am on it' },
    });
    expect(read(plugin, nagios('DOWNTIMESTART', 'CRITICAL'))).toMatchObject({ outcome: 'IGNORED' });
  });
});

const zabbix = (head: string, id = '4711', more = '') =>
  `${head}\nProblem name: High CPU\n${more}Host: srv1\nSeverity: High\nOperational data: 97 %\nOriginal problem ID: ${id}\n\n`;
const STARTED = 'Problem started at 10:00:00 on 2026.05.01';
const html = (text: string) =>
  text
    .trim()
    .replaceAll('\n', '<br>')
    .replaceAll(/(Problem name|Host|Severity):/g, '<b>$1:</b>');

describe.each(['zabbix', 'auto'])('plugin %s reads the default text of Zabbix', (plugin) => {
  it.each([
    ['5 and later', zabbix(STARTED), zabbix('Problem has been resolved in 5m at 10:05:00 on 2026.05.01')],
    [
      '4',
      zabbix(STARTED),
      zabbix('Problem has been resolved at 10:05:00 on 2026.05.01', '4711', 'Problem duration: 5m\n'),
    ],
    [
      'with the subject above it',
      `Problem: High CPU\n${zabbix(STARTED)}`,
      `Resolved: High CPU\n${zabbix('Problem has been resolved at 10:05:00 on 2026.05.01')}`,
    ],
    ['in HTML', html(zabbix(STARTED)), html(zabbix('Problem has been resolved at 10:05:00 on 2026.05.01'))],
  ])('%s', (_, firing, over) => {
    expect(read(plugin, firing)).toMatchObject({
      outcome: 'EVENT',
      event: {
        event_key: '4711',
        event_type: 'ALERT',
        severity: 'ERROR',
        rule: 'High CPU',
        resource: { name: 'srv1' },
        occurred_at: new Date('2026-05-01T10:00:00Z'),
      },
    });
    expect(read(plugin, over)).toMatchObject({
      event: { event_key: '4711', event_type: 'RECOVERY', occurred_at: new Date('2026-05-01T10:05:00Z') },
    });
  });

  it('3, with the status of the trigger', () => {
    const text = (status: string) =>
      `Trigger: High CPU\nTrigger status: ${status}\nTrigger severity: Disaster\nTrigger URL: \n\nItem values:\n\n1. CPU (srv1:cpu): 97 %\n\nOriginal event ID: 12\n`;
    expect(read(plugin, text('PROBLEM'))).toMatchObject({
      event: { event_key: '12', event_type: 'ALERT', severity: 'CRITICAL' },
    });
    expect(read(plugin, text('OK'))).toMatchObject({ event: { event_key: '12', event_type: 'RECOVERY' } });
  });

  it('of an update, which is no alarm', () => {
    const text =
      'Ada (ada) acknowledged, commented problem at 2026.05.01 10:10:00.\nlooking\n\nCurrent problem status is PROBLEM, acknowledged: Yes.';
    expect(read(plugin, text)).toMatchObject({ outcome: 'IGNORED' });
  });
});

it('a text of another sender is left to auto', () => {
  const text = 'Status: critical\nService: shop\nHost: web-1';
  expect(read('auto', text)).toMatchObject({ event: { additional_info: { auto: { recognised: null } } } });
  expect(read('zabbix', text)).toMatchObject({ outcome: 'ERROR' });
  expect(read('nagios', 'disk full on db-1')).toMatchObject({ outcome: 'ERROR' });
});
