import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const service = {
  id: 5501,
  name: 'shop',
  display_name: 'Shop',
  monitoring_service_type: 'HTTP',
  msp_address: 'https://shop.example.com',
  tags: ['shop'],
};
const alert = {
  id: 9,
  created_at: '2025-03-04T10:00:00.420Z',
  state: 'CRITICAL',
  output: 'HTTP CRITICAL\n\nstatus=503',
  short_output: 'HTTP CRITICAL',
  is_up: false,
};
const data = {
  service,
  account: { id: 1, name: 'Acme' },
  date: '2025-03-04T10:00:01Z',
  alert,
  locations: ['Germany'],
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { event: 'alert_raised', data },
    {
      event_key: '5501',
      event_type: 'ALERT',
      title: 'Shop: HTTP CRITICAL',
      description: 'HTTP CRITICAL\n\nstatus=503',
      severity: 'CRITICAL',
      account: 'Acme',
      resource: { resource_id: 'https://shop.example.com', name: 'Shop' },
      occurred_at: new Date('2025-03-04T10:00:00.420Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved, although the alert in it still is critical',
    { event: 'alert_cleared', data: { ...data, date: '2025-03-04T10:09:00Z' } },
    { event_key: '5501', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:09:00.000Z') },
    { incident: 'shop' },
  ),
  posted(
    'without the word',
    { data: { service: { id: 0, name: 'zero' }, alert: { is_up: true } } },
    { event_key: '0', event_type: 'RECOVERY' },
  ),
  posted('the body of somebody else', { data: {} }, 'ERROR'),
];
