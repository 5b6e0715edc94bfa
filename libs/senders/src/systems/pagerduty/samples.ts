import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const trigger = {
  routing_key: 'R0UT1NGK3Y',
  event_action: 'trigger',
  dedup_key: 'disk/db-1',
  payload: {
    summary: 'Disk of db-1 is full',
    source: 'db-1.example.com',
    severity: 'critical',
    timestamp: '2025-03-04T10:15:00.315+0000',
    component: 'postgres',
    class: 'disk',
    custom_details: { free: '0 B' },
  },
  images: [{ src: 'https://example.com/graph.png' }],
};
const incident = {
  id: 'PRORDTY',
  number: 9,
  title: 'Checkout is slow',
  status: 'triggered',
  html_url: 'https://acme.pagerduty.com/incidents/PRORDTY',
  service: { id: 'PA2P440', summary: 'Shop' },
  urgency: 'high',
  priority: null,
};
const v3 = (event_type: string, occurred_at: string): string =>
  asText({ event: { id: '01BZYIL05T', event_type, resource_type: 'incident', occurred_at, data: incident } });
const message = (event: string, id: string): object => ({
  event,
  created_on: '2025-03-04T10:15:00Z',
  incident: { id, title: 'Old', urgency: 'low', service: { id: 'P1', name: 'Shop' } },
});

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: an event of a sender',
    incident: 'disk',
    body: asText(trigger),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'disk/db-1',
          event_type: 'ALERT',
          title: 'Disk of db-1 is full',
          severity: 'CRITICAL',
          rule: 'disk',
          resource: { resource_id: 'db-1.example.com', name: 'postgres' },
          image_url: 'https://example.com/graph.png',
          occurred_at: new Date('2025-03-04T10:15:00.315Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: with nothing but its key',
    incident: 'disk',
    body: asText({ routing_key: 'R0UT1NGK3Y', event_action: 'resolve', dedup_key: 'disk/db-1' }),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY', title: 'disk/db-1 is resolved' } }],
  },
  {
    name: 'acknowledged',
    body: asText({ ...trigger, event_action: 'acknowledge' }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'a change event',
    body: asText({ routing_key: 'R', payload: { summary: 'Deployed' } }),
    expect: [{ outcome: 'IGNORED' }],
  },
  {
    name: 'webhook v3, triggered',
    incident: 'checkout',
    body: v3('incident.triggered', '2025-03-04T10:15:00.781Z'),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: 'PRORDTY', severity: 'ERROR', account: 'acme', resource: { name: 'Shop' } },
      },
    ],
  },
  {
    name: 'webhook v3, resolved',
    incident: 'checkout',
    body: v3('incident.resolved', '2025-03-04T10:30:00.781Z'),
    expect: [{ outcome: 'EVENT', event: { event_type: 'RECOVERY' } }],
  },
  {
    name: 'webhook v2 with several messages',
    body: asText({
      messages: [
        message('incident.trigger', 'P1'),
        message('incident.escalate', 'P1'),
        message('incident.resolve', 'P2'),
      ],
    }),
    expect: [
      { outcome: 'EVENT', event: { event_key: 'P1', event_type: 'ALERT', severity: 'INFO' } },
      { outcome: 'IGNORED' },
      { outcome: 'EVENT', event: { event_key: 'P2', event_type: 'RECOVERY' } },
    ],
  },
];
