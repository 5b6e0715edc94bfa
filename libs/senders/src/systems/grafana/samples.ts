import type { PluginSample } from '../../plugin-api/plugin.js';

const asText = (body: unknown): string => JSON.stringify(body, null, 2);

const legacy = {
  dashboardId: 12,
  panelId: 4,
  orgId: 1,
  ruleId: 57,
  ruleName: 'Queue length alert',
  ruleUrl: 'https://grafana.example.com/d/Qz8k2/queues?tab=alert&viewPanel=4&orgId=1',
  message: 'Consumers of the order queue fall behind.',
  imageUrl: 'https://grafana.example.com/public/img/attachments/q57.png',
  tags: { severity: 'major', team: 'orders' },
};

export const LEGACY_SAMPLES: readonly PluginSample[] = [
  {
    name: 'legacy: alerting',
    incident: 'queue',
    body: asText({
      ...legacy,
      title: '[Alerting] Queue length alert',
      state: 'alerting',
      evalMatches: [{ metric: 'orders', value: 18422, tags: { host: 'mq-1' } }],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'org:1/dashboard:12/panel:4/rule:57',
          event_type: 'ALERT',
          title: 'Queue length alert',
          description: 'Consumers of the order queue fall behind.',
          severity: 'ERROR',
          rule: 'Queue length alert',
          resource: { resource_type: 'host', name: 'mq-1' },
          image_url: 'https://grafana.example.com/public/img/attachments/q57.png',
          occurred_at: null,
          additional_info: { evalMatches: [{ metric: 'orders', value: 18422, tags: { host: 'mq-1' } }] },
        },
      },
    ],
  },
  {
    name: 'legacy: ok',
    incident: 'queue',
    body: asText({ ...legacy, title: '[OK] Queue length alert', state: 'ok', evalMatches: [] }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', title: 'Queue length alert' } }],
  },
  {
    name: 'legacy: no data',
    body: asText({
      title: '[No Data] Backup age',
      ruleName: 'Backups',
      ruleId: 58,
      state: 'no_data',
      evalMatches: null,
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'ALERT', severity: 'NOT_AVAILABLE', title: 'Backups: Backup age' },
      },
    ],
  },
  {
    name: 'legacy: paused',
    body: asText({ ...legacy, title: '[Paused] Queue length alert', state: 'paused' }),
    expect: [{ outcome: 'IGNORED' }],
  },
];

const latency = {
  labels: {
    alertname: 'Checkout latency',
    grafana_folder: 'Shop',
    service: 'checkout',
    severity: 'critical',
  },
  annotations: { summary: 'Checkout takes 4.2 s', description: 'The 99th percentile is over 2 s.' },
  startsAt: '2025-05-06T09:30:10.4471+02:00',
  generatorURL: 'https://grafana.example.com/alerting/grafana/ce1x7/view?orgId=1',
  fingerprint: '7d40c1f0a92b8e36',
  silenceURL: 'https://grafana.example.com/alerting/silence/new?alertmanager=grafana',
  dashboardURL: 'https://grafana.example.com/d/shop?orgId=1',
  panelURL: 'https://grafana.example.com/d/shop?orgId=1&viewPanel=2',
  imageURL: 'https://grafana.example.com/public/img/attachments/c2.png',
  values: { A: 4.2, C: 1 },
};
const unified = {
  receiver: 'tocsin',
  orgId: 1,
  groupLabels: { grafana_folder: 'Shop' },
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'https://grafana.example.com/',
  version: '1',
  groupKey: '{}:{grafana_folder="Shop"}',
  truncatedAlerts: 0,
};
const noData = {
  status: 'firing',
  labels: { alertname: 'DatasourceNoData', rulename: 'Stock level' },
  annotations: {},
  startsAt: '2025-05-06T07:31:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  fingerprint: '91d3b60f2ac4578e',
};

export const UNIFIED_SAMPLES: readonly PluginSample[] = [
  {
    name: 'unified: firing',
    incident: 'latency',
    body: asText({
      ...unified,
      status: 'firing',
      title: '[FIRING:1] Shop',
      state: 'alerting',
      message: '**Firing**',
      alerts: [{ status: 'firing', ...latency, endsAt: '0001-01-01T00:00:00Z' }],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '7d40c1f0a92b8e36',
          event_type: 'ALERT',
          title: 'Checkout takes 4.2 s',
          description: 'The 99th percentile is over 2 s.',
          severity: 'CRITICAL',
          rule: 'Checkout latency',
          resource: { resource_type: 'service', name: 'checkout' },
          image_url: 'https://grafana.example.com/public/img/attachments/c2.png',
          occurred_at: new Date('2025-05-06T07:30:10.447Z'),
          additional_info: { values: { A: 4.2, C: 1 }, orgId: '1' },
          pointer: '/alerts/0',
        },
      },
    ],
  },
  {
    name: 'unified: no data',
    body: asText({ ...unified, status: 'firing', state: 'alerting', alerts: [noData] }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'ALERT', severity: 'NOT_AVAILABLE' } }],
  },
  {
    name: 'unified: resolved',
    incident: 'latency',
    body: asText({
      ...unified,
      status: 'resolved',
      title: '[RESOLVED] Shop',
      state: 'ok',
      message: '**Resolved**',
      alerts: [{ status: 'resolved', ...latency, endsAt: '2025-05-06T07:44:10Z' }],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '7d40c1f0a92b8e36',
          event_type: 'RECOVERY',
          occurred_at: new Date('2025-05-06T07:44:10.000Z'),
        },
      },
    ],
  },
  {
    name: 'unified: an alert without labels and annotations',
    body: asText({
      ...unified,
      status: 'firing',
      title: '[FIRING:1] Nothing but a group',
      commonLabels: {},
      commonAnnotations: {},
      alerts: [{ status: 'firing', labels: {}, annotations: {}, fingerprint: '57c6d9296de2ad39' }],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: '57c6d9296de2ad39', title: '[FIRING:1] Nothing but a group' },
      },
    ],
  },
];
