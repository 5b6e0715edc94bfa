import { toPlainLine } from '#shared/kernel/clean-text.js';
import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { ENTRY_KINDS, type EntryKind } from '../../escalations/domain/entry-kinds.js';
import { NOTIFICATION_STATES } from './notification-record.js';

/** The newest attempts that an entry shows. The notification itself shows more. */
export const SHOWN_ATTEMPTS = 5;
/** The subscriptions that a line for people names. */
const NAMED_SUBSCRIPTIONS = 5;

const SUBSCRIPTIONS = {
  type: 'list',
  name: 'TimelineSubscription',
  description: 'Who would have been told.',
  fields: {
    subscription_id: { type: 'id', kind: 'subscription' },
    name: { type: 'text', nullable: true },
  },
} as const;

/** The parts of entries in the timeline of an alert, as `TIMELINE_PARTS` of the alerts. */
export const TELLING_PARTS = {
  silence: {
    type: 'object',
    name: 'TimelineSilence',
    optional: true,
    description: 'A silence that held back what would have been told of one change.',
    fields: {
      silence_id: { type: 'id', kind: 'silence' },
      name: { type: 'text', nullable: true, description: '`null` if the silence was deleted long ago.' },
      reason: { type: 'text', nullable: true },
      until: { type: 'date', nullable: true, description: 'When the silence ends or has ended.' },
      notification_kind: { type: 'text', max: 64, example: 'alert.opened' },
      subscriptions: SUBSCRIPTIONS,
    },
  },
  inhibition: {
    type: 'object',
    name: 'TimelineInhibition',
    optional: true,
    description: 'An inhibition that held back what would have been told of one change.',
    fields: {
      inhibition_id: { type: 'id', kind: 'inhibition' },
      name: { type: 'text', nullable: true, description: '`null` if the inhibition was deleted long ago.' },
      source_alert_id: {
        type: 'id',
        kind: 'alert',
        nullable: true,
        description: 'The alert that explained it.',
      },
      notification_kind: { type: 'text', max: 64, example: 'alert.opened' },
      subscriptions: SUBSCRIPTIONS,
    },
  },
  escalation: {
    type: 'object',
    name: 'TimelineEscalation',
    optional: true,
    description: 'What an escalation did. The notifications of its steps are entries of their own.',
    fields: {
      escalation_id: { type: 'id', kind: 'escalation' },
      name: { type: 'text', description: 'Its name when it began.' },
      what: {
        type: 'enum',
        name: 'EscalationEntry',
        values: ENTRY_KINDS,
        description:
          'TOLD: a step was told. NOBODY: it has no receiver, so that the next one is told at once. LOST: none of its ' +
          'notifications arrived, likewise. UNREACHED: no step reached anybody, which the fallback was told, or whoever `reason` says. HELD: it stands still. ' +
          'RESTARTED: it begins again, as the alert is worse than it was acknowledged. WITHDRAWN: it has withdrawn an ' +
          'acknowledgement. ENDED: it was deleted.',
      },
      step: { type: 'number', description: 'The number of the step; 0: before the first.' },
      cycle: { type: 'number', description: 'Counts from 1. Repetitions and restarts begin the next one.' },
      told: { type: 'number', description: 'How many subscriptions were told.' },
      reason: { type: 'text', nullable: true },
    },
  },
  notification: {
    type: 'object',
    name: 'TimelineNotification',
    optional: true,
    description:
      'A notification. Its time is that at which it was sent or last tried, else that of the change.',
    fields: {
      notification_id: { type: 'id', kind: 'notification' },
      notification_kind: { type: 'text', max: 64, example: 'alert.opened' },
      subscription_id: { type: 'id', kind: 'subscription' },
      subscription: {
        type: 'text',
        nullable: true,
        description: 'The name of the subscription; `null` if it was deleted long ago.',
      },
      protocol_id: { type: 'callerId', example: 'slack' },
      state: { type: 'enum', name: 'NotificationState', values: NOTIFICATION_STATES },
      reason: { type: 'text', nullable: true, description: 'Why the notification is in this state.' },
      digest_id: {
        type: 'id',
        kind: 'notification',
        nullable: true,
        description: 'The digest that contains the notification. The attempts are those of the digest.',
      },
      created_at: { type: 'date', description: 'The time at which the alert changed.' },
      next_attempt_at: { type: 'date', nullable: true },
      attempt_count: { type: 'number' },
      attempts: {
        type: 'list',
        name: 'TimelineAttempt',
        description: `The last ${SHOWN_ATTEMPTS} attempts, the oldest first.`,
        fields: {
          at: { type: 'date' },
          status: { type: 'number', nullable: true, description: '`null` without a response.' },
          latency_ms: { type: 'number', nullable: true },
          error: { type: 'text', nullable: true, description: '`null` if the attempt succeeded.' },
          answer: { type: 'text', nullable: true, description: 'The beginning of the response.' },
        },
      },
    },
  },
} as const satisfies RecordFields;

