import type { EventInfo } from '#monitoring/contracts/stored-events.js';
import type { AlertNotice } from './sent-message.js';

const AT = '2026-11-20T10:00:00.000Z';
const ALERT_ID = 'alert_01kagexvhve0ya7d9z5kq5nh3m';
const EVENT_ID = 'event_01kagexvhve0ya7d9z5kq5nh3m';

/** What the event and the alert that it opened have in common. */
const PROBLEM = {
  webhook_id: 'webhook_01kagexvhve0ya7d9z5kq5nh3m',
  project_id: 'shop',
  domain_id: 'demo',
  alert_id: ALERT_ID,
  event_key: 'disk:db-1',
  rule: 'DiskFull',
  severity: 'ERROR',
  title: 'Disk of db-1 is 95 % full',
  description: 'The disk of db-1 will be full in about 6 hours.',
  resource: { resource_id: 'db-1', resource_type: 'host', name: 'db-1' },
  labels: { alertname: 'DiskFull', instance: 'db-1', team: 'shop', environment: 'production' },
  links: [
    { name: 'runbook', url: 'https://runbooks.example.com/disk' },
    { name: 'dashboard', url: 'https://grafana.example.com/d/disk' },
  ],
  source: { name: 'prometheus-eu', plugin_id: 'prometheus' },
  started_at: AT,
} as const;

const EVENT: EventInfo = {
  ...PROBLEM,
  event_id: EVENT_ID,
  event_type: 'ALERT',
  provider: null,
  account: null,
  image_url: null,
  raw_data: {
    status: 'firing',
    labels: { alertname: 'DiskFull', instance: 'db-1', severity: 'error' },
    startsAt: AT,
  },
  additional_info: {},
  delivery_id: 'delivery_01kagexvhve0ya7d9z5kq5nh3m',
  plugin_info: { plugin_id: 'prometheus', version: '1.0.0' },
  created_at: AT,
  occurred_at: AT,
  stored_at: AT,
};

/** A notification of an opened alert: the example of the documentation, and the sample that templates are checked with. */
export const SAMPLE_NOTICE: AlertNotice & { readonly data: { readonly event: EventInfo } } = {
  type: 'alert.opened',
  timestamp: AT,
  data: {
    alert: {
      ...PROBLEM,
      state: 'OPEN',
      resolved_reason: null,
      opened_at: AT,
      resolved_at: null,
      last_received_at: AT,
      event_count: 1,
      duplicate_count: 0,
      resolved_after: null,
      acknowledged: false,
      acknowledged_at: null,
      acknowledged_by: null,
      comment: null,
      acknowledged_until: null,
      acknowledged_after: null,
      assignee: null,
      assigned_at: null,
      assigned_by: null,
      escalation: { step: null, next_at: null },
      resolved_by: null,
      resolved_comment: null,
      quiet_until: null,
    },
    change: {
      state_before: null,
      state: 'OPEN',
      severity_before: null,
      severity: 'ERROR',
      event_id: EVENT_ID,
      actor: null,
      assignee: null,
      note_id: null,
      note: null,
      flapping: false,
    },
    event: EVENT,
    links: {
      api: `https://tocsin.example.com/monitoring/v1/alert/${ALERT_ID}`,
      console: `https://tocsin.example.com/console/#/alert/${ALERT_ID}`,
    },
  },
};
