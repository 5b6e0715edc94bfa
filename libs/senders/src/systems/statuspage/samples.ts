import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const page = { id: 'kq9x', status_indicator: 'major', status_description: 'Partial System Outage' };
const incident = {
  id: 'lb7',
  name: 'Uploads fail',
  status: 'investigating',
  impact: 'major',
  created_at: '2025-03-04T10:15:00.000Z',
  updated_at: '2025-03-04T10:15:00.000Z',
  resolved_at: null,
  shortlink: 'https://stspg.io/x',
  incident_updates: [{ id: 'u1', status: 'investigating', body: 'We are looking into it.' }],
  components: [{ id: 'c1', name: 'Uploads', status: 'major_outage' }],
};
const component = (new_status: string, old_status: string): unknown => ({
  page,
  component_update: {
    component_id: 'c1',
    new_status,
    old_status,
    created_at: '2025-03-04T10:15:00Z',
    id: 'cu1',
  },
  component: { id: 'c1', name: 'Uploads', status: new_status, created_at: '2020-01-01T00:00:00Z' },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'an incident',
    { page, incident },
    {
      event_key: 'lb7',
      event_type: 'ALERT',
      title: 'Uploads fail',
      description: 'We are looking into it.',
      severity: 'ERROR',
      account: 'kq9x',
      resource: { resource_type: 'component', name: 'Uploads' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'uploads' },
  ),
  posted(
    'the incident is resolved',
    { page, incident: { ...incident, status: 'resolved', resolved_at: '2025-03-04T10:45:00.000Z' } },
    {
      event_key: 'lb7',
      event_type: 'RECOVERY',
      occurred_at: new Date('2025-03-04T10:45:00Z'),
    },
    { incident: 'uploads' },
  ),
  posted(
    'planned maintenance',
    { page, incident: { ...incident, impact: 'maintenance', status: 'scheduled' } },
    'IGNORED',
  ),
  posted(
    'in upper case, as Instatus writes it',
    { page, incident: { ...incident, status: 'IDENTIFIED', impact: 'MAJOR' } },
    { event_key: 'lb7', event_type: 'ALERT', severity: 'ERROR' },
    { incident: 'uploads' },
  ),
  posted(
    'a component breaks',
    component('major_outage', 'operational'),
    {
      event_key: 'c1',
      event_type: 'ALERT',
      title: 'Uploads is major outage',
      severity: 'CRITICAL',
      resource: { resource_type: 'component', name: 'Uploads', resource_id: 'c1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'component' },
  ),
  posted(
    'a component works again',
    component('operational', 'major_outage'),
    { event_key: 'c1', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'component' },
  ),
];