type Part = keyof typeof TELLING_PARTS;
type PartInfo<P extends Part> = InfoOf<(typeof TELLING_PARTS)[P]['fields']>;

export type TellingEntry = {
  [P in Part]: { readonly at: string; readonly kind: P; readonly text: string } & {
    readonly [Name in P]: PartInfo<P>;
  };
}[Part];

/** The order of entries at the same time. */
export const TELLING_KINDS = Object.keys(TELLING_PARTS) as readonly Part[];

/** What a notification says, as the rest of a sentence that begins with "Told ops (slack)". */
const SAID: Readonly<Record<string, string>> = {
  'alert.opened': 'that it opened',
  'alert.escalated': 'that its severity rose',
  'alert.deescalated': 'that its severity fell',
  'alert.acknowledged': 'that it was acknowledged',
  'alert.unacknowledged': 'that it is not acknowledged any more',
  'alert.resolved': 'that it was resolved',
  'alert.reopened': 'that it reopened',
  'alert.flapping': 'that it is flapping',
  'alert.assigned': 'that it was assigned',
  'alert.noted': 'of a note',
  'alert.reminder': 'that it is still open',
};

const say = (kind: string) => SAID[kind] ?? `of ${kind}`;

export function tellNotification(
  notification: PartInfo<'notification'>,
  sent_at: string | null,
): TellingEntry {
  const { attempts, created_at } = notification;
  const at = sent_at ?? attempts.at(-1)?.at ?? created_at;
  return { at, kind: 'notification', text: describeNotification(notification), notification };
}

function describeNotification(notification: PartInfo<'notification'>): string {
  const { subscription, subscription_id, protocol_id, state, reason, digest_id, attempts } = notification;
  const whom = `${toPlainLine(subscription ?? subscription_id)} (${protocol_id})`;
  const what = say(notification.notification_kind);
  const why = reason === null || reason === '' ? undefined : toPlainLine(reason);
  const lastError = attempts.at(-1)?.error ?? undefined;
  switch (state) {
    case 'SENT':
      return `Told ${whom} ${what}: ${describeSending(notification)}`;
    case 'FAILED':
      return `Could not tell ${whom} ${what}: ${why ?? lastError ?? 'failed'}`;
    case 'PENDING':
      return `Telling ${whom} ${what}: ${
        lastError === undefined ? (why ?? 'not sent yet') : `${toPlainLine(lastError)}, tried again`
      }`;
    case 'HELD':
      return `Will tell ${whom} ${what}: ${why ?? 'waits for the quota or for other notifications of its group'}`;
    case 'SUPERSEDED':
      return `Did not tell ${whom} ${what}: ${why ?? 'a newer change was sent instead'}`;
    case 'SILENCED':
      return `Did not tell ${whom} ${what}: ${why ?? 'silenced'}`;
    case 'INHIBITED':
      return `Did not tell ${whom} ${what}: ${why ?? 'another alert explains it'}`;
    case 'CANCELLED':
      return `Did not tell ${whom} ${what}: ${why ?? (digest_id === null ? 'cancelled' : 'its digest was cancelled')}`;
    default:
      return state satisfies never;
  }
}

