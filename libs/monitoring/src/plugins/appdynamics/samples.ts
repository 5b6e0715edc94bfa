import type { PluginSample } from '../../domain/plugin.js';
import { asText } from '../reading/plain.js';

const violation = {
  event_type: 'POLICY_OPEN_CRITICAL',
  event_name: 'Health Rule Violation Started - Critical',
  event_id: '9001',
  event_time: 'Tue Mar 04 10:15:00 UTC 2025',
  event_message: 'Calls per minute is 3, below 10.',
  summary: 'Critical health violation.',
  severity: 'ERROR',
  policy: 'Page the shop team',
  app_id: '12',
  app_name: 'Shop',
  tier_id: '7',
  tier_name: 'checkout',
  node_id: '$'.concat('{latestEvent.node.id}'),
  node_name: '$'.concat('{latestEvent.node.name}'),
  health_rule_name: 'Call rate',
  incident_id: '70646',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing, without a node',
    incident: 'calls',
    body: asText(violation),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '70646',
          event_type: 'ALERT',
          title: 'Health Rule Violation Started - Critical',
          severity: 'ERROR',
          rule: 'Page the shop team',
          resource: { resource_id: '7', resource_type: 'tier', name: 'checkout' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'calls',
    body: asText({ ...violation, event_type: 'POLICY_CLOSE_CRITICAL', severity: 'INFO' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'several in a list',
    body: asText([violation, { ...violation, incident_id: '2', node_name: 'checkout-1', node_id: '1' }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { resource: { resource_type: 'node', name: 'checkout-1' } } },
    ],
  },
];
