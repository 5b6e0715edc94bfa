import type { InfoOf, RecordFields } from '#shared/query/record.js';
import { NOTIFICATION_STATES } from './notification-record.js';

/** The maximum number of subscriptions that the telling of an alert names, and of silences. */
export const MAX_NAMED = 20;

/** From the first that applies. */
export const TELLING_STATES = [
  'TOLD',
  'WAITING',
  'FAILED',
  'SILENCED',
  'INHIBITED',
  'PENDING',
  'FORGOTTEN',
  'NOBODY',
] as const;
export type TellingState = (typeof TELLING_STATES)[number];

/** Who was told of an alert, in short. */
export const TELLING = {
  alert_id: { type: 'id', kind: 'alert' },
  state: {
    type: 'enum',
    name: 'TellingState',
    values: TELLING_STATES,
    description:
      'The first that applies. TOLD: somebody was told that the alert exists, since it was last opened or reopened, or may have been, as an ' +
      'attempt had no response. ' +
      'WAITING: a notification waits to be sent, a step of an escalation is to come, or what was held back is about to be told. ' +
      'FAILED: what was sent did not arrive. SILENCED, INHIBITED: what would have been told is held back; of an open alert, until ' +
      'that ends. What nobody would be told of anyway is neither. PENDING: the last change of the alert was not looked at yet, which takes a moment. FORGOTTEN: the alert was ' +
      'last opened or reopened before the notifications that are kept, and nobody was told since. NOBODY: none of these; ' +
      'nobody was told and nobody will be.',
  },
  told: {
    type: 'list',
    name: 'ToldSubscription',
    description:
      `The subscriptions with notifications of the alert, at most ${MAX_NAMED}, the newest first. Those about notes and ` +
      'assignments do not count.',
    fields: {
      subscription_id: { type: 'id', kind: 'subscription' },
      name: { type: 'text', nullable: true, description: '`null` if the subscription was deleted long ago.' },
      protocol_id: { type: 'callerId', example: 'slack' },
      state: {
        type: 'enum',
        name: 'NotificationState',
        values: NOTIFICATION_STATES,
        description: 'The state of its newest notification that was neither superseded nor cancelled.',
      },
      at: {
        type: 'date',
        description: 'When that was sent, or last tried, or else when the alert changed.',
      },
    },
  },
  told_count: {
    type: 'number',
    description:
      'The number of subscriptions that were told that the alert exists, since it was last opened or reopened. One of them can be among those that wait or failed too, ' +
      'with what it was to be told later.',
  },
  waiting_count: {
    type: 'number',
    description: 'The number of subscriptions for which a notification waits.',
  },
  failed_count: {
    type: 'number',
    description: 'The number of subscriptions whose newest notification has failed since then.',
  },
  silenced_by: {
    type: 'list',
    name: 'TellingSilence',
    description: `The silences that apply to the alert now, at most ${MAX_NAMED}, the longest first. Of a resolved alert: none.`,
    fields: {
      silence_id: { type: 'id', kind: 'silence' },
      name: { type: 'text', example: 'Maintenance of db-7' },
      reason: { type: 'text', example: 'Disk is being replaced' },
      ends_at: { type: 'date', description: 'When it ends; one that is weekly: its present window.' },
    },
  },
  inhibited_by: {
    type: 'list',
    name: 'TellingInhibition',
    description: 'The inhibition that holds the alert back now, if there is one.',
    fields: {
      inhibition_id: { type: 'id', kind: 'inhibition' },
      name: { type: 'text', example: 'Hosts without network' },
      source_alert_id: { type: 'id', kind: 'alert', description: 'The open alert that explains this one.' },
    },
  },
} as const satisfies RecordFields;

export type TellingInfo = InfoOf<typeof TELLING>;

/** What is known of an alert. */
export interface TellingFacts {
  readonly isOpen: boolean;
  /** Numbers of subscriptions: that were told; for which something waits; whose newest notification is in this state. Since the last reopening. */
  readonly told: number;
  readonly waiting: number;
  readonly failed: number;
  readonly silenced: number;
  readonly inhibited: number;
  /** Whether a step of an escalation is to come once nothing holds the alert back. */
  readonly escalates: boolean;
  /** Whether a silence or an inhibition applies now. */
  readonly isSilenced: boolean;
  readonly isInhibited: boolean;
  /** Whether its last change was not read yet. */
  readonly isUnread: boolean;
  /** Whether it was last opened or reopened before the notifications that are kept. */
  readonly isForgotten: boolean;
}

export function decideTellingState({ isOpen, ...facts }: TellingFacts): TellingState {
  if (facts.told > 0) return 'TOLD';
  const escalates = isOpen && facts.escalates;
  const goesOn = escalates && !facts.isSilenced && !facts.isInhibited;
  if (facts.waiting > 0 || goesOn) return 'WAITING';
  if (facts.failed > 0) return 'FAILED';
  // A silence of an alert that nobody subscribes to holds nothing back; one that has ended may have left nothing to be told.
  const hasMessages = facts.silenced + facts.inhibited > 0 || escalates;
  if (isOpen ? hasMessages && facts.isSilenced : facts.silenced > 0) return 'SILENCED';
  if (isOpen ? hasMessages && facts.isInhibited : facts.inhibited > 0) return 'INHIBITED';
  if (facts.isUnread) return 'PENDING';
  return facts.isForgotten ? 'FORGOTTEN' : 'NOBODY';
}
