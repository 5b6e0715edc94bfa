import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const alert = {
  message_type: 'CRITICAL',
  entity_id: 'disk/db-1',
  entity_display_name: 'Disk of db-1 is full',
  state_message: '97 % of /var',
  state_start_time: 1741083300,
  monitoring_tool: 'homegrown',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'critical',
    alert,
    {
      event_key: 'disk/db-1',
      event_type: 'ALERT',
      title: 'Disk of db-1 is full',
      description: '97 % of /var',
      severity: 'CRITICAL',
      provider: 'homegrown',
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'disk' },
  ),
  posted(
    'recovery',
    { ...alert, message_type: 'RECOVERY' },
    { event_key: 'disk/db-1', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'disk' },
  ),
  posted(
    'warning, with its id alone',
    { message_type: 'WARNING', entity_id: 'queue' },
    { event_key: 'queue', event_type: 'ALERT', title: 'queue', severity: 'WARNING' },
  ),
  posted('acknowledged', { ...alert, message_type: 'ACKNOWLEDGEMENT' }, 'IGNORED'),
];
