import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const issue = {
  id: '0d6c2c0e-6d46-4b0e-9f0e-2f7a52d0b1aa',
  issueUrl: 'https://radar-api.service.newrelic.com/accounts/7/issues/0d6c2c0e?notifier=WEBHOOK',
  title: "checkout query result is > 5.0 on 'Error rate'",
  priority: 'HIGH',
  impactedEntities: ['checkout', 'payment'],
  totalIncidents: 1,
  state: 'ACTIVATED',
  trigger: 'INCIDENT_ADDED',
  createdAt: 1741083300000,
  updatedAt: 1741083300000,
  alertPolicyNames: ['Golden signals'],
  alertConditionNames: ['Error rate'],
  workflowName: 'Shop',
};
const incident = {
  account_id: 7,
  condition_name: 'Apdex (Low)',
  current_state: 'open',
  details: 'Apdex < 0.7 for at least 5 minutes',
  event_type: 'INCIDENT',
  incident_id: 0,
  policy_name: 'Shop',
  severity: 'CRITICAL',
  targets: [{ id: '1', name: 'checkout', type: 'Application' }],
  timestamp: 1741083300000,
  violation_chart_url: 'https://gorgon.nr-assets.net/image/a',
};

const camel = {
  incidentId: 'inc-9',
  currentState: 'open',
  eventType: 'INCIDENT',
  severity: 'CRITICAL',
  incidentUrl: 'https://alerts.newrelic.com/accounts/7/incidents/9',
  details: 'above 5 % for 5 minutes',
  accumulations: { conditionName: ['Error rate'], policyName: ['Shop'] },
  targets: [{ id: '1', name: 'checkout', type: 'APP' }],
  timestamp: 1741083300000,
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: an issue of a workflow',
    incident: 'issue',
    body: asText(issue),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: issue.id,
          event_type: 'ALERT',
          title: issue.title,
          severity: 'ERROR',
          rule: 'Error rate',
          resource: { name: 'checkout' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: the issue is closed',
    incident: 'issue',
    body: asText({ ...issue, state: 'CLOSED', trigger: 'INCIDENT_CLOSED', updatedAt: '1741084200000' }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'acknowledged',
    body: asText({ ...issue, state: 'ACKNOWLEDGED' }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'an incident of a notification channel, id 0',
    incident: 'legacy',
    body: asText(incident),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '0',
          event_type: 'ALERT',
          severity: 'CRITICAL',
          account: '7',
          resource: { resource_type: 'Application', name: 'checkout' },
          image_url: 'https://gorgon.nr-assets.net/image/a',
        },
      },
    ],
  },
  {
    name: 'its end',
    incident: 'legacy',
    body: asText({ ...incident, current_state: 'closed' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'several issues in a list',
    body: asText([issue, { ...issue, id: 'second', impactedEntities: 'search' }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { event_key: 'second', resource: { name: 'search' } } },
    ],
  },
  posted(
    'a template without a state',
    {
      issueUrl: 'https://radar-api.service.newrelic.com/accounts/1/issues/x',
      title: 'Slow',
      state: '{{ state }}',
    },
    { event_type: 'ALERT', title: 'Slow' },
  ),
  posted(
    'a template without a state, closed',
    {
      issueUrl: 'https://radar-api.service.newrelic.com/accounts/1/issues/x',
      title: 'Slow',
      closedAt: 1741083300000,
    },
    { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:15:00.000Z') },
  ),
  posted(
    'an issue without an id',
    {
      title: 'Slow answers',
      priority: 'HIGH',
      state: 'ACTIVATED',
      impactedEntities: ['checkout'],
      labels: {},
    },
    {
      event_key: 'checkout/Slow answers',
      event_type: 'ALERT',
      severity: 'ERROR',
      resource: { name: 'checkout' },
    },
    { incident: 'nameless' },
  ),
  posted(
    'its end, by its title',
    { title: 'Slow answers', priority: 'HIGH', state: 'CLOSED', impactedEntities: ['checkout'] },
    { event_key: 'checkout/Slow answers', event_type: 'RECOVERY' },
    { incident: 'nameless' },
  ),
  posted(
    'an issue of little more than an id',
    { id: 'a-1', createdAt: 1741083300000, state: 'activated' },
    { event_key: 'a-1', event_type: 'ALERT', occurred_at: new Date('2025-03-04T10:15:00Z') },
  ),
  posted(
    'an incident without a state',
    { incident_id: 77, condition_name: 'Apdex (Low)' },
    { event_key: '77', event_type: 'ALERT', title: 'Apdex (Low)' },
  ),
  posted(
    'an incident with the newer names',
    camel,
    {
      event_key: 'inc-9',
      event_type: 'ALERT',
      severity: 'CRITICAL',
      title: 'Error rate',
      rule: 'Error rate',
      description: 'above 5 % for 5 minutes',
      resource: { resource_id: '1', resource_type: 'APP', name: 'checkout' },
      occurred_at: new Date('2025-03-04T10:15:00Z'),
    },
    { incident: 'camel' },
  ),
  posted(
    'its end',
    { ...camel, currentState: 'closed' },
    { event_key: 'inc-9', event_type: 'RECOVERY' },
    { incident: 'camel' },
  ),
  posted(
    'a template that calls them name, severity and status',
    {
      id: 'a-2',
      issueUrl: 'https://radar-api.service.newrelic.com/accounts/7/issues/a-2',
      name: 'Slow answers',
      severity: 'HIGH',
      status: 'CLOSED',
      impactedEntities: ['checkout'],
      alertConditionNames: ['Latency'],
    },
    { event_key: 'a-2', event_type: 'RECOVERY', title: 'Slow answers', severity: 'ERROR', rule: 'Latency' },
  ),
  ...['opened', 'ended'].map((what) =>
    posted(
      `the form of APM's first alerts: ${what}`,
      new URLSearchParams({
        alert: JSON.stringify({
          created_at: '2025-03-04T10:15:00+00:00',
          application_name: 'Shop',
          account_name: 'Acme',
          severity: 'critical',
          message: 'Apdex score fell below 0.9',
          short_description: `[Shop] alert ${what}`,
          alert_url: 'https://rpm.newrelic.com/accounts/7/applications/2/incidents/31',
        }),
      }).toString(),
      {
        event_key: '31',
        event_type: what === 'ended' ? 'RECOVERY' : 'ALERT',
        title: `[Shop] alert ${what}`,
        severity: 'CRITICAL',
        account: 'Acme',
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { incident: 'apm', content_type: 'application/x-www-form-urlencoded' },
    ),
  ),
];
