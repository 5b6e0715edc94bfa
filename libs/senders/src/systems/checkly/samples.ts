import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const check = {
  check_name: 'Checkout API',
  group_name: 'shop',
  check_id: '2f6b7e9c-9a3d-4f7c-8e55-0b8f4f6f1c11',
  check_type: 'API',
  check_result_id: '11111111-9a3d-4f7c-8e55-0b8f4f6f1c11',
  check_error_message: '',
  response_time: '5012',
  api_check_response_status_code: '500',
  api_check_response_status_text: 'Internal Server Error',
  run_location: 'Frankfurt',
  ssl_days_remaining: '',
  ssl_check_domain: '',
  started_at: '2025-03-04T10:00:00.000Z',
  tags: '',
  link: 'https://app.checklyhq.com/checks/2f6b7e9c',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { event: 'Checkout API has failed', alert_type: 'ALERT_FAILURE', ...check },
    {
      event_key: '2f6b7e9c-9a3d-4f7c-8e55-0b8f4f6f1c11',
      event_type: 'ALERT',
      title: 'Checkout API has failed',
      description: '500 Internal Server Error',
      rule: 'API',
      resource: { resource_type: 'check', name: 'Checkout API' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'checkout' },
  ),
  posted(
    'resolved',
    { event: 'Checkout API has recovered', alert_type: 'ALERT_RECOVERY', ...check },
    { event_type: 'RECOVERY' },
    { incident: 'checkout' },
  ),
  posted(
    'degraded',
    { event: 'Checkout API has degraded', alert_type: 'ALERT_DEGRADED', ...check },
    { event_type: 'ALERT', severity: 'WARNING' },
    { incident: 'checkout' },
  ),
  posted(
    'a certificate that expires',
    { alert_type: 'ALERT_SSL', ...check, ssl_days_remaining: '7', ssl_check_domain: 'shop.example.com' },
    { event_type: 'ALERT', severity: 'WARNING', resource: { resource_id: 'shop.example.com' } },
    { incident: 'certificate' },
  ),
  posted(
    'a time that was not filled',
    { ...check, alert_type: 'ALERT_FAILURE', started_at: '{{STARTED_AT}}' },
    { title: 'Checkout API', occurred_at: null },
    { incident: 'checkout' },
  ),
  posted(
    'failing, then only degraded',
    { event: 'Checkout API is degraded', alert_type: 'ALERT_FAILURE_DEGRADED', ...check },
    { event_type: 'ALERT', severity: 'WARNING' },
    { incident: 'checkout' },
  ),
  posted('a body without a state', { check_name: 'x' }, 'ERROR'),
];
