import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const issue = {
  id: '1170820242',
  title: 'TypeError: x is not a function',
  culprit: 'checkout(cart)',
  level: 'error',
  firstSeen: '2025-03-04T10:15:00.391000Z',
  permalink: 'https://acme.sentry.io/issues/1170820242/',
  shortId: 'SHOP-9',
  status: 'unresolved',
  metadata: { type: 'TypeError', value: 'x is not a function' },
  project: { id: '1', name: 'Shop', slug: 'shop' },
};
const hook = (action: string, data: object): string =>
  asText({ action, actor: { type: 'application' }, data, installation: { uuid: 'a8e5d37a' } });
const as = (resource: string): { headers: Record<string, string> } => ({
  headers: { 'sentry-hook-resource': resource },
});
const metric = {
  description_title: 'Critical: Too many errors',
  description_text: '1000 events in the last 10 minutes',
  metric_alert: {
    id: '4',
    projects: ['shop'],
    organization_id: '5',
    date_started: '2025-03-04T10:15:00.000Z',
    date_closed: null,
    alert_rule: { name: 'Too many errors' },
  },
  web_url: 'https://sentry.io/organizations/acme/alerts/1/',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    ...as('issue'),
    name: 'firing: an issue was created',
    incident: 'issue',
    body: hook('created', { issue }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '1170820242',
          event_type: 'ALERT',
          title: 'TypeError: x is not a function',
          description: 'checkout(cart)\nx is not a function',
          severity: 'ERROR',
          resource: { resource_id: '1', resource_type: 'project', name: 'shop' },
          account: 'acme',
          occurred_at: new Date('2025-03-04T10:15:00.391Z'),
        },
      },
    ],
  },
  {
    ...as('issue'),
    name: 'resolved: the same issue, known by its address',
    incident: 'issue',
    body: hook('resolved', { issue: { ...issue, id: undefined } }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    ...as('event_alert'),
    name: 'an issue alert',
    incident: 'issue',
    body: hook('triggered', {
      event: {
        issue_id: '1170820242',
        title: 'TypeError: x is not a function',
        level: 'error',
        project: 1,
        url: 'https://sentry.io/api/0/projects/acme/shop/events/e4874d66/',
        datetime: '2025-03-04T10:20:00.000000Z',
      },
      triggered_rule: 'Send to Tocsin',
    }),
    expect: [
      { outcome: 'EVENT', event: { rule: 'Send to Tocsin', resource: { name: 'shop' }, account: 'acme' } },
    ],
  },
  {
    ...as('metric_alert'),
    name: 'a metric alert',
    incident: 'metric',
    body: hook('critical', metric),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'metric_alert:4',
          severity: 'CRITICAL',
          rule: 'Too many errors',
          account: 'acme',
        },
      },
    ],
  },
  {
    ...as('metric_alert'),
    name: 'its end',
    incident: 'metric',
    body: hook('resolved', metric),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', severity: 'INFO' } }],
  },
  { ...as('issue'), name: 'assigned', body: hook('assigned', { issue }), expect: [{ outcome: 'IGNORED' }] },
  {
    ...as('comment'),
    name: 'a comment',
    body: hook('created', { comment: 'hello', issue_id: 1170820242 }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'several events of the older plug-in',
    body: asText([
      { id: '7', project: 'shop', level: 'fatal', message: '', culprit: 'a.py', event: { title: 'Boom' } },
      {
        id: '8',
        project: 'shop',
        level: 'info',
        message: 'Hello',
        culprit: 'b.py',
        event: { timestamp: 1741083300.5 },
      },
    ]),
    expect: [
      { outcome: 'EVENT', event: { title: 'Boom', severity: 'CRITICAL' } },
      { outcome: 'EVENT', event: { title: 'Hello', occurred_at: new Date('2025-03-04T10:15:00.500Z') } },
    ],
  },
  posted(
    'an issue that somebody set a priority of',
    { action: 'priority_changed', installation: { uuid: 'i' }, data: { issue } },
    'IGNORED',
  ),
  posted(
    'an integration that was installed',
    {
      action: 'created',
      installation: { uuid: 'i' },
      data: { installation: { uuid: 'i', status: 'pending' } },
    },
    'IGNORED',
    { headers: { 'sentry-hook-resource': 'installation' } },
  ),
  posted(
    'the older plug-in with little in it',
    { project: 'shop', project_name: 'Shop', message: 'queue is long', level: 'info' },
    { event_key: 'shop/queue is long', event_type: 'ALERT', severity: 'INFO', resource: { name: 'shop' } },
  ),
  posted(
    'the older plug-in with the name of a server',
    {
      project: 'shop',
      message: 'disk is full',
      level: 'warning',
      event: { event_id: 'e-1', tags: [['server_name', 'db-2']] },
    },
    {
      event_key: 'shop/disk is full',
      severity: 'WARNING',
      resource: { resource_type: 'host', name: 'db-2' },
    },
  ),
  ...(['set_resolved', 'set_regression', 'assigned'] as const).map((type) =>
    posted(
      `an activity of an issue: ${type}`,
      {
        action: 'triggered',
        installation: { uuid: 'i' },
        data: { issue, activity: { id: '1', type, dateCreated: '2025-03-04T10:45:00Z' } },
      },
      type === 'assigned'
        ? 'IGNORED'
        : {
            event_key: '1170820242',
            event_type: type === 'set_resolved' ? 'RECOVERY' : 'ALERT',
            occurred_at: new Date('2025-03-04T10:45:00Z'),
          },
      { incident: 'issue', headers: { 'sentry-hook-resource': 'activity_alert' } },
    ),
  ),
];
