import { CONSOLE_PAGES, REMINDER_TYPE, SAMPLE_NOTICE, TEST_TYPE } from '#notification';
import type {
  AlertNotificationData,
  DigestNotificationData,
  ServiceNotificationData,
  TestNotificationData,
} from '../notification/notification-message.dto.js';

const { timestamp: TIMESTAMP, data: ALERT } = SAMPLE_NOTICE;
const createLinks = (path: string, page: string) => ({
  api: `https://tocsin.example.com/${path}`,
  console: `https://tocsin.example.com/console/#/${page}`,
});

const RESOLVED: AlertNotificationData = {
  ...ALERT,
  alert: {
    ...ALERT.alert,
    state: 'RESOLVED',
    resolved_reason: 'RECOVERY',
    resolved_at: TIMESTAMP,
    resolved_after: 0,
  },
  change: { ...ALERT.change, state_before: 'OPEN', state: 'RESOLVED', severity_before: 'ERROR' },
};

const UNCHANGED = { state_before: 'OPEN', severity_before: 'ERROR', event_id: null, actor: 'ann' } as const;

const ASSIGNED: AlertNotificationData = {
  ...ALERT,
  alert: { ...ALERT.alert, assignee: 'jane@example.com', assigned_at: TIMESTAMP, assigned_by: 'ann' },
  change: { ...ALERT.change, ...UNCHANGED, assignee: 'jane@example.com' },
};

const NOTED: AlertNotificationData = {
  ...ALERT,
  change: {
    ...ALERT.change,
    ...UNCHANGED,
    note_id: 'note_01kagexvhve0ya7d9z5kq5nh3m',
    note: 'The disk is replaced tomorrow',
  },
};

const REMINDED: AlertNotificationData = {
  ...ALERT,
  change: { ...ALERT.change, ...UNCHANGED, actor: null },
  event: null,
};

const SERVICE: ServiceNotificationData = {
  title: 'Protocol webhook has used 80 % of its quota of the day',
  subject: { protocol_id: 'webhook' },
  links: createLinks('notification/v1/quotas', CONSOLE_PAGES.quotas()),
};

const QUARANTINED: ServiceNotificationData = {
  title: '12 deliveries of the webhook grafana could not be parsed: alerts: is missing',
  subject: {
    webhook_id: 'webhook_01kagexvhve0ya7d9z5kq5nh3m',
    name: 'grafana',
    count: 12,
    last_received_at: TIMESTAMP,
    reason: 'alerts: is missing',
  },
  links: createLinks('monitoring/v1/quarantine', CONSOLE_PAGES.source('webhook_01kagexvhve0ya7d9z5kq5nh3m')),
};

const TEST: TestNotificationData = {
  subscription: { subscription_id: 'subscription_01kagexvhve0ya7d9z5kq5nh3m', name: 'on-call' },
};

const DIGEST: DigestNotificationData = {
  ...TEST,
  reason: 'The quota of the day is nearly used up.',
  total: 1,
  resolved: 0,
  severity: 'WARNING',
  by_severity: { WARNING: 1 },
  notifications: [
    {
      notification_id: 'notification_01kagexvhve0ya7d9z5kq5nh3m',
      kind: 'alert.opened',
      alert_id: ALERT.alert.alert_id,
      severity: 'WARNING',
      title: 'Disk of db-1 is 85 % full',
      created_at: TIMESTAMP,
    },
  ],
  links: createLinks(
    'notification/v1/notifications',
    CONSOLE_PAGES.digest('notification_01kagexvhve0ya7d9z5kq5nh3m'),
  ),
};

/** Returns an example message of a kind. */
export function createNotificationExample(kind: string): object {
  return { type: kind, timestamp: TIMESTAMP, data: getExampleData(kind) };
}

function getExampleData(kind: string): object {
  if (kind === 'alert.resolved') return RESOLVED;
  if (kind === 'alert.assigned') return ASSIGNED;
  if (kind === 'alert.noted') return NOTED;
  if (kind === REMINDER_TYPE) return REMINDED;
  if (kind.startsWith('alert.')) return ALERT;
  if (kind === 'delivery.quarantined') return QUARANTINED;
  if (kind === TEST_TYPE) return TEST;
  return kind === 'digest' ? DIGEST : SERVICE;
}
