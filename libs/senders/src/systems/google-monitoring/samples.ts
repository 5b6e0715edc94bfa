import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const incident = {
  incident_id: '0.nbq7x2k4p1aa',
  scoping_project_id: 'shop-prod',
  scoping_project_number: 123456789012,
  url: 'https://console.cloud.google.com/monitoring/alerting/incidents/0.nbq7x2k4p1aa?project=shop-prod',
  severity: 'Warning',
  started_at: 1741083300,
  ended_at: null,
  state: 'open',
  summary: 'Disk utilization of db-1 is above the threshold of 0.9 with a value of 0.93.',
  resource: { type: 'gce_instance', labels: { instance_id: '8979287136362607111', project_id: 'shop-prod' } },
  resource_id: '',
  resource_name: 'db-1',
  policy_name: 'Disks',
  condition_name: 'Disk utilization',
  documentation: { content: 'Grow the disk: see the runbook.', mime_type: 'text/markdown' },
  observed_value: '0.93',
  threshold_value: '0.9',
};
const closed = {
  ...incident,
  state: 'closed',
  ended_at: 1741084200,
  summary: 'Disk utilization of db-1 returned to normal with a value of 0.71.',
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'disk',
    body: asText({ version: '1.2', incident }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '0.nbq7x2k4p1aa',
          event_type: 'ALERT',
          title: incident.summary,
          description: `${incident.summary}\n\nGrow the disk: see the runbook.`,
          severity: 'WARNING',
          rule: 'Disk utilization',
          account: 'shop-prod',
          resource: { resource_id: '8979287136362607111', resource_type: 'gce_instance', name: 'db-1' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'resolved, pushed by Pub/Sub',
    incident: 'disk',
    body: asText({
      message: {
        data: Buffer.from(JSON.stringify({ version: '1.2', incident: closed })).toString('base64'),
        messageId: '2070443601311540',
        publishTime: '2025-03-04T10:30:01Z',
      },
      subscription: 'projects/shop-prod/subscriptions/tocsin',
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_type: 'RECOVERY',
          occurred_at: new Date('2025-03-04T10:30:00Z'),
          pointer: '/message/data',
        },
      },
    ],
  },
  {
    name: 'the test of a channel: no times, upper case',
    body: asText({
      version: 'test',
      incident: {
        incident_id: '12345',
        state: 'OPEN',
        started_at: 0,
        ended_at: 0,
        summary: 'Test Incident',
        documentation: 'Test documentation',
      },
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_type: 'ALERT', title: 'Test Incident', severity: 'NONE', occurred_at: null },
      },
    ],
  },
  {
    name: 'several incidents in a list',
    body: asText([
      { version: '1.2', incident },
      { version: '1.2', incident: { ...closed, incident_id: '0.other' } },
    ]),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'ALERT', pointer: '/0' } },
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', event_key: '0.other' } },
    ],
  },
  {
    name: 'a push that holds no incident',
    body: asText({ message: { data: 'aGVsbG8=' } }),
    expect: [{ outcome: 'ERROR' }],
  },
  posted(
    'a new error of Error Reporting',
    {
      version: '1.0',
      subject: 'New error in shop: boom',
      group_info: {
        project_id: 'shop',
        detail_link: 'https://console.cloud.google.com/errors/CPjY?project=shop&utm_source=x',
      },
      exception_info: { type: 'com.example.Boom', message: 'boom' },
      event_info: { log_message: 'boom at Cart', service: 'checkout', version: '7' },
    },
    {
      event_key: 'https://console.cloud.google.com/errors/CPjY',
      event_type: 'ALERT',
      title: 'New error in shop: boom',
      severity: 'ERROR',
      resource: { name: 'checkout' },
      account: 'shop',
    },
  ),
  posted(
    'a resource with labels alone, and no id of the incident',
    {
      incident: {
        policy_name: 'Shop',
        condition_name: 'CPU',
        state: 'open',
        resource: { type: 'gce_instance', labels: { instance_id: '42' } },
      },
    },
    { event_key: 'Shop/CPU', event_type: 'ALERT', resource: { resource_type: 'gce_instance', name: '42' } },
  ),
];
