import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const disk = {
  alertId: '{7d1f5a5e-54a1-4d3a-9d53-0c0a7f1e2b3c}',
  alertName: 'Logical disk is full',
  alertDescription: 'D: 98 %',
  severity: '2',
  priority: '1',
  owner: 'np',
  managedEntitySource: 'SQL01.example.com',
  timeRaised: '3/4/2025 10:00:00 AM',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { ...disk, resolutionState: 'New' },
    {
      event_key: '{7d1f5a5e-54a1-4d3a-9d53-0c0a7f1e2b3c}',
      event_type: 'ALERT',
      title: 'Logical disk is full',
      description: 'D: 98 %',
      severity: 'CRITICAL',
      rule: 'Logical disk is full',
      resource: { name: 'SQL01.example.com' },
      occurred_at: null,
    },
    { incident: 'disk' },
  ),
  posted(
    'resolved',
    { ...disk, resolutionState: 'Closed' },
    { event_type: 'RECOVERY' },
    { incident: 'disk' },
  ),
  posted(
    'as numbers',
    { ...disk, resolutionState: 255, alertDescription: 'np' },
    { event_type: 'RECOVERY', description: '' },
    { incident: 'disk' },
  ),
  posted('acknowledged', { ...disk, resolutionState: '249' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
