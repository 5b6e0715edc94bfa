import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const ram = {
  message: 'ram_available on db-3 was raised to warning',
  alert: 'ram_available',
  info: 'available memory is low',
  chart: 'mem.available',
  context: 'mem.available',
  space: 'Acme',
  Rooms: { r1: 'All nodes' },
  family: 'overview',
  class: 'Utilization',
  duration: '5 minutes',
  alert_url: 'https://app.netdata.cloud/spaces/acme/alerts',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...ram, severity: 'warning', date: '2025-03-04T10:00:00Z' },
    {
      event_key: 'Acme/db-3/mem.available/ram_available',
      event_type: 'ALERT',
      title: 'ram_available on db-3 was raised to warning',
      description: 'available memory is low',
      severity: 'WARNING',
      rule: 'ram_available',
      account: 'Acme',
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'ram' },
  ),
  posted(
    'resolved',
    { ...ram, message: 'ram_available on db-3 was cleared', severity: 'clear', date: '2025-03-04T10:05:00Z' },
    { event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'ram' },
  ),
  posted(
    'the same alert of another node',
    { ...ram, message: 'ram_available on db-4 was cleared', severity: 'clear' },
    {
      event_key: 'Acme/db-4/mem.available/ram_available',
      event_type: 'RECOVERY',
      resource: { name: 'db-4' },
    },
    { incident: 'ram of another' },
  ),
  posted(
    'a message that names no node',
    { ...ram, message: 'memory is low', severity: 'warning' },
    { event_key: 'Acme/mem.available/ram_available', event_type: 'ALERT' },
  ),
  posted(
    'a node that cannot be reached',
    {
      message: 'db-3 is unreachable',
      url: 'https://app.netdata.cloud/x',
      host: 'db-3',
      severity: 'critical',
      status: { reachable: false, text: 'unreachable' },
    },
    { event_key: 'db-3', event_type: 'ALERT', severity: 'CRITICAL', resource: { name: 'db-3' } },
    { incident: 'node' },
  ),
  posted(
    'a node that can be reached again',
    {
      message: 'db-3 is reachable',
      host: 'db-3',
      severity: 'clear',
      status: { reachable: true, text: 'reachable' },
    },
    { event_key: 'db-3', event_type: 'RECOVERY' },
    { incident: 'node' },
  ),
  posted(
    'from the agent',
    {
      host: 'db-3',
      chart: 'disk_space._var',
      name: 'disk_space_usage',
      status: 'CRITICAL',
      old_status: 'WARNING',
      value_string: '97%',
      when: '1741082400',
      summary: 'Disk /var space usage',
      info: 'Total space utilization of disk /var',
    },
    {
      event_key: 'db-3/disk_space._var/disk_space_usage',
      title: 'db-3: Disk /var space usage',
      severity: 'CRITICAL',
    },
  ),
  posted('removed', { host: 'db-3', chart: 'x', name: 'y', status: 'REMOVED' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
