import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';
import { longOutputSample, quietTimeSamples } from '../../vocabulary/quiet-time-samples.js';

const disk = {
  omd_site: 'prod',
  host_name: 'db-3',
  host_address: '192.0.2.7',
  service_description: 'disk /var',
  service_output: 'DISK CRITICAL - free space: /var 312 MB (3%)',
  timestamp: '1741082400',
};

const WORDS = { good: 'OK', bad: 'CRIT', flappingEnds: 'FLAPPINGSTOP' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { notification_type: 'PROBLEM', ...disk, service_state: 'CRIT' },
    {
      event_key: 'db-3!disk /var',
      event_type: 'ALERT',
      title: 'disk /var on db-3 is CRIT',
      description: 'DISK CRITICAL - free space: /var 312 MB (3%)',
      severity: 'CRITICAL',
      rule: 'disk /var',
      resource: { resource_id: '192.0.2.7', resource_type: 'host', name: 'db-3' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'disk' },
  ),
  posted(
    'resolved',
    { notification_type: 'RECOVERY', ...disk, service_state: 'OK' },
    { event_key: 'db-3!disk /var', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'disk' },
  ),
  posted(
    'a host, posted as a form of environment variables',
    'NOTIFY_NOTIFICATIONTYPE=PROBLEM&NOTIFY_HOSTNAME=db-4&NOTIFY_HOSTSTATE=DOWN&NOTIFY_HOSTOUTPUT=no+route&NOTIFY_SERVICEDESC=',
    {
      event_key: 'db-4',
      event_type: 'ALERT',
      severity: 'CRITICAL',
      description: 'no route',
      title: 'db-4 is DOWN',
    },
    { content_type: 'application/x-www-form-urlencoded', incident: 'host' },
  ),
  posted(
    'unknown, without the kind of notification',
    { host_name: 'db-5', service_name: 'load', state: 'UNKNOWN' },
    { event_key: 'db-5!load', event_type: 'ALERT', severity: 'NOT_AVAILABLE' },
  ),
  posted('acknowledged', { notification_type: 'ACKNOWLEDGEMENT', ...disk, service_state: 'CRIT' }, 'IGNORED'),
  posted('downtime', { notification_type: 'DOWNTIMESTART', host_name: 'db-3', host_state: 'UP' }, 'IGNORED'),
  ...quietTimeSamples(disk, WORDS),
  longOutputSample(disk, WORDS),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  ...(['UP', 'DOWN'] as const).map((status) =>
    posted(
      `a script's own summary and severity: ${status}`,
      {
        id: status === 'UP' ? '0' : '18',
        summary: `CheckMK db-6/load is ${status}`,
        host: 'db-6',
        service: 'load',
        status,
        severity: status === 'UP' ? 'OK' : 'WARN',
        what: 'SERVICE',
      },
      {
        event_key: 'db-6!load',
        event_type: status === 'UP' ? 'RECOVERY' : 'ALERT',
        title: `CheckMK db-6/load is ${status}`,
        severity: status === 'UP' ? 'INFO' : 'WARNING',
      },
      { incident: 'load' },
    ),
  ),
  posted(
    'the same script, acknowledged',
    { summary: 'CheckMK db-6/load', host: 'db-6', service: 'load', status: 'ACKNOWLEDGED', severity: 'WARN' },
    'IGNORED',
  ),
];
