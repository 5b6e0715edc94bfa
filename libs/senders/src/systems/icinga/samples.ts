import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';
import { quietTimeSamples } from '../../vocabulary/quiet-time-samples.js';

const disk = {
  source: 'icinga2',
  host_name: 'db-3',
  host_address: '192.0.2.7',
  service_description: 'disk /var',
  service_output: 'DISK CRITICAL - free space: /var 312 MB (3%)',
  timestamp: '1741082400',
};

const WORDS = { good: 'OK', bad: 'CRITICAL', flappingEnds: 'FLAPPINGEND' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { notification_type: 'PROBLEM', ...disk, service_state: 'CRITICAL' },
    {
      event_key: 'db-3!disk /var',
      event_type: 'ALERT',
      title: 'disk /var on db-3 is CRITICAL',
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
    'ICINGA_NOTIFICATIONTYPE=PROBLEM&ICINGA_HOSTNAME=db-4&ICINGA_HOSTSTATE=DOWN&ICINGA_HOSTOUTPUT=no+route&ICINGA_SERVICEDESC=',
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
  posted(
    'acknowledged',
    { notification_type: 'ACKNOWLEDGEMENT', ...disk, service_state: 'CRITICAL' },
    'IGNORED',
  ),
  posted('downtime', { notification_type: 'DOWNTIMESTART', host_name: 'db-3', host_state: 'UP' }, 'IGNORED'),
  ...quietTimeSamples(disk, WORDS),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  ...[2, 0].map((state) =>
    posted(
      `an event of the event stream: ${state}`,
      `{"type":"StateChange","timestamp":1741082400.5,"host":"db-6","service":"load","state":${state}.0,"state_type":1.0,` +
        `"check_result":{"output":"load average: 9.1","exit_status":${state}.0,"state":${state}.0}}`,
      {
        event_key: 'db-6!load',
        event_type: state === 0 ? 'RECOVERY' : 'ALERT',
        severity: state === 0 ? 'INFO' : 'CRITICAL',
        description: 'load average: 9.1',
        occurred_at: new Date('2025-03-04T10:00:00.500Z'),
      },
      { incident: 'load' },
    ),
  ),
  posted(
    'a comment of the event stream',
    { type: 'CommentAdded', timestamp: 1741082400, comment: { text: 'looking' }, host: 'db-6' },
    'IGNORED',
  ),
];
