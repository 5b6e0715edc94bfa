import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const backup = { id: 'aB3xY9', monitor: 'Nightly backup', rule: 'not_on_schedule' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...backup, type: 'Alert', description: 'Did not start on time.\nEnvironment: Production' },
    {
      event_key: 'aB3xY9',
      event_type: 'ALERT',
      title: 'Nightly backup: Did not start on time.',
      rule: 'not_on_schedule',
      resource: { resource_id: 'aB3xY9', resource_type: 'monitor', name: 'Nightly backup' },
    },
    { incident: 'backup' },
  ),
  posted(
    'resolved',
    { ...backup, type: 'Recovery', description: 'Recovered.' },
    { event_type: 'RECOVERY' },
    { incident: 'backup' },
  ),
  posted(
    'in capitals, without a description',
    { id: 0, monitor: 'zero', type: 'ALERT' },
    { event_key: '0', title: 'zero' },
  ),
  posted('neither', { ...backup, type: 'Hello' }, 'ERROR'),
];
