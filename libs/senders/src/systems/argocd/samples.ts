import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const shop = {
  app: 'shop',
  project: 'default',
  namespace: 'shop',
  server: 'https://kubernetes.default.svc',
  revision: 'f00',
  url: 'https://argocd.example.com/applications/shop',
  finishedAt: '2025-03-04T10:00:00Z',
};

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      ...shop,
      health: 'Healthy',
      sync: 'OutOfSync',
      phase: 'Failed',
      message: 'one or more objects failed to apply',
    },
    {
      event_key: 'default/shop',
      event_type: 'ALERT',
      title: 'shop: sync Failed, Healthy',
      description: 'one or more objects failed to apply',
      resource: { resource_type: 'application', name: 'shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'shop' },
  ),
  posted(
    'resolved',
    { ...shop, health: 'Healthy', sync: 'Synced', phase: 'Succeeded' },
    { event_type: 'RECOVERY' },
    { incident: 'shop' },
  ),
  posted(
    'degraded after a sync that succeeded',
    { ...shop, health: 'Degraded', sync: 'Synced', phase: 'Succeeded' },
    { event_type: 'ALERT' },
    { incident: 'shop' },
  ),
  posted(
    'the whole application',
    {
      app: {
        metadata: { name: 'db' },
        spec: { project: 'ops' },
        status: { health: { status: 'Missing' }, sync: { status: 'Synced' } },
      },
    },
    { event_key: 'ops/db', event_type: 'ALERT', title: 'db: Missing' },
  ),
  ...(['cart', 'search'] as const).flatMap((name) =>
    (['error', 'success'] as const).map((state) =>
      posted(
        `the status of a commit: ${name} ${state}`,
        {
          state,
          description: 'ArgoCD',
          target_url: `https://argocd.example.com/applications/${name}`,
          context: `continuous-delivery/${name}`,
        },
        {
          event_key: name,
          event_type: state === 'error' ? 'ALERT' : 'RECOVERY',
          title: `${name}: sync ${state}`,
          resource: { name },
        },
        { incident: name },
      ),
    ),
  ),
  posted(
    'the status of a commit, with another context',
    {
      state: 'failure',
      target_url: 'https://argocd.example.com/applications/argocd/pay?view=tree',
      context: 'argocd',
    },
    { event_key: 'pay', event_type: 'ALERT' },
  ),
  posted('a sync that runs', { ...shop, health: 'Healthy', phase: 'Running' }, 'IGNORED'),
  posted('progressing', { ...shop, health: 'Progressing', phase: 'Succeeded' }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  posted(
    'a word that nobody knows beside a good one',
    { ...shop, health: 'Healthy', phase: 'Gescheitert' },
    'ERROR',
  ),
  posted('no sync yet', { ...shop, health: 'Healthy', phase: '<no value>' }, { event_type: 'RECOVERY' }),
];
