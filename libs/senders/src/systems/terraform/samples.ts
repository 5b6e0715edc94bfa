import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const run = (trigger: string, message: string, run_status: string): unknown => ({
  payload_version: 1,
  notification_configuration_id: 'nc-1',
  run_url: 'https://app.terraform.io/app/acme/prod/runs/run-1',
  run_id: 'run-1',
  run_message: 'Add a queue',
  run_created_at: '2025-03-04T10:10:00.000Z',
  run_created_by: 'ann',
  workspace_id: 'ws-1',
  workspace_name: 'prod',
  organization_name: 'acme',
  notifications: [
    { message, trigger, run_status, run_updated_at: '2025-03-04T10:15:00.000Z', run_updated_by: 'ann' },
  ],
});
const assessment = (trigger: string, message: string): unknown => ({
  payload_version: '2',
  notification_configuration_id: 'nc-1',
  notification_configuration_url: 'https://app.terraform.io/x',
  trigger_scope: 'assessment',
  trigger,
  message,
  details: {
    new_assessment_result: { id: 'as-1', drifted: true, created_at: '2025-03-04T10:15:00.000Z' },
    workspace_id: 'ws-1',
    workspace_name: 'prod',
    organization_name: 'acme',
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a run fails',
    run('run:errored', 'Run Errored', 'errored'),
    {
      event_key: 'ws-1',
      event_type: 'ALERT',
      title: 'prod: Run Errored',
      description: 'Add a queue',
      severity: 'ERROR',
      rule: 'run:errored',
      account: 'acme',
      resource: { resource_type: 'workspace', name: 'prod', resource_id: 'ws-1' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'run' },
  ),
  posted(
    'a run completes',
    run('run:completed', 'Run Completed', 'applied'),
    { event_key: 'ws-1', event_type: 'RECOVERY' },
    { incident: 'run' },
  ),
  posted('a run is planned', run('run:planning', 'Run Planning', 'planning'), 'IGNORED'),
  posted('a workspace drifted', assessment('assessment:drifted', 'Drift Detected'), {
    event_key: 'ws-1/drift',
    event_type: 'ALERT',
    title: 'prod: Drift Detected',
    severity: 'WARNING',
  }),
  posted('a check fails', assessment('assessment:check_failure', 'Check failed'), {
    event_key: 'ws-1/checks',
    event_type: 'ALERT',
  }),
  posted(
    'the address is verified',
    {
      payload_version: 1,
      notification_configuration_id: 'nc-1',
      run_id: null,
      workspace_id: null,
      notifications: [{ message: 'Verification of tocsin', trigger: 'verification', run_status: null }],
    },
    'IGNORED',
  ),
];
