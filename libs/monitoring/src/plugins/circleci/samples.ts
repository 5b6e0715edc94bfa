import type { PluginSample } from '../../domain/plugin.js';
import { posted } from '../reading/posted.js';

const build = (status: string, number: number): unknown => ({
  type: 'workflow-completed',
  id: `w-${number}`,
  happened_at: '2025-03-04T10:15:00.500Z',
  webhook: { id: 'h1', name: 'tocsin' },
  project: { id: 'p1', name: 'shop', slug: 'github/acme/shop' },
  organization: { id: 'o1', name: 'acme' },
  pipeline: {
    id: `pl-${number}`,
    number,
    vcs: { branch: 'main', revision: '1dc6aa6', commit: { subject: 'Add a queue', author: { name: 'Ann' } } },
  },
  workflow: {
    id: `wf-${number}`,
    name: 'build',
    status,
    created_at: '2025-03-04T10:10:00Z',
    stopped_at: '2025-03-04T10:15:00Z',
    url: 'https://app.circleci.com/pipelines/1',
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a workflow fails',
    build('failed', 7),
    {
      event_key: 'github/acme/shop/build/main',
      event_type: 'ALERT',
      title: 'shop: build failed on main',
      description: 'Add a queue',
      severity: 'ERROR',
      rule: 'build',
      account: 'acme',
      resource: { resource_type: 'project', name: 'shop', resource_id: 'github/acme/shop' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'build' },
  ),
  posted(
    'the workflow succeeds',
    build('success', 8),
    { event_key: 'github/acme/shop/build/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'build' },
  ),
  posted('a workflow is canceled', build('canceled', 9), 'IGNORED'),
  posted(
    'the test',
    { type: 'ping', id: 'x', happened_at: '2025-03-04T10:15:00Z', webhook: { id: 'h1', name: 'tocsin' } },
    'IGNORED',
    { headers: { 'circleci-event-type': 'ping' } },
  ),
];
