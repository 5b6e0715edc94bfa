import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = (status: string, more = ''): string => `{
  "MONITOR_ID": 285731000000025127,
  "MONITORNAME": "Shop",
  "MONITORTYPE": "URL",
  "MONITORURL": "https://shop.example.com",
  "STATUS": "${status}",
  "MONITOR_DASHBOARD_LINK": "https://www.site24x7.com/app/client#/home/monitors/285731000000025127/Summary",
  "INCIDENT_TIME_ISO": "2025-03-04T02:00:00-0800"${more}
}`;

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing: an id with more digits than a double holds',
    shop('DOWN', ', "INCIDENT_REASON": "Service Unavailable", "FAILED_LOCATIONS": "Berlin-DE,Tokyo-JP"'),
    {
      event_key: '285731000000025127',
      event_type: 'ALERT',
      title: 'Shop is DOWN',
      description: 'Service Unavailable',
      severity: 'CRITICAL',
      rule: 'URL',
      resource: { resource_id: 'https://shop.example.com', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    shop('UP'),
    { event_key: '285731000000025127', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'shop' },
  ),
  posted(
    'trouble, with the time as milliseconds in a text',
    { MONITOR_ID: '7', MONITORNAME: 'db-1', STATUS: 'TROUBLE', OUTAGE_TIME_UNIX_FORMAT: '1741082400166' },
    { event_type: 'ALERT', severity: 'WARNING', occurred_at: new Date('2025-03-04T10:00:00.166Z') },
  ),
  posted('maintenance', { MONITOR_ID: '7', STATUS: 'MAINTENANCE' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
