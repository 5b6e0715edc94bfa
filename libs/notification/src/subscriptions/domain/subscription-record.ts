import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

export const SUBSCRIPTION_STATES = ['ENABLED', 'DISABLED'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export const SUBSCRIPTION_HEALTH = {
  last_attempt_at: { type: 'date', nullable: true },
  last_sent_at: { type: 'date', nullable: true },
  failures: {
    type: 'number',
    description: 'Failed attempts in a row. From 5 on, single attempts are made with longer pauses.',
  },
  last_error: { type: 'text', nullable: true, description: 'Why the last attempt failed.' },
} as const satisfies RecordFields;

/** A subscription as the API returns it. */
export const SUBSCRIPTION = {
  subscription_id: { type: 'id', kind: 'subscription' },
  name: { type: 'text', max: 255, example: 'on-call' },
  state: { type: 'enum', name: 'SubscriptionState', values: SUBSCRIPTION_STATES },
  state_reason: {
    type: 'text',
    nullable: true,
    description: 'Why the service disabled it; null if a caller did, or it is enabled.',
  },
  protocol_id: { type: 'callerId', example: 'webhook' },
  options: { type: 'json', description: 'Of the protocol. Secrets read `***`.' },
  kinds: {
    type: 'json',
    description: 'What is sent.',
    example: ['alert.opened', 'alert.resolved'],
  },
  filter: { type: 'json', description: 'Conditions on the alert that must all match.', example: [] },
  filter_or: { type: 'json', description: 'Conditions of which at least one must match.', example: [] },
  group: {
    type: 'json',
    column: 'group_by',
    nullable: true,
    description: 'What goes out together; null: each change singly.',
    example: { by: ['severity'], wait: 30, interval: 300 },
  },
  template: {
    type: 'text',
    nullable: true,
    description: 'JSONata that makes what is sent; null: the message as it is.',
  },
  health: {
    type: 'object',
    name: 'SubscriptionHealth',
    fields: SUBSCRIPTION_HEALTH,
    description: 'What became of the last attempts.',
  },
  previous_secret_expires_at: {
    type: 'date',
    nullable: true,
    description: 'Until then requests are also signed with the signing secret before this one.',
  },
  project_id: {
    type: 'callerId',
    nullable: true,
    description: 'Only alerts of this project; null: of all projects of the domain.',
  },
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date', description: 'When what callers set was changed.' },
} as const satisfies RecordFields;

export type SubscriptionInfo = InfoOf<typeof SUBSCRIPTION>;

/** The fields by which a list of subscriptions can be filtered without a query. */
export const SUBSCRIPTION_FILTER = ['subscription_id', 'name', 'state', 'protocol_id', 'project_id'] as const;

export type SubscriptionFilter = FilterOf<typeof SUBSCRIPTION, (typeof SUBSCRIPTION_FILTER)[number]>;
