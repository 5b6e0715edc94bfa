import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const hook = (eventType: string, resource: unknown, said: string): unknown => ({
  subscriptionId: 's-1',
  notificationId: 7,
  id: 'n-7',
  eventType,
  publisherId: eventType.startsWith('ms.vss-pipelines') ? 'pipelines' : 'tfs',
  message: { text: said, html: said, markdown: said },
  detailedMessage: { text: said, html: said, markdown: said },
  resource,
  resourceVersion: '1.0',
  resourceContainers: { project: { id: 'p-1', baseUrl: 'https://dev.azure.com/acme/' } },
  createdDate: '2025-03-04T10:15:05.1Z',
});
const build = (result: string, buildNumber: string): unknown =>
  hook(
    'build.complete',
    {
      id: 7,
      buildNumber,
      status: 'completed',
      result,
      finishTime: '2025-03-04T10:15:00Z',
      sourceBranch: 'refs/heads/main',
      definition: { id: 3, name: 'Shop-CI' },
      project: { id: 'p-1', name: 'Shop' },
      url: 'https://dev.azure.com/acme/p-1/_apis/build/Builds/7',
    },
    `Build ${buildNumber} ${result}`,
  );
const stage = (state: string, result?: string): unknown =>
  hook(
    'ms.vss-pipelines.stage-state-changed-event',
    {
      stage: { id: 'st', name: 'Deploy', state, ...(result && { result }) },
      run: { id: 9, name: '20250304.9', state: 'inProgress' },
      pipeline: { id: 4, name: 'Shop-CD' },
      projectId: 'p-1',
    },
    `Stage Deploy ${result ?? state}`,
  );
const deployment = (status: string): unknown =>
  hook(
    'ms.vss-release.deployment-completed-event',
    {
      environment: {
        id: 5,
        name: 'Production',
        status,
        release: { id: 1, name: 'Release-1' },
        releaseDefinition: { id: 1, name: 'Shop' },
      },
      project: { id: 'p-1', name: 'Shop' },
    },
    `Deployment of Release-1 ${status}`,
  );

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a build fails',
    build('failed', '20250304.1'),
    {
      event_key: 'Shop/Shop-CI/refs/heads/main',
      event_type: 'ALERT',
      title: 'Shop: Shop-CI failed',
      description: 'Build 20250304.1 failed',
      severity: 'ERROR',
      rule: 'Shop-CI',
      account: 'Shop',
      resource: { resource_type: 'pipeline', name: 'Shop-CI', resource_id: '3' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'build' },
  ),
  posted(
    'the next build succeeds',
    build('succeeded', '20250304.2'),
    { event_key: 'Shop/Shop-CI/refs/heads/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'build' },
  ),
  posted('a build is canceled', build('canceled', '20250304.3'), 'IGNORED'),
  posted(
    'a stage fails',
    stage('completed', 'failed'),
    { event_key: 'p-1/Shop-CD/Deploy', event_type: 'ALERT', rule: 'Shop-CD/Deploy' },
    { incident: 'stage' },
  ),
  posted(
    'the stage succeeds',
    stage('completed', 'succeeded'),
    { event_key: 'p-1/Shop-CD/Deploy', event_type: 'RECOVERY' },
    { incident: 'stage' },
  ),
  posted('a stage runs', stage('running'), 'IGNORED'),
  posted(
    'a deployment is rejected',
    deployment('rejected'),
    { event_key: 'Shop/Shop/Production', event_type: 'ALERT', title: 'Shop: Shop/Production rejected' },
    { incident: 'deployment' },
  ),
  posted(
    'the deployment succeeds',
    deployment('succeeded'),
    { event_key: 'Shop/Shop/Production', event_type: 'RECOVERY' },
    { incident: 'deployment' },
  ),
  posted('work was planned', hook('workitem.created', { id: 1 }, 'A task was created'), 'IGNORED'),
];
