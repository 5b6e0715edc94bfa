import type { AlertNotice } from './sent-message.js';

const AT = '2026-11-20T10:00:00.000Z';
const ALERT_ID = 'alert_01kagexvhve0ya7d9z5kq5nh3m';

/** A notification of an opened alert: the example of the documentation, and the sample that templates are checked with. */
export const SAMPLE_NOTICE: AlertNotice = {
  type: 'alert.opened',
  timestamp: AT,
  data: {
    alert: {
      alert_id: ALERT_ID,
      webhook_id: 'webhook_01kagexvhve0ya7d9z5kq5nh3m',
      project_id: 'shop',
      domain_id: 'demo',
      event_key: 'disk:db-1',
      rule: 'DiskFull',
      state: 'OPEN',
      resolved_reason: null,
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
      resolved_by: null,
      resolved_comment: null,
      quiet_until: null,
    },
    change: {
      state_before: null,
      state: 'OPEN',
      severity_before: null,
      severity: 'ERROR',
      event_id: 'event_01kagexvhve0ya7d9z5kq5nh3m',
      actor: null,
      flapping: false,
    },
    links: {
      api: `https://tocsin.example.com/monitoring/v1/alert/${ALERT_ID}`,
      console: `https://tocsin.example.com/console/#/alert/${ALERT_ID}`,
    },
  },
};
