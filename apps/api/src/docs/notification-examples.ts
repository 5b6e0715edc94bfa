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

const WEBHOOK_ID = 'webhook_01kagexvhve0ya7d9z5kq5nh3m';
const SUBSCRIPTION_ID = 'subscription_01kagexvhve0ya7d9z5kq5nh3m';
const ON_CALL_ID = 'on_call_01kagexvhve0ya7d9z5kq5nh3m';
const TOMORROW = '2026-11-21T00:00:00.000Z';

const QUOTA = {
  quota_id: 'quota_01kagexvhve0ya7d9z5kq5nh3m',
  ...{ protocol_id: 'webhook', window: 'day', limit: 1000, reset_at: TOMORROW },
};
const QUOTA_LINKS = createLinks('notification/v1/notifications', CONSOLE_PAGES.quotas());
const SOURCE = { webhook_id: WEBHOOK_ID, alert_id: ALERT.alert.alert_id, name: 'backup' };
const SOURCE_LINKS = createLinks(
  `monitoring/v1/alert/${ALERT.alert.alert_id}`,
  CONSOLE_PAGES.alert(ALERT.alert.alert_id),
);
const ON_CALL_LINKS = createLinks(`notification/v1/on-call/${ON_CALL_ID}`, CONSOLE_PAGES.subscriptions());

/** A message of each kind about a source, a quota, a subscription or a schedule. */
const SERVICE: Readonly<Record<string, ServiceNotificationData>> = {
  'source.silent': {
    title: 'Heartbeat backup is missing',
    subject: { ...SOURCE, change: '7412-0' },
    links: SOURCE_LINKS,
  },
  'source.back': {
    title: 'Heartbeat backup is back',
    subject: { ...SOURCE, change: '7420-0' },
    links: SOURCE_LINKS,
  },
  'delivery.quarantined': {
    title: '12 deliveries of the webhook grafana could not be parsed: alerts: is missing',
    subject: {
      webhook_id: WEBHOOK_ID,
      name: 'grafana',
      count: 12,
      last_received_at: TIMESTAMP,
      reason: 'alerts: is missing',
    },
    links: createLinks('monitoring/v1/quarantine', CONSOLE_PAGES.source(WEBHOOK_ID)),
  },
  'quota.low': {
    title: 'The quota of webhook for the day is used to 80 %',
    subject: { ...QUOTA, used: 800, waiting: 0 },
    links: QUOTA_LINKS,
  },
  'quota.exhausted': {
    title: `The quota of webhook for the day is used up until ${TOMORROW}; 3 waiting`,
    subject: { ...QUOTA, used: 1000, waiting: 3 },
    links: QUOTA_LINKS,
  },
  'subscription.failing': {
    title: 'The subscription on-call cannot be told: The receiver answered 500',
    subject: {
      ...{ subscription_id: SUBSCRIPTION_ID, protocol_id: 'webhook', name: 'on-call', failures: 5 },
      last_error: 'The receiver answered 500',
    },
    links: createLinks(`notification/v1/subscription/${SUBSCRIPTION_ID}`, CONSOLE_PAGES.subscriptions()),
  },
  'on_call.gap': {
    title: `database: nobody is on call from ${TOMORROW} to 2026-11-21T08:00:00.000Z`,
    subject: {
      ...{ on_call_id: ON_CALL_ID, name: 'database', starts_at: TOMORROW },
      ...{ ends_at: '2026-11-21T08:00:00.000Z', reason: 'NOBODY', gaps: 1 },
    },
    links: ON_CALL_LINKS,
  },
  'on_call.failing': {
    title: `database: the calendar cannot be read since ${TIMESTAMP}; nobody is on call by it`,
    subject: {
      ...{ on_call_id: ON_CALL_ID, name: 'database', failing_since: TIMESTAMP },
      last_error: 'The server answered 404',
    },
    links: ON_CALL_LINKS,
  },
  'escalation.unreached': {
    title: 'No step of the escalation production reached anybody: CPU of db-1 is high',
    subject: {
      ...{ escalation_id: 'escalation_01kagexvhve0ya7d9z5kq5nh3m', name: 'production', cycle: 1 },
      alert_id: ALERT.alert.alert_id,
    },
    links: SOURCE_LINKS,
  },
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
      resource: 'db-1',
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
  if (kind === TEST_TYPE) return TEST;
  if (kind === 'digest') return DIGEST;
  const example = SERVICE[kind];
  if (example === undefined) throw new Error(`there is no example of ${kind}`);
  return example;
}
