import type { PluginSample } from '../../domain/plugin.js';
import { asText } from '../reading/plain.js';

const pool = (new_health: string, ts: number): string =>
  asText({
    name: 'Pools of the shop',
    text: `Pool eu is ${new_health}`,
    data: { new_health, event_source: 'pool', pool_id: '17b5962d775c646f3f9725cbc7a53df4', pool_name: 'eu' },
    ts,
    account_id: 'a1',
    policy_id: 'p1',
    alert_type: 'load_balancing_health_alert',
  });

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'pool',
    body: pool('Unhealthy', 1741083300),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '17b5962d775c646f3f9725cbc7a53df4',
          event_type: 'ALERT',
          title: 'Pools of the shop',
          description: 'Pool eu is Unhealthy',
          severity: 'ERROR',
          resource: { name: 'eu' },
          account: 'a1',
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'pool',
    body: pool('Healthy', 1741084200),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'the test of a destination',
    body: asText({
      text: 'Hello World! This is a test message sent from https://cloudflare.com. If you can see this, your webhook is configured properly.',
    }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'several in a list: a tunnel, an attack',
    body: asText([
      {
        alert_type: 'tunnel_health_event',
        data: { tunnel_id: 't1', tunnel_name: 'office', new_status: 'TUNNEL_STATUS_TYPE_DOWN' },
      },
      { alert_type: 'dos_attack_l7', policy_id: 'p2', data: { zone_name: 'example.com' } },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_key: 't1', severity: 'ERROR', resource: { name: 'office' } } },
      { outcome: 'EVENT', event: { event_key: 'p2/dos_attack_l7/example.com', event_type: 'ALERT' } },
    ],
  },
];
