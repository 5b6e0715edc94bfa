import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

export const SUBSCRIPTION_STATES = ['ENABLED', 'DISABLED'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export const SUBSCRIPTION_HEALTH = {
  last_attempt_at: { type: 'date', nullable: true },
  last_sent_at: { type: 'date', nullable: true },
  failures: {
    type: 'number',
    description:
      'The number of failed attempts in a row, including final refusals. From 5 on, only one attempt at a time is made, with longer pauses.',
  },
  last_error: { type: 'text', nullable: true, description: 'Why the last attempt failed.' },
  failing: {
    type: 'boolean',
    description:
      'Whether notifications do not arrive: 5 attempts in a row failed, or one was refused for good and none succeeded in the ' +
      'minute after it, or the service has disabled the subscription.',
  },
} as const satisfies RecordFields;

/** CHANGE: it is told of changes that its filter finds. ESCALATION: only steps of escalations tell it of an alert. */
export const SUBSCRIPTION_TRIGGERS = ['CHANGE', 'ESCALATION'] as const;
export type SubscriptionTrigger = (typeof SUBSCRIPTION_TRIGGERS)[number];

/** A subscription as the API returns it. */
export const SUBSCRIPTION = {
  subscription_id: { type: 'id', kind: 'subscription' },
  name: { type: 'text', max: 255, example: 'on-call' },
  state: { type: 'enum', name: 'SubscriptionState', values: SUBSCRIPTION_STATES },
  state_reason: {
    type: 'text',
    nullable: true,
    description:
      'Why the service disabled the subscription; null if a caller disabled it, or if it is enabled.',
  },
  protocol_id: { type: 'callerId', example: 'webhook' },
  options: { type: 'json', description: 'The options of the protocol. Secrets are shown as `***`.' },
  trigger: {
    type: 'enum',
    name: 'SubscriptionTrigger',
    values: SUBSCRIPTION_TRIGGERS,
    description:
      'CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, ' +
      'and then its later changes too.',
  },
  kinds: {
    type: 'json',
    description: 'The kinds of notifications that are sent.',
    example: ['alert.opened', 'alert.resolved'],
  },
  filter: { type: 'json', description: 'Conditions on the alert that must all match.', example: [] },
  filter_or: { type: 'json', description: 'Conditions of which at least one must match.', example: [] },
  group: {
    type: 'json',
    column: 'group_by',
    nullable: true,
    description: 'Which changes are sent together; null: each change is sent by itself.',
    example: { by: ['severity'], wait: 30, interval: 300 },
  },
  template: {
    type: 'text',
    nullable: true,
    description: 'The JSONata expression that creates the request body; null: messages are sent unchanged.',
  },
  timezone: {
    type: 'text',
    description: 'The time zone of the times in messages for people.',
    example: 'Europe/Berlin',
  },
  actions: {
    type: 'boolean',
    description: 'Whether messages about open alerts have links to acknowledge, resolve and silence them.',
  },
  remind: {
    type: 'json',
    nullable: true,
    description: 'How often reminders of open alerts are sent; null: none are.',
    example: { every: 3_600, until: 'ACKNOWLEDGED' },
  },
  inbound: {
    type: 'boolean',
    description: 'Whether webhooks of the receiver are taken, with what people do to alerts there.',
  },
  previous_inbound_key_expires_at: {
    type: 'date',
    nullable: true,
    description: 'The time until which webhooks are also taken at the previous address.',
  },
  health: {
    type: 'object',
    name: 'SubscriptionHealth',
    fields: SUBSCRIPTION_HEALTH,
    description: 'The results of the last attempts.',
  },
  previous_secret_expires_at: {
    type: 'date',
    nullable: true,
    description: 'The time until which requests are also signed with the previous signing secret.',
  },
  project_id: {
    type: 'callerId',
    nullable: true,
    description: 'The project whose alerts are sent; null: all projects of the domain.',
  },
  managed_by: MANAGED_BY,
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date', description: 'The time of the last change, not counting changes of `health`.' },
} as const satisfies RecordFields;

export type SubscriptionInfo = InfoOf<typeof SUBSCRIPTION>;

/** The fields by which a list of subscriptions can be filtered without a query. */
export const SUBSCRIPTION_FILTER = [
  'subscription_id',
  'name',
  'state',
  'protocol_id',
  'trigger',
  'project_id',
] as const;

export type SubscriptionFilter = FilterOf<typeof SUBSCRIPTION, (typeof SUBSCRIPTION_FILTER)[number]>;
