import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const pipeline = {
  id: 31,
  ref: 'main',
  sha: 'f00',
  source: 'push',
  url: 'https://gitlab.com/acme/shop/-/pipelines/31',
  finished_at: '2025-03-04 10:00:00 UTC',
};
const project = {
  id: 1,
  name: 'Shop',
  namespace: 'Acme',
  path_with_namespace: 'acme/shop',
  web_url: 'https://gitlab.com/acme/shop',
};
const commit = { id: 'f00', title: 'Add a thing', author: { name: 'Mona' } };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    {
      object_kind: 'pipeline',
      object_attributes: { ...pipeline, status: 'failed', detailed_status: 'failed' },
      project,
      commit,
      builds: [{ name: 'test', status: 'failed' }],
    },
    {
      event_key: 'acme/shop/pipeline/main',
      event_type: 'ALERT',
      title: 'acme/shop: pipeline failed on main',
      description: 'Add a thing\nMona',
      account: 'Acme',
      resource: { resource_type: 'project', name: 'acme/shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
      additional_info: { failed_jobs: ['test'] },
    },
    { incident: 'main' },
  ),
  posted(
    'resolved: the next pipeline passes',
    {
      object_kind: 'pipeline',
      object_attributes: { ...pipeline, id: 32, status: 'success' },
      project,
      commit,
    },
    { event_key: 'acme/shop/pipeline/main', event_type: 'RECOVERY' },
    { incident: 'main' },
  ),
  posted(
    'a pipeline that runs',
    { object_kind: 'pipeline', object_attributes: { ...pipeline, status: 'running' }, project },
    'IGNORED',
  ),
  posted(
    'a job',
    {
      object_kind: 'build',
      ref: 'main',
      build_name: 'deploy',
      build_stage: 'deploy',
      build_status: 'failed',
      build_failure_reason: 'script_failure',
      build_allow_failure: false,
      project_name: 'Acme / Shop',
      project: { path_with_namespace: 'acme/shop' },
    },
    { event_key: 'acme/shop/build/deploy/main', event_type: 'ALERT', description: 'script_failure' },
    { incident: 'deploy' },
  ),
  posted(
    'a job that may fail',
    { object_kind: 'build', build_name: 'lint', build_status: 'failed', build_allow_failure: true, project },
    'IGNORED',
  ),
  posted('a push', { object_kind: 'push', project }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  ...(['open', 'update', 'close'] as const).map((action) =>
    posted(
      `an incident: ${action}`,
      {
        object_kind: 'issue',
        project,
        object_attributes: {
          type: 'Incident',
          id: 301,
          iid: 23,
          title: 'Checkout is down',
          description: 'Nobody can pay',
          severity: 'critical',
          state: action === 'close' ? 'closed' : 'opened',
          action,
          updated_at: '2025-03-04 10:15:00 UTC',
          url: 'https://gitlab.example.com/acme/shop/-/issues/23',
        },
      },
      action === 'update'
        ? 'IGNORED'
        : {
            event_key: 'https://gitlab.example.com/acme/shop/-/issues/23',
            event_type: action === 'close' ? 'RECOVERY' : 'ALERT',
            title: 'Checkout is down',
            severity: 'CRITICAL',
            occurred_at: new Date('2025-03-04T10:15:00.000Z'),
          },
      { incident: 'issue' },
    ),
  ),
  posted(
    'a vulnerability',
    {
      object_kind: 'vulnerability',
      object_attributes: {
        url: 'https://gitlab.example.com/acme/shop/-/security/vulnerabilities/7',
        title: 'ReDoS in x',
        state: 'confirmed',
        severity: 'medium',
        report_type: 'dependency_scanning',
        project_id: 1,
      },
    },
    { event_type: 'ALERT', title: 'ReDoS in x', severity: 'WARNING', rule: 'dependency_scanning' },
  ),
  posted(
    'an issue that is no incident',
    { object_kind: 'issue', project, object_attributes: { type: 'Issue' } },
    'IGNORED',
  ),
];
