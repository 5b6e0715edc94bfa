import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const alert = {
  timestamp: '2025-03-04T10:15:00.123+0000',
  rule: {
    level: 12,
    description: 'sshd: many failed logins',
    id: '5763',
    groups: ['sshd'],
    mitre: { id: ['T1110'] },
  },
  agent: { id: '007', name: 'gate-2', ip: '10.0.0.7' },
  manager: { name: 'siem-1' },
  id: '1741083300.77',
  full_log: 'Mar  4 10:15:00 gate-2 sshd[1]: Failed password for root',
  location: '/var/log/auth.log',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'an alert',
    alert,
    {
      event_key: '007/5763',
      event_type: 'ALERT',
      title: 'sshd: many failed logins',
      severity: 'ERROR',
      rule: '5763',
      resource: { resource_type: 'agent', name: 'gate-2', resource_id: '007' },
      occurred_at: new Date('2025-03-04T10:15:00.123Z'),
    },
    { incident: 'ssh' },
  ),
  posted(
    'in the form for Shuffle',
    { severity: 3, title: 'sshd', rule_id: '5763', all_fields: alert },
    { event_key: '007/5763', title: 'sshd: many failed logins', pointer: '/all_fields' },
    { incident: 'ssh' },
  ),
  posted(
    'a low level',
    { ...alert, rule: { ...alert.rule, id: '2902', level: 3 } },
    { event_key: '007/2902', severity: 'INFO' },
  ),
];
