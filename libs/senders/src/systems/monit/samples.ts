import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const nginx =
  'source=monit&host=web-1&service=nginx&timestamp=1741082400&description=failed+protocol+test+%5BHTTP%5D+at+%5Blocalhost%5D%3A80';
const content_type = 'application/x-www-form-urlencoded';

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    `${nginx}&event=Connection+failed`,
    {
      event_key: 'web-1/nginx/connection',
      event_type: 'ALERT',
      title: 'nginx on web-1: Connection failed',
      description: 'failed protocol test [HTTP] at [localhost]:80',
      rule: 'nginx',
      resource: { resource_id: 'web-1', resource_type: 'host', name: 'web-1' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'nginx', content_type },
  ),
  posted(
    'resolved',
    `${nginx}&event=Connection+succeeded`,
    { event_type: 'RECOVERY' },
    { incident: 'nginx', content_type },
  ),
  posted(
    'a process that is gone',
    {
      MONIT_HOST: 'web-1',
      MONIT_SERVICE: 'php',
      MONIT_EVENT: 'Does not exist',
      MONIT_DESCRIPTION: 'process is not running',
    },
    { event_key: 'web-1/php/existence', event_type: 'ALERT' },
    { incident: 'php' },
  ),
  posted(
    'and is there again',
    { MONIT_HOST: 'web-1', MONIT_SERVICE: 'php', MONIT_EVENT: 'Exists' },
    { event_type: 'RECOVERY' },
    { incident: 'php' },
  ),
  posted(
    'resources',
    { MONIT_HOST: 'web-1', MONIT_SERVICE: 'system', MONIT_EVENT: 'Resource limit matched' },
    { event_key: 'web-1/system/resource limit', event_type: 'ALERT' },
  ),
  posted(
    'Monit was started',
    { MONIT_HOST: 'web-1', MONIT_SERVICE: 'web-1', MONIT_EVENT: 'Instance changed' },
    'IGNORED',
  ),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
