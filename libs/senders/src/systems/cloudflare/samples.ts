import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

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
          title: 'Pools of the shop: Pool eu is Unhealthy',
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
  ...['START', 'END'].map((what) =>
    posted(
      `an attack on a network: ${what}`,
      {
        name: 'DDoS of the office',
        text: 'An attack on 192.0.2.7 was found.',
        account_id: 'acc',
        alert_type: 'advanced_ddos_attack_l4_alert',
        alert_event: `ALERT_STATE_EVENT_${what}`,
        alert_correlation_id: 'corr-1',
        policy_id: 'p3',
        policy_name: 'DDoS of the office',
        data: { attack_id: 'att-1', target_ip: '192.0.2.7', start_time: '2025-03-04T10:14:00Z' },
        ts: 1741083300,
      },
      {
        event_key: 'att-1',
        event_type: what === 'END' ? 'RECOVERY' : 'ALERT',
        title: 'DDoS of the office: An attack on 192.0.2.7 was found.',
        account: 'acc',
        resource: { name: '192.0.2.7' },
        occurred_at: new Date('2025-03-04T10:15:00.000Z'),
      },
      { incident: 'attack' },
    ),
  ),
  posted(
    'an origin that cannot be reached',
    {
      name: 'Origins',
      text: 'example.org cannot be reached.\nMore in the dashboard.',
      alert_type: 'real_origin_monitoring',
      policy_id: 'p5',
      data: { unreachable_zones: [{ host: 'www.example.org', zone_name: 'example.org' }] },
      ts: 1741083300,
    },
    {
      event_key: 'p5/real_origin_monitoring/example.org',
      event_type: 'ALERT',
      title: 'Origins: example.org cannot be reached.',
      resource: { resource_type: 'resource', name: 'example.org' },
    },
  ),
  posted(
    'an episode of Workers that is pending',
    {
      name: 'Workers',
      policy_id: 'p4',
      alert_type: 'workers_observability_alert',
      data: { status: 'PENDING', episode: { id: 'e1' } },
    },
    'IGNORED',
  ),
];
