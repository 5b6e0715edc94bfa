import type { PluginSample } from '../../plugin-api/plugin.js';

const disk = {
  labels: {
    alertname: 'DiskAlmostFull',
    device: '/dev/nvme0n1p2',
    instance: 'db-3.example.com:9100',
    job: 'node',
    severity: 'warning',
  },
  annotations: {
    summary: 'Disk of db-3 is 91 % full',
    description: '/dev/nvme0n1p2 on db-3 will be full in about 6 hours.',
    runbook_url: 'https://runbooks.example.com/disk',
  },
  startsAt: '2025-03-04T10:15:00.123456789Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=disk_used_ratio+%3E+0.9&g0.tab=1',
};
const probe = {
  labels: {
    alertname: 'ProbeFailed',
    pod: 'checkout-7c9d',
    namespace: 'shop',
    cluster: 'eu-1',
    severity: 'page',
  },
  annotations: {},
  startsAt: '2025-03-04T10:20:00Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=probe_success+%3D%3D+0',
};
const OPEN = '0001-01-01T00:00:00Z';
const group = {
  receiver: 'tocsin',
  groupLabels: { alertname: 'DiskAlmostFull' },
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'https://alertmanager.example.com',
};
const v4 = { ...group, version: '4', groupKey: '{}:{alertname="DiskAlmostFull"}', truncatedAlerts: 0 };

const asText = (body: unknown): string => JSON.stringify(body, null, 2);

const diskFiring = {
  event_key: 'b9099a494c0a3ee6',
  event_type: 'ALERT',
  title: 'Disk of db-3 is 91 % full',
  description: '/dev/nvme0n1p2 on db-3 will be full in about 6 hours.',
  severity: 'WARNING',
  rule: 'DiskAlmostFull',
  resource: {
    resource_id: 'db-3.example.com:9100',
    resource_type: 'instance',
    name: 'db-3.example.com:9100',
  },
  occurred_at: new Date('2025-03-04T10:15:00.123Z'),
} as const;
const diskResolved = {
  event_key: diskFiring.event_key,
  event_type: 'RECOVERY',
  severity: 'WARNING',
  occurred_at: new Date('2025-03-04T11:02:30.000Z'),
} as const;

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'disk',
    body: asText({
      ...v4,
      status: 'firing',
      alerts: [{ status: 'firing', ...disk, endsAt: OPEN, fingerprint: 'b9099a494c0a3ee6' }],
    }),
    expect: [{ outcome: 'EVENT', event: diskFiring }],
  },
  {
    name: 'resolved',
    incident: 'disk',
    body: asText({
      ...v4,
      status: 'resolved',
      alerts: [
        { status: 'resolved', ...disk, endsAt: '2025-03-04T11:02:30Z', fingerprint: 'b9099a494c0a3ee6' },
      ],
    }),
    expect: [{ outcome: 'EVENT', event: diskResolved }],
  },
  {
    name: 'a group with one alert firing, one resolved and one that is none',
    body: asText({
      ...v4,
      status: 'firing',
      truncatedAlerts: 2,
      alerts: [
        { status: 'firing', ...probe, endsAt: OPEN, fingerprint: '2b1f0c3d4e5a6978' },
        { status: 'firing', startsAt: '2025-03-04T10:20:00Z' },
        { status: 'resolved', ...disk, endsAt: '2025-03-04T11:02:30Z', fingerprint: 'b9099a494c0a3ee6' },
      ],
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_type: 'ALERT',
          title: 'ProbeFailed: checkout-7c9d',
          severity: 'CRITICAL',
          account: 'eu-1',
          resource: { resource_type: 'pod', name: 'checkout-7c9d' },
          additional_info: { truncatedAlerts: 2 },
          pointer: '/alerts/0',
        },
      },
      { outcome: 'ERROR' },
      { outcome: 'EVENT', event: { ...diskResolved, pointer: '/alerts/2' } },
    ],
  },
  {
    name: 'body of version 3: no fingerprint, groupKey a number beyond 2^53',
    incident: 'disk',
    body: asText({
      ...group,
      version: '3',
      groupKey: 0,
      status: 'firing',
      alerts: [{ status: 'firing', ...disk, endsAt: OPEN }],
    }).replace('"groupKey": 0', '"groupKey": 15130871412783076140'),
    expect: [
      { outcome: 'EVENT', event: { ...diskFiring, additional_info: { groupKey: '15130871412783076140' } } },
    ],
  },
  {
    name: 'posted by Prometheus itself: firing',
    incident: 'disk',
    body: asText([{ ...disk, endsAt: '2099-03-04T10:19:00Z' }]),
    expect: [{ outcome: 'EVENT', event: { ...diskFiring, pointer: '/0' } }],
  },
  {
    name: 'posted by Prometheus itself: resolved',
    incident: 'disk',
    body: asText([{ ...disk, endsAt: '2025-03-04T11:02:30Z' }]),
    expect: [{ outcome: 'EVENT', event: diskResolved }],
  },
  {
    name: 'a group without alerts',
    body: asText({ ...v4, status: 'firing', alerts: [] }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'one alert by itself',
    incident: 'disk',
    body: asText({ ...disk, status: 'firing', endsAt: OPEN }),
    expect: [{ outcome: 'EVENT', event: { ...diskFiring, pointer: '' } }],
  },
  { name: 'the body of somebody else', body: '{"hello":"world"}', expect: [{ outcome: 'ERROR' }] },
];
