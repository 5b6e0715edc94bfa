import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const check = { check: '0b5d5f3e-6f5c-4b63-9a3c-0a3a2f1d9c77', name: 'Nightly backup', tags: 'backup prod' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...check, status: 'down', time: '2025-03-04T10:00:00+00:00' },
    {
      event_key: '0b5d5f3e-6f5c-4b63-9a3c-0a3a2f1d9c77',
      event_type: 'ALERT',
      title: 'Nightly backup is DOWN',
      resource: { resource_type: 'check', name: 'Nightly backup' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'backup' },
  ),
  posted(
    'resolved',
    { ...check, status: 'up' },
    { event_type: 'RECOVERY', title: 'Nightly backup is UP' },
    { incident: 'backup' },
  ),
  posted(
    'in the form of the PagerTree integration; the title still says DOWN',
    {
      incident_key: '0b5d5f3e-6f5c-4b63-9a3c-0a3a2f1d9c77',
      event_type: 'resolve',
      title: 'Nightly backup is DOWN',
      description: 'Nightly backup is DOWN.\n\nLast ping was 2 days ago.',
      client: 'healthchecks.io',
    },
    { event_type: 'RECOVERY', resource: { name: 'Nightly backup' } },
    { incident: 'backup' },
  ),
  posted('late, but not yet down', { ...check, status: 'grace' }, 'IGNORED'),
  posted('a status that was not filled', { ...check, status: '$STATUS' }, 'ERROR'),
  posted(
    'a body of the user with names of their own',
    { check_name: 'nightly backup', check_status: 'up', check_id: '5b9c' },
    { event_key: '5b9c', event_type: 'RECOVERY', resource: { name: 'nightly backup' } },
  ),
];
