import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const run = {
  test_id: '7a6b',
  test_name: 'Order flow',
  environment_uuid: 'e1',
  environment_name: 'Production',
  region: 'eu1',
  team_name: 'Shop',
  test_url: 'https://www.runscope.com/radar/x/7a6b',
  started_at: 1741082400.25,
  finished_at: 1741082402.5,
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      ...run,
      test_run_id: 'r1',
      result: 'fail',
      requests: [
        { method: 'GET', url: 'https://shop.example.com', result: 'fail', response_status_code: '502' },
      ],
    },
    {
      event_key: '7a6b/e1/eu1',
      event_type: 'ALERT',
      title: 'Order flow: fail',
      description: 'GET https://shop.example.com 502',
      rule: 'Order flow',
      account: 'Shop',
      occurred_at: new Date('2025-03-04T10:00:02.500Z'),
    },
    { incident: 'order' },
  ),
  posted(
    'resolved',
    { ...run, test_run_id: 'r2', result: 'pass' },
    { event_key: '7a6b/e1/eu1', event_type: 'RECOVERY' },
    { incident: 'order' },
  ),
  posted('cancelled', { ...run, result: 'canceled' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
];
