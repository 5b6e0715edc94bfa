import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const job = (id: number, status: string): object => ({
  id,
  name: 'Deploy the shop',
  url: `https://awx.example.com/#/jobs/playbook/${id}`,
  created_by: 'ann',
  started: '2025-03-04T10:10:00.5+00:00',
  finished: status === 'running' ? null : '2025-03-04T10:15:00.25+00:00',
  status,
  traceback: '',
  inventory: 'Production',
  project: 'Playbooks',
  playbook: 'deploy.yml',
  credential: 'machine',
  limit: '',
  extra_vars: '{}',
  hosts: {
    'web-1': { failed: status === 'failed', ok: 2, failures: status === 'failed' ? 1 : 0 },
    'web-2': { failed: false, ok: 3, failures: 0 },
  },
});

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'a job fails',
    job(17, 'failed'),
    {
      event_key: 'playbook/Deploy the shop/Production',
      event_type: 'ALERT',
      title: 'Deploy the shop failed',
      description: 'failed on web-1',
      severity: 'ERROR',
      rule: 'Deploy the shop',
      account: 'Playbooks',
      resource: { resource_type: 'job', name: 'Deploy the shop', resource_id: 'deploy.yml' },
      occurred_at: new Date('2025-03-04T10:15:00.250Z'),
    },
    { incident: 'job' },
  ),
  posted(
    'the next job is successful',
    job(18, 'successful'),
    { event_key: 'playbook/Deploy the shop/Production', event_type: 'RECOVERY', severity: 'INFO' },
    { incident: 'job' },
  ),
  posted('the test', { body: 'Ansible Tower Test Notification 1 https://awx.example.com' }, 'IGNORED'),
  posted('a job runs', job(19, 'running'), 'IGNORED'),
  posted(
    'a project cannot be updated, told by an older version',
    {
      id: 20,
      name: 'Playbooks',
      friendly_name: 'Project Update',
      url: 'https://awx.example.com/#/jobs/project/20',
      created_by: null,
      started: '2025-03-04T10:15:00Z',
      finished: '2025-03-04T10:15:02Z',
      status: 'error',
      traceback: 'no route to host',
    },
    {
      event_key: 'project/Playbooks',
      title: 'Project Update: Playbooks error',
      description: 'no route to host',
    },
    { incident: 'project' },
  ),
];
