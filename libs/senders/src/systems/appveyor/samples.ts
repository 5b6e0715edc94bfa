import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const build = (eventName: string, status: string, buildVersion: string): unknown => ({
  eventName,
  eventData: {
    passed: status === 'success',
    failed: status === 'failed',
    status,
    started: '3/4/2025 10:10 AM',
    finished: '3/4/2025 10:15 AM',
    projectId: 5,
    projectName: 'shop',
    buildId: 77,
    buildVersion,
    repositoryName: 'acme/shop',
    branch: 'main',
    commitId: '1dc6aa6',
    commitAuthor: 'Ann',
    commitMessage: 'Add a queue',
    buildUrl: `https://ci.appveyor.com/project/acme/shop/build/${buildVersion}`,
    jobs: [{ id: 'j1', name: '', failed: status === 'failed', status }],
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a build fails',
    build('build_failure', 'failed', '1.0.7'),
    {
      event_key: 'acme/shop/shop/build/main',
      event_type: 'ALERT',
      title: 'shop: build 1.0.7 failed',
      description: 'Add a queue',
      severity: 'ERROR',
      resource: { resource_type: 'project', name: 'shop', resource_id: 'acme/shop' },
    },
    { incident: 'build' },
  ),
  posted(
    'the next build succeeds',
    build('build_success', 'success', '1.0.8'),
    { event_key: 'acme/shop/shop/build/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'build' },
  ),
  posted(
    'a deployment fails',
    {
      eventName: 'deployment_failure',
      eventData: { projectName: 'shop', environmentName: 'prod', status: 'failed' },
    },
    { event_key: 'shop/deployment/prod', event_type: 'ALERT', title: 'shop: deployment failed' },
    { incident: 'deployment' },
  ),
  posted('a build is cancelled', build('build_changed', 'cancelled', '1.0.9'), 'IGNORED'),
];
