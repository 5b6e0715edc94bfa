import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

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

const first = (outcome: string | null, status: string, number: number): unknown => ({
  payload: {
    vcs_url: 'https://github.com/acme/shop',
    build_url: `https://circleci.com/gh/acme/shop/${number}`,
    build_num: number,
    branch: 'main',
    vcs_revision: '1dc6aa6',
    committer_name: 'Ann',
    subject: 'Add a queue',
    body: '',
    why: 'github',
    queued_at: '2016-02-12T21:33:30.000Z',
    start_time: '2016-02-12T21:33:38.000Z',
    stop_time: outcome === null ? null : '2016-02-12T21:35:10.000Z',
    build_time_millis: outcome === null ? null : 92_000,
    username: 'acme',
    reponame: 'shop',
    lifecycle: outcome === null ? 'running' : 'finished',
    outcome,
    status,
    retry_of: null,
    previous: { status: 'success', build_num: number - 1 },
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
  posted(
    'a build of version 1 fails',
    first('failed', 'failed', 22),
    {
      event_key: 'acme/shop/main',
      event_type: 'ALERT',
      title: 'acme/shop failed on main',
      description: 'Add a queue',
      severity: 'ERROR',
      account: 'acme',
      resource: { resource_type: 'project', name: 'shop', resource_id: 'acme/shop' },
      occurred_at: new Date('2016-02-12T21:35:10Z'),
      pointer: '/payload',
    },
    { incident: 'version 1' },
  ),
  posted(
    'the next build of version 1 succeeds',
    first('success', 'fixed', 23),
    { event_key: 'acme/shop/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'version 1' },
  ),
  posted('a build of version 1 that is running', first(null, 'running', 24), 'IGNORED'),
  posted('a workflow is canceled', build('canceled', 9), 'IGNORED'),
  posted(
    'the test',
    { type: 'ping', id: 'x', happened_at: '2025-03-04T10:15:00Z', webhook: { id: 'h1', name: 'tocsin' } },
    'IGNORED',
    { headers: { 'circleci-event-type': 'ping' } },
  ),
];
