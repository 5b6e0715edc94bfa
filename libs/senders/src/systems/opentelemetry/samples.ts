import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const pair = (key: string, stringValue: string) => ({ key, value: { stringValue } });

const exported = (...logRecords: readonly object[]) => ({
  resourceLogs: [
    {
      resource: { attributes: [pair('service.name', 'orders'), pair('host.name', 'web-1')] },
      scopeLogs: [{ scope: { name: 'com.example.Orders' }, logRecords }],
    },
  ],
});

const pool = (figure: number) => ({
  timeUnixNano: '1741082400000000000',
  severityNumber: 17,
  severityText: 'ERROR',
  body: { stringValue: `Connection pool is exhausted after ${figure} ms` },
  traceId: '5b8efff798038103d269b633813fc60c',
});

const disk = {
  timeUnixNano: '1741082401000000000',
  severityNumber: 21,
  eventName: 'disk.full',
  body: { stringValue: 'No space left on device' },
};

export const SAMPLES: readonly PluginSample[] = [
  posted('two log records are two alarms', exported(pool(3000), disk), [
    {
      event_key: 'orders/web-1/Connection pool exhausted after',
      event_type: 'ALERT',
      title: 'Connection pool is exhausted after 3000 ms',
      severity: 'ERROR',
      resource: { resource_id: 'web-1', resource_type: 'host', name: 'web-1' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    {
      event_key: 'orders/web-1/disk.full',
      event_type: 'ALERT',
      title: 'No space left on device',
      severity: 'CRITICAL',
      rule: 'disk.full',
    },
  ]),
  posted(
    'firing',
    exported(disk),
    { event_key: 'orders/web-1/disk.full', event_type: 'ALERT' },
    { incident: 'disk' },
  ),
  posted(
    'the end of an alarm, where the record says so',
    exported({
      severityNumber: 9,
      eventName: 'disk.full',
      body: { stringValue: 'Space is left again' },
      attributes: [pair('alert.state', 'resolved')],
    }),
    { event_key: 'orders/web-1/disk.full', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'disk' },
  ),
  posted(
    'a body with members',
    exported({
      observedTimeUnixNano: '1741082400000000000',
      severityText: 'Warning',
      body: { kvlistValue: { values: [pair('message', 'Queue is long'), pair('event.name', 'queue')] } },
    }),
    {
      event_key: 'orders/web-1/queue',
      title: 'Queue is long',
      severity: 'WARNING',
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
  ),
  posted('a record that says nothing', exported({ severityNumber: 17 }), 'ERROR'),
  posted('no records', { resourceLogs: [] }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
