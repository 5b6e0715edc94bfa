import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const snitch = { token: 'f00dcafe42', name: 'Nightly backup', notes: 'See the runbook', tags: ['backup'] };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      type: 'snitch.missing',
      timestamp: '2025-03-04T10:00:00.799Z',
      data: { snitch: { ...snitch, status: 'missing' } },
    },
    {
      event_key: 'f00dcafe42',
      event_type: 'ALERT',
      title: 'Nightly backup is missing',
      description: 'See the runbook',
      resource: { resource_id: 'f00dcafe42', resource_type: 'snitch', name: 'Nightly backup' },
      occurred_at: new Date('2025-03-04T10:00:00.799Z'),
    },
    { incident: 'backup' },
  ),
  posted(
    'resolved',
    {
      type: 'snitch.reporting',
      timestamp: '2025-03-04T11:00:00Z',
      data: { snitch: { ...snitch, status: 'healthy' } },
    },
    { event_key: 'f00dcafe42', event_type: 'RECOVERY' },
    { incident: 'backup' },
  ),
  posted(
    'an error, without a name',
    { type: 'snitch.errored', data: { snitch: { token: 'x' } } },
    { title: 'x reported an error' },
  ),
  posted('paused', { type: 'snitch.paused', data: { snitch } }, 'IGNORED'),
  posted('the body of somebody else', { type: 'hello' }, 'ERROR'),
];
