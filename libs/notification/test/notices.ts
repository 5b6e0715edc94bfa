import type { Outgoing } from '../src/protocols/protocol.js';
import {
  DIGEST_TYPE,
  REMINDER_TYPE,
  TEST_TYPE,
  type AlertNotice,
  type DigestNotice,
  type SentMessage,
  type ServiceNotice,
  type TestNotice,
} from '../src/protocols/sent-message.js';

const AT = '2026-11-20T10:00:00.000Z';
const links = { api: 'https://tocsin.example.com/monitoring/v1/alert/alert_1' };
const subscription = { subscription_id: 'subscription_01', name: 'on-call' };

/** A text with everything special: mentions, links, Markdown, HTML, headers, a change of direction, and a thousand lines. */
export const HOSTILE = `<!channel> @here <https://evil.example|click> *bold* _it_ [a](https://evil.example) & </td><script>alert(1)</script>
Bcc: victim@example.com\r\n\u202egnp.exe\u2028${'a line\n'.repeat(1_000)}`;

/** A message of a change. */
type ChangeNotice = AlertNotice & { readonly type: Exclude<AlertNotice['type'], typeof REMINDER_TYPE> };

export function alertNotice(
  kind:
    | 'opened'
    | 'escalated'
    | 'deescalated'
    | 'acknowledged'
    | 'unacknowledged'
    | 'resolved'
    | 'reopened'
    | 'flapping'
    | 'assigned'
    | 'noted',
  alert: Partial<AlertNotice['data']['alert']> = {},
): ChangeNotice {
  const state = kind === 'resolved' ? 'RESOLVED' : 'OPEN';
  return {
    type: `alert.${kind}`,
    timestamp: AT,
    data: {
      alert: {
        alert_id: 'alert_01',
        webhook_id: 'webhook_01',
        project_id: 'p1',
        domain_id: 'd1',
        event_key: 'disk',
        rule: null,
        state,
        resolved_reason: kind === 'resolved' ? 'RECOVERY' : null,
        severity: 'CRITICAL',
        title: 'Disk full',
        description: '',
        resource: { resource_id: 'i-1', resource_type: 'server', name: 'db1' },
        labels: {},
        links: [],
        source: { name: 'prometheus-eu', plugin_id: 'prometheus' },
        started_at: AT,
        opened_at: AT,
        resolved_at: kind === 'resolved' ? AT : null,
        last_received_at: AT,
        event_count: 1,
        duplicate_count: 0,
        resolved_after: null,
        acknowledged: kind === 'acknowledged',
        acknowledged_at: null,
        acknowledged_by: kind === 'acknowledged' ? 'jane@example.com' : null,
        comment: null,
        acknowledged_until: null,
        acknowledged_after: null,
        assignee: kind === 'assigned' ? 'bob@example.com' : null,
        assigned_at: kind === 'assigned' ? AT : null,
        assigned_by: kind === 'assigned' ? 'jane@example.com' : null,
        escalation: { step: null, next_at: null },
        resolved_by: null,
        resolved_comment: null,
        quiet_until: null,
        ...alert,
      },
      change: {
        state_before: kind === 'opened' ? null : 'OPEN',
        state,
        severity_before: kind === 'escalated' ? 'WARNING' : null,
        severity: 'CRITICAL',
        event_id: 'event_01',
        actor: ['acknowledged', 'assigned', 'noted'].includes(kind) ? 'jane@example.com' : null,
        assignee: kind === 'assigned' ? 'bob@example.com' : null,
        note_id: kind === 'noted' ? 'note_01' : null,
        note: kind === 'noted' ? 'The disk is replaced\ntomorrow' : null,
        flapping: kind === 'flapping',
      },
      links: { ...links, console: 'https://tocsin.example.com/console/#/alert/alert_01' },
    },
  };
}

export const testNotice = (name = 'on-call'): TestNotice => ({
  type: TEST_TYPE,
  timestamp: AT,
  data: { subscription: { ...subscription, name } },
});

export const digestNotice = (title = 'Disk full', count = 50): DigestNotice => ({
  type: DIGEST_TYPE,
  timestamp: AT,
  data: {
    subscription,
    reason: 'The quota of the day is used up to 80 %',
    total: count + 12,
    resolved: 0,
    severity: 'WARNING',
    by_severity: { WARNING: count, INFO: 12 },
    notifications: Array.from({ length: count }, (_, n) => ({
      notification_id: `notification_${n}`,
      kind: 'alert.opened',
      alert_id: `alert_${n}`,
      severity: 'WARNING',
      title,
      resource: `db-${n}`,
      created_at: AT,
    })),
    links,
  },
});

export const serviceNotice = (
  type = 'source.silent',
  title = 'Nothing was heard of backups',
): ServiceNotice => ({
  type,
  timestamp: AT,
  data: { title, subject: { heartbeat_id: 'heartbeat_01', name: title, missed: 3, since: null }, links },
});

export function reminderNotice(alert: Parameters<typeof alertNotice>[1] = {}): AlertNotice {
  const notice = alertNotice('escalated', alert);
  const { change } = notice.data;
  const data = { ...notice.data, change: { ...change, severity_before: change.severity, event_id: null } };
  return { ...notice, type: REMINDER_TYPE, data };
}

/** A step of an escalation, whether it is the first that somebody gets or one that is told again. */
export function stepNotice(alert: Parameters<typeof alertNotice>[1] = {}): AlertNotice {
  const notice = alertNotice('opened', alert);
  const escalation = { escalation_id: 'escalation_01', name: 'on-call', step: 2, cycle: 1 };
  return { ...notice, data: { ...notice.data, escalation } };
}

export function noteNotice(note: string | null, alert: Parameters<typeof alertNotice>[1] = {}): AlertNotice {
  const notice = alertNotice('noted', alert);
  const { change } = notice.data;
  return { ...notice, data: { ...notice.data, change: { ...change, note } } };
}

/** One message of each kind. */
export const messages = (title: string): readonly SentMessage[] => [
  alertNotice('opened', {
    title,
    comment: title,
    description: title,
    resource: { resource_id: title, resource_type: title, name: title },
    labels: { team: `of ${title}`, [title]: 'x' },
    links: [{ name: 'runbook', url: 'https://runbooks.example.com/a|b>c"d' }],
    source: { name: `from ${title}`, plugin_id: 'prometheus' },
  }),
  noteNotice(title, { title, assignee: title }),
  reminderNotice({ title, acknowledged: true, acknowledged_by: title }),
  testNotice(title),
  digestNotice(title),
  serviceNotice('source.silent', title),
];

export const outgoing = (
  message: SentMessage,
  options: Outgoing['options'],
  more: Partial<Outgoing> = {},
): Outgoing => ({
  subscription_id: subscription.subscription_id,
  notification_id: 'notification_01',
  message,
  options,
  signing_secrets: [],
  receipt: null,
  progress: null,
  timezone: 'UTC',
  actions: [],
  at: new Date(AT),
  ...more,
});
