import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const ping =
  'sensorid=2041&device=core-switch&name=Ping&group=Network&probe=Local&host=192.0.2.1&linksensor=https%3A%2F%2Fprtg.example.com%2Fsensor.htm%3Fid%3D2041';
const content_type = 'application/x-www-form-urlencoded';

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    `${ping}&status=Down&message=Request+timed+out+%28ICMP+error+%23+11010%29`,
    {
      event_key: '2041',
      event_type: 'ALERT',
      title: 'Ping on core-switch is Down',
      description: 'Request timed out (ICMP error # 11010)',
      severity: 'CRITICAL',
      rule: 'Ping',
      resource: { resource_id: '192.0.2.1', resource_type: 'device', name: 'core-switch' },
    },
    { incident: 'ping', content_type },
  ),
  posted(
    'resolved',
    `${ping}&status=Down+ended+%28now%3A+Up%29&message=OK`,
    { event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'ping', content_type },
  ),
  posted(
    'no longer down, but a warning',
    `${ping}&status=Down+ended+%28now%3A+Warning%29`,
    { event_type: 'ALERT', severity: 'WARNING' },
    { incident: 'ping', content_type },
  ),
  posted(
    'JSON',
    { sensorid: 0, device: 'zero', name: 'Disk', status: 'Warning' },
    { event_key: '0', event_type: 'ALERT', severity: 'WARNING' },
  ),
  posted('acknowledged', `${ping}&status=Down+%28Acknowledged%29`, 'IGNORED', { content_type }),
  posted('a placeholder that was not filled', 'sensorid=1&status=%25status', 'ERROR', { content_type }),
  ...(['Fehler', 'OK'] as const).map((status) =>
    posted(
      `in German: ${status}`,
      { sensorid: '2044', device: 'nas', name: 'Platte', status, message: '3 % frei' },
      {
        event_key: '2044',
        event_type: status === 'OK' ? 'RECOVERY' : 'ALERT',
        title: `Platte on nas is ${status}`,
      },
      { incident: 'platte' },
    ),
  ),
];
