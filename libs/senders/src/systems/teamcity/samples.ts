import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const plugin = (buildResult: string, notifyType: string, buildNumber: string): unknown => ({
  build: {
    buildResult,
    notifyType,
    buildStatus: buildResult === 'success' ? 'Tests passed: 9' : 'Exit code 1',
    buildResultDelta: 'unchanged',
    buildFullName: 'Shop :: Unit tests',
    buildName: 'Unit tests',
    buildTypeId: 'Shop_UnitTests',
    buildNumber,
    projectName: 'Shop',
    branchName: 'main',
    agentName: 'agent-1',
    triggeredBy: 'Git',
    message: `Build Shop :: Unit tests has finished. This is build number ${buildNumber}`,
    buildStatusUrl: 'https://teamcity.example.com/viewLog.html?buildId=7',
  },
});
const own = (eventType: string, status: string): unknown => ({
  eventType,
  payload: {
    id: 7,
    buildTypeId: 'Shop_Deploy',
    number: '7',
    status,
    state: 'finished',
    branchName: 'main',
    statusText: 'Exit code 2',
    webUrl: 'https://teamcity.example.com/viewLog.html?buildId=7',
    finishDate: '20250304T101500+0000',
    buildType: { id: 'Shop_Deploy', name: 'Deploy', projectName: 'Shop', projectId: 'Shop' },
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a build fails, told by tcWebHooks',
    plugin('failure', 'buildFinished', '41'),
    {
      event_key: 'Shop_UnitTests/main',
      event_type: 'ALERT',
      title: 'Shop :: Unit tests failure on main',
      severity: 'ERROR',
      rule: 'Unit tests',
      account: 'Shop',
      resource: { resource_type: 'build', name: 'Shop :: Unit tests', resource_id: 'Shop_UnitTests' },
    },
    { incident: 'tests' },
  ),
  posted(
    'the next build succeeds',
    plugin('success', 'buildFinished', '42'),
    { event_key: 'Shop_UnitTests/main', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'tests' },
  ),
  posted('a build starts', plugin('running', 'buildStarted', '43'), 'IGNORED'),
  posted(
    'a build fails, told by TeamCity',
    own('BUILD_FINISHED', 'FAILURE'),
    {
      event_key: 'Shop_Deploy/main',
      event_type: 'ALERT',
      title: 'Shop :: Deploy FAILURE on main',
      description: 'Exit code 2',
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'deploy' },
  ),
  posted(
    'a build succeeds, told by TeamCity',
    own('BUILD_FINISHED', 'SUCCESS'),
    { event_key: 'Shop_Deploy/main', event_type: 'RECOVERY' },
    { incident: 'deploy' },
  ),
  posted('a build starts, told by TeamCity', own('BUILD_STARTED', 'SUCCESS'), 'IGNORED'),
];
