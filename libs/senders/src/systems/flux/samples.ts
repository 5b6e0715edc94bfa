import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const event = (severity: string, reason: string, message: string): unknown => ({
  involvedObject: {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    name: 'shop',
    namespace: 'prod',
    uid: '8f',
  },
  severity,
  reason,
  message,
  timestamp: '2025-03-04T10:15:00Z',
  metadata: { revision: '6.0.1', summary: 'cluster eu-1' },
  reportingController: 'helm-controller',
  reportingInstance: 'helm-controller-7',
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a release fails',
    event('error', 'UpgradeFailed', 'timed out waiting'),
    {
      event_key: 'HelmRelease/prod/shop',
      event_type: 'ALERT',
      title: 'HelmRelease/prod/shop: UpgradeFailed',
      description: 'timed out waiting',
      severity: 'ERROR',
      resource: { resource_type: 'object', name: 'shop', resource_id: 'HelmRelease/prod/shop' },
      account: 'prod',
      additional_info: { summary: 'cluster eu-1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'a release succeeds',
    event('info', 'UpgradeSucceeded', 'Helm upgrade succeeded'),
    { event_key: 'HelmRelease/prod/shop', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'shop' },
  ),
  posted('a release is being worked at', event('info', 'Progressing', 'Health check in progress'), 'IGNORED'),
];
