import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';
import { asText } from '../../vocabulary/plain.js';

const triggered = {
  alert_id: '4711',
  aggreg_key: '9bd4ac313a4d1e8fae2482df7b77628',
  alert_transition: 'Triggered',
  alert_type: 'error',
  alert_priority: 'P1',
  alert_title: 'Queue is long',
  title: '[P1] [Triggered on {queue:mails}] Queue is long',
  body: 'More than 5000 mails wait.',
  alert_scope: 'queue:mails',
  host: '$HOSTNAME',
  tags: 'env:prod,service:mailer',
  date: '1741083300000',
  link: 'https://app.datadoghq.com/event/event?id=12345678901234567890',
  snapshot: 'https://p.datadoghq.com/snapshot/view/a.png',
  org_id: '99',
};

const AS_VARIABLES = {
  ALERT_ID: '4711',
  AGGREG_KEY: '9bd4ac313a4d1e8fae2482df7b77628',
  ALERT_TRANSITION: 'Recovered',
  ALERT_TYPE: 'success',
  EVENT_TITLE: '[Recovered on {queue:mails}] Queue is long',
  ALERT_TITLE: 'Queue is long on queue:mails',
  ALERT_SCOPE: 'queue:mails',
  HOSTNAME: '$HOSTNAME',
  DATE: '1741083900000',
  ORG_NAME: 'Acme',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: the payload of the guide',
    incident: 'queue',
    body: asText(triggered),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '9bd4ac313a4d1e8fae2482df7b77628',
          event_type: 'ALERT',
          title: '[P1] [Triggered on {queue:mails}] Queue is long',
          description: 'More than 5000 mails wait.',
          severity: 'CRITICAL',
          rule: 'Queue is long',
          account: '99',
          resource: { resource_type: 'service', name: 'mailer' },
          image_url: 'https://p.datadoghq.com/snapshot/view/a.png',
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'queue',
    body: asText({
      ...triggered,
      alert_transition: 'Recovered',
      alert_type: 'success',
      date: '1741084200000',
    }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'the default payload, firing',
    incident: 'default',
    body: asText({
      id: '5551',
      title: '[Triggered on {host:web-1}] CPU is high',
      body: 'CPU over 90 %',
      event_type: 'query_alert_monitor',
      date: '1741083300000',
      last_updated: '1741083300000',
      org: { id: '99', name: 'Shop' },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'CPU is high/host:web-1',
          event_type: 'ALERT',
          severity: 'ERROR',
          rule: 'CPU is high',
        },
      },
    ],
  },
  {
    name: 'the default payload, recovered',
    incident: 'default',
    body: asText({
      id: '5552',
      title: '[Recovered on {host:web-1}] CPU is high',
      body: 'CPU under 90 %',
      event_type: 'query_alert_monitor',
      date: '1741084200000',
      org: { id: '99', name: 'Shop' },
    }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', severity: 'INFO' } }],
  },
  {
    name: 'no data, a warning: several in a list',
    body: asText([
      { ...triggered, aggreg_key: '$AGGREG_KEY', alert_transition: 'No Data' },
      { ...triggered, alert_transition: 'Warn' },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_key: '4711/queue:mails', severity: 'NOT_AVAILABLE' } },
      { outcome: 'EVENT', event: { severity: 'WARNING' } },
    ],
  },
  {
    name: 'recovered: a payload whose fields are called as the variables',
    incident: 'queue',
    body: asText(AS_VARIABLES),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '9bd4ac313a4d1e8fae2482df7b77628',
          event_type: 'RECOVERY',
          title: 'Queue is long on queue:mails',
          severity: 'INFO',
          account: 'Acme',
          occurred_at: new Date('2025-03-04T10:25:00Z'),
        },
      },
    ],
  },
  ...(['Triggered', 'Recovered'] as const).map((alertTransition) =>
    posted(
      `names in camel case: ${alertTransition}`,
      { alertId: '31', alertTitle: 'Queue is long', alertTransition, alertType: 'error', hostname: 'mq-1' },
      {
        event_key: '31',
        event_type: alertTransition === 'Recovered' ? 'RECOVERY' : 'ALERT',
        title: 'Queue is long',
        resource: { resource_type: 'host', name: 'mq-1' },
      },
      { incident: 'camel' },
    ),
  ),
];
