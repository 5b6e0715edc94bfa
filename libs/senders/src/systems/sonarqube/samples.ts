import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const analysis = {
  serverUrl: 'https://sonar.example.com',
  taskId: 'AX1',
  status: 'SUCCESS',
  analysedAt: '2025-03-04T10:15:00+0000',
  revision: 'c739069e',
  project: { key: 'shop', name: 'Shop', url: 'https://sonar.example.com/dashboard?id=shop' },
  branch: { name: 'main', type: 'BRANCH', isMain: true },
  properties: {},
};
const gate = (status: string): unknown => ({
  ...analysis,
  qualityGate: {
    name: 'Sonar way',
    status,
    conditions: [
      { metric: 'coverage', operator: 'LESS_THAN', value: '61.5', status, errorThreshold: '80' },
      { metric: 'new_bugs', operator: 'GREATER_THAN', value: '0', status: 'OK', errorThreshold: '0' },
    ],
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a quality gate fails',
    gate('ERROR'),
    {
      event_key: 'shop/main',
      event_type: 'ALERT',
      title: 'Shop (main) fails its quality gate',
      description: 'coverage is 61.5 (LESS_THAN 80)',
      severity: 'ERROR',
      rule: 'Sonar way',
      resource: { resource_type: 'project', name: 'Shop', resource_id: 'shop' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'a quality gate passes',
    gate('OK'),
    { event_key: 'shop/main', event_type: 'RECOVERY', title: 'Shop (main) passes its quality gate' },
    { incident: 'shop' },
  ),
  posted(
    'the analysis itself fails',
    { ...analysis, status: 'FAILED' },
    { event_key: 'shop/main', event_type: 'ALERT', title: 'Shop (main) analysis failed' },
    { incident: 'shop' },
  ),
  posted('an analysis without a quality gate', analysis, 'IGNORED'),
];
