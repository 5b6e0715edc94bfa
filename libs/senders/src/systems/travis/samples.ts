import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const build = (state: string, more: object = {}): object => ({
  id: 77,
  number: '12',
  type: 'push',
  state,
  status: state === 'passed' ? 0 : 1,
  result: state === 'passed' ? 0 : 1,
  status_message: state === 'passed' ? 'Fixed' : 'Broken',
  started_at: '2025-03-04T10:10:00Z',
  finished_at: state === 'started' ? null : '2025-03-04T10:15:00Z',
  duration: 300,
  build_url: 'https://app.travis-ci.com/acme/shop/builds/77',
  commit: '1dc6aa6',
  branch: 'main',
  message: 'Add a queue',
  author_name: 'Ann',
  pull_request: false,
  pull_request_number: null,
  repository: { id: 1, name: 'shop', owner_name: 'acme', url: null },
  matrix: [{ id: 78, state: 'finished', status: 0 }],
  ...more,
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a build fails, as the form that Travis CI posts',
    `payload=${encodeURIComponent(JSON.stringify(build('failed')))}`,
    {
      event_key: 'acme/shop/main',
      event_type: 'ALERT',
      title: 'acme/shop build failed on main',
      description: 'Add a queue',
      severity: 'ERROR',
      account: 'acme',
      resource: { resource_type: 'repository', name: 'acme/shop', resource_id: 'acme/shop' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'main', content_type: 'application/x-www-form-urlencoded' },
  ),
  posted(
    'the build passes',
    build('passed'),
    { event_key: 'acme/shop/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'main' },
  ),
  posted(
    'a pull request errs',
    build('errored', { type: 'pull_request', pull_request_number: 3, pull_request_title: 'A queue' }),
    { event_key: 'acme/shop/#3', event_type: 'ALERT', description: 'A queue' },
    { incident: 'pull' },
  ),
  posted('a build starts', build('started'), 'IGNORED'),
];
