import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const fields = {
  summary: 'Checkout is down',
  description: 'No order since 10:00.',
  created: '2025-03-04T10:15:00.000+0000',
  updated: '2025-03-04T10:15:00.000+0000',
  priority: { name: 'Highest' },
  status: { name: 'Open', statusCategory: { key: 'new' } },
  issuetype: { name: 'Incident' },
  project: { key: 'OPS', name: 'Operations' },
  components: [],
};
const issue = { id: '10042', key: 'OPS-7', self: 'https://jira.example.com/rest/api/2/issue/10042', fields };
const done = {
  ...issue,
  fields: {
    ...fields,
    status: { name: 'Done', statusCategory: { key: 'done' } },
    resolutiondate: '2025-03-04T10:45:00.000+0000',
  },
};
const moved = (to: string): unknown => ({ items: [{ field: 'status', toString: to }] });

export const SAMPLES: readonly PluginSample[] = [
  posted(
    'an issue is created',
    { webhookEvent: 'jira:issue_created', timestamp: 1741083300500, issue },
    {
      event_key: '10042',
      event_type: 'ALERT',
      title: 'Checkout is down',
      description: 'No order since 10:00.',
      severity: 'CRITICAL',
      rule: 'Incident',
      account: 'OPS',
      resource: { resource_type: 'project', name: 'Operations', resource_id: 'OPS' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
      additional_info: { key: 'OPS-7' },
    },
    { incident: 'checkout' },
  ),
  posted(
    'the issue is done',
    { webhookEvent: 'jira:issue_updated', timestamp: 1741085100000, issue: done, changelog: moved('Done') },
    { event_key: '10042', event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:45:00Z') },
    { incident: 'checkout' },
  ),
  posted(
    'the issue is in progress',
    { webhookEvent: 'jira:issue_updated', timestamp: 1741083600000, issue, changelog: moved('In Progress') },
    { event_key: '10042', event_type: 'ALERT', occurred_at: new Date('2025-03-04T10:20:00Z') },
    { incident: 'checkout' },
  ),
  posted(
    'an edit',
    {
      webhookEvent: 'jira:issue_updated',
      timestamp: 1741083600000,
      issue,
      changelog: { items: [{ field: 'description' }] },
    },
    'IGNORED',
  ),
  posted(
    'a comment',
    { webhookEvent: 'comment_created', timestamp: 1741083600000, comment: { body: 'On it' }, issue },
    'IGNORED',
  ),
  posted(
    'as an automation rule posts it',
    issue,
    { event_key: '10042', event_type: 'ALERT', title: 'Checkout is down' },
    { incident: 'checkout' },
  ),
];
