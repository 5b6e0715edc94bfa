import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const job = { name: 'shop', display_name: 'shop', url: 'job/shop/' };
const build = {
  full_url: 'https://ci.example.com/job/shop/7/',
  number: 7,
  phase: 'COMPLETED',
  timestamp: 1741082400000,
  scm: { branch: 'origin/main', commit: 'f00' },
  log: 'exit 1',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...job, build: { ...build, status: 'FAILURE' } },
    {
      event_key: 'job/shop/#origin/main',
      event_type: 'ALERT',
      title: 'shop #7 FAILURE',
      description: 'exit 1',
      rule: 'shop',
      resource: { resource_id: 'job/shop/', resource_type: 'job', name: 'shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved: the next build passes',
    { ...job, build: { ...build, number: 8, status: 'SUCCESS' } },
    { event_type: 'RECOVERY', title: 'shop #8 SUCCESS' },
    { incident: 'shop' },
  ),
  posted(
    'unstable',
    { ...job, build: { ...build, status: 'UNSTABLE' } },
    { event_type: 'ALERT', severity: 'WARNING' },
    { incident: 'shop' },
  ),
  posted(
    'a build that has begun',
    { ...job, build: { ...build, phase: 'STARTED', status: undefined } },
    'IGNORED',
  ),
  posted('aborted', { ...job, build: { ...build, status: 'ABORTED' } }, 'IGNORED'),
  posted(
    'Outbound Webhook',
    { buildName: 'db #3', buildUrl: 'https://ci.example.com/job/db/3/', event: 'failure' },
    { event_key: 'db', event_type: 'ALERT' },
  ),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