function describeSending({ digest_id, attempts, attempt_count }: PartInfo<'notification'>): string {
  const sent = digest_id === null ? 'sent' : 'sent in a digest';
  const status = attempts.at(-1)?.status ?? null;
  const answered = status === null ? '' : `, answered ${status}`;
  const failure = attempts.findLast(({ error }) => error !== null);
  if (failure === undefined) return `${sent}${answered}`;
  // Those that the receiver put off (429) are not counted as attempts, and only the last are shown.
  const count = Math.max(attempt_count - 1, attempts.filter(({ error }) => error !== null).length);
  const before = count === 1 ? 'an attempt' : `${count} attempts`;
  return `${sent}${answered}, after ${before} that failed (${toPlainLine(failure.error ?? '')})`;
}

export function tellSilence(at: string, silence: PartInfo<'silence'>): TellingEntry {
  const { silence_id, name, reason, until, notification_kind, subscriptions } = silence;
  const which = name === null ? silence_id : `“${toPlainLine(name)}”`;
  const details = [
    ...(reason === null || reason === '' ? [] : [toPlainLine(reason)]),
    ...(until === null ? [] : [`until ${until.slice(0, 10)} ${until.slice(11, 19)} UTC`]),
  ];
  const because = details.length === 0 ? '' : ` (${details.join('; ')})`;
  const text = `The silence ${which}${because} held back ${say(notification_kind)}, for ${listNames(subscriptions)}`;
  return { at, kind: 'silence', text, silence };
}

export function tellInhibition(at: string, inhibition: PartInfo<'inhibition'>): TellingEntry {
  const { inhibition_id, name, source_alert_id, notification_kind, subscriptions } = inhibition;
  const which = name === null ? inhibition_id : `“${toPlainLine(name)}”`;
  const source = source_alert_id === null ? '' : ` while ${source_alert_id} is open`;
  const text = `The inhibition ${which} held back ${say(notification_kind)}${source}, for ${listNames(subscriptions)}`;
  return { at, kind: 'inhibition', text, inhibition };
}

const ESCALATED: Readonly<Record<EntryKind, string>> = {
  TOLD: 'told step',
  NOBODY: 'found nobody to tell in step',
  LOST: 'reached nobody with step',
  UNREACHED: 'reached nobody, and told its fallback, after step',
  HELD: 'stands still after step',
  RESTARTED: 'begins again, with cycle',
  WITHDRAWN: 'withdrew the acknowledgement after step',
  ENDED: 'ended after step',
};

export function tellEscalation(at: string, escalation: PartInfo<'escalation'>): TellingEntry {
  const { name, what, step, cycle, told, reason } = escalation;
  const number = what === 'RESTARTED' ? cycle : step;
  const receivers = what === 'TOLD' ? ` (${told} ${told === 1 ? 'subscription' : 'subscriptions'})` : '';
  const because = reason === null || reason === '' ? '' : `: ${toPlainLine(reason)}`;
  const did = what === 'UNREACHED' && because !== '' ? 'reached nobody after step' : ESCALATED[what];
  const text = `The escalation “${toPlainLine(name)}” ${did} ${number}${receivers}${because}`;
  return { at, kind: 'escalation', text, escalation };
}

function listNames(subscriptions: PartInfo<'silence'>['subscriptions']): string {
  const names = subscriptions.map((one) => toPlainLine(one.name ?? one.subscription_id));
  const more = names.length - NAMED_SUBSCRIPTIONS;
  return [...names.slice(0, NAMED_SUBSCRIPTIONS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
