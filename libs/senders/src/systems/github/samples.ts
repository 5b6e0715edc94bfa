import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const repository = {
  full_name: 'acme/shop',
  owner: { login: 'acme' },
  html_url: 'https://github.com/acme/shop',
};
const sender = { login: 'mona' };
const run = {
  id: 13579,
  name: 'CI',
  workflow_id: 42,
  head_branch: 'main',
  head_sha: 'f00',
  run_number: 7,
  display_title: 'Add a thing',
  html_url: 'https://github.com/acme/shop/actions/runs/13579',
  updated_at: '2025-03-04T10:00:00Z',
};
const headers = { 'x-github-event': 'workflow_run' };

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'firing',
    { action: 'completed', workflow_run: { ...run, conclusion: 'failure' }, repository, sender },
    {
      event_key: 'acme/shop/42/main',
      event_type: 'ALERT',
      title: 'acme/shop: CI failure on main',
      description: 'Add a thing',
      rule: 'CI',
      account: 'acme',
      resource: { resource_id: 'acme/shop', resource_type: 'repository', name: 'acme/shop' },
      occurred_at: new Date('2025-03-04T10:00:00.000Z'),
    },
    { incident: 'ci', headers },
  ),
  posted(
    'resolved: the next run passes',
    { action: 'completed', workflow_run: { ...run, id: 13580, conclusion: 'success' }, repository, sender },
    { event_key: 'acme/shop/42/main', event_type: 'RECOVERY' },
    { incident: 'ci', headers },
  ),
  posted(
    'a run that has begun',
    { action: 'requested', workflow_run: { ...run, conclusion: null }, repository, sender },
    'IGNORED',
    { headers },
  ),
  posted(
    'a run that was cancelled',
    { action: 'completed', workflow_run: { ...run, conclusion: 'cancelled' }, repository },
    'IGNORED',
  ),
  posted(
    'a vulnerable dependency',
    {
      action: 'created',
      alert: {
        number: 3,
        html_url: 'https://github.com/acme/shop/security/dependabot/3',
        security_advisory: { summary: 'ReDoS in x', severity: 'high' },
        dependency: { package: { name: 'x' } },
      },
      repository,
    },
    {
      event_key: 'acme/shop/alert/x/3',
      event_type: 'ALERT',
      severity: 'ERROR',
      title: 'acme/shop: ReDoS in x',
    },
  ),
  posted('the ping', { zen: 'Keep it logically awesome.', hook_id: 1, hook: {}, repository }, 'IGNORED'),
  posted('a star', { action: 'created', starred_at: 'x', repository, sender }, 'IGNORED'),
  posted('the body of somebody else', { hello: 'world' }, 'ERROR'),
  posted(
    'a check that somebody wants run again, with the conclusion it had',
    { action: 'rerequested', check_run: { name: 'lint', conclusion: 'failure' }, repository, sender },
    'IGNORED',
  ),
  posted(
    'a secret that became public',
    {
      action: 'publicly_leaked',
      alert: { number: 9, secret_type: 'acme_token', secret_type_display_name: 'Acme Token' },
      repository,
      sender,
    },
    { event_key: 'acme/shop/alert/acme_token/9', event_type: 'ALERT', title: 'acme/shop: Acme Token' },
    { incident: 'secret' },
  ),
  posted(
    'the secret was revoked',
    {
      action: 'resolved',
      alert: {
        number: 9,
        secret_type: 'acme_token',
        secret_type_display_name: 'Acme Token',
        resolved_at: '2025-03-04T10:15:00Z',
      },
      repository,
      sender,
    },
    {
      event_key: 'acme/shop/alert/acme_token/9',
      event_type: 'RECOVERY',
      occurred_at: new Date('2025-03-04T10:15:00.000Z'),
    },
    { incident: 'secret' },
  ),
  posted(
    'a vulnerability alert as GitHub sent it before Dependabot alerts',
    {
      action: 'create',
      alert: { id: 91, affected_package_name: 'yaml', severity: 'moderate' },
      repository,
      sender,
    },
    { event_key: 'acme/shop/alert/yaml/91', event_type: 'ALERT', severity: 'WARNING' },
  ),
];
