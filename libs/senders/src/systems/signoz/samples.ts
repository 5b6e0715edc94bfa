import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const alert = {
  labels: { alertname: 'Error rate', severity: 'critical', 'service.name': 'checkout', ruleId: '12' },
  annotations: { summary: 'The rule threshold is set to 5', description: 'Errors are at 9 %.' },
  startsAt: '2025-03-04T10:15:00.5Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://signoz.example.com/alerts/edit?ruleId=12',
  fingerprint: 'b9099a494c0a3ee6',
};
const group = (status: string, ...alerts: readonly object[]): string =>
  asText({ receiver: 'tocsin', status, version: '4', externalURL: 'https://signoz.example.com', alerts });

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'errors',
    body: group('firing', { ...alert, status: 'firing' }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'b9099a494c0a3ee6',
          event_type: 'ALERT',
          title: 'Error rate: The rule threshold is set to 5',
          description: 'Errors are at 9 %.',
          severity: 'CRITICAL',
          rule: 'Error rate',
          resource: { resource_type: 'service.name', name: 'checkout' },
          occurred_at: new Date('2025-03-04T10:15:00.500Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'errors',
    body: group('resolved', { ...alert, status: 'resolved', endsAt: '2025-03-04T10:30:00Z' }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several, firing and resolved in one body',
    body: group(
      'firing',
      { ...alert, status: 'resolved' },
      { ...alert, status: 'firing', fingerprint: '2', labels: { alertname: 'CPU', host_name: 'web-1' } },
    ),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY' } },
      { outcome: 'EVENT', event: { event_key: '2', event_type: 'ALERT', resource: { name: 'web-1' } } },
    ],
  },
];
