import {
  ENABLED_SCHEMA,
  givenSecretSchema,
  fillInner,
  getName,
  isEnabled,
  pick,
  type Kind,
} from '../kind.js';

const FIELDS = [
  ...['options', 'filter', 'filter_or', 'trigger', 'kinds', 'group', 'remind'],
  ...['template', 'timezone', 'actions'],
];

/** What a subscription is told of if it names no kinds. A test compares them with those of the service. */
const ALERT_KINDS = [
  'alert.acknowledged',
  'alert.deescalated',
  'alert.escalated',
  'alert.flapping',
  'alert.opened',
  'alert.reopened',
  'alert.resolved',
  'alert.unacknowledged',
];
const SERVICE_KINDS = [
  'on_call.failing',
  'on_call.gap',
  'quota.exhausted',
  'quota.low',
  'subscription.failing',
];
const WITH_ACTIONS: ReadonlySet<unknown> = new Set(['slack', 'teams', 'email']);

export const SUBSCRIPTIONS: Kind = {
  section: 'subscriptions',
  noun: 'subscription',
  id: 'subscription_id',
  project: 'optional',
  search: 'searchSubscriptions',
  create: 'createSubscription',
  remove: 'deleteSubscription',
  updates: [{ operation: 'updateSubscription', fields: FIELDS }],
  toggle: { on: 'enableSubscription', off: 'disableSubscription' },
  fixed: ['protocol'],
  initial: ['signing_secret'],
  seconds: ['group.wait', 'group.interval', 'remind.every'],
  filters: { filter: 'filter_or' },
  schema: (api) => {
    const fields = api['CreateSubscriptionRequest']?.properties ?? {};
    return {
      properties: {
        protocol: fields['protocol_id'] ?? {},
        ...pick(fields, ...FIELDS),
        signing_secret: givenSecretSchema(fields['signing_secret']),
        enabled: ENABLED_SCHEMA,
      },
      required: ['protocol'],
    };
  },
  defaults: ({ protocol }) => ({
    options: {},
    filter: '',
    trigger: 'CHANGE',
    kinds: protocol === 'relay' ? ALERT_KINDS : [...ALERT_KINDS, ...SERVICE_KINDS],
    group: null,
    remind: null,
    template: null,
    timezone: 'UTC',
    actions: WITH_ACTIONS.has(protocol),
    enabled: true,
  }),
  complete: (terms) => {
    // Their order means nothing.
    const kinds = [...(terms['kinds'] as readonly string[])].sort();
    return fillInner({ ...terms, kinds }, 'remind', { until: 'ACKNOWLEDGED' });
  },
  nameOf: getName,
  read: (info) => ({
    protocol: info['protocol_id'],
    ...pick(info, ...FIELDS),
    enabled: isEnabled(info),
  }),
  write: ({ protocol, enabled: _, ...terms }, __, name) => ({ name, protocol_id: protocol, ...terms }),
};
