import { isObject } from '../../kernel/json.js';
import {
  ENABLED_SCHEMA,
  givenSecretSchema,
  fillInner,
  getName,
  isEnabled,
  pick,
  sortTexts,
  type Kind,
} from '../kind.js';

const FIELDS = [
  ...['options', 'filter', 'filter_or', 'trigger', 'kinds', 'group', 'remind'],
  ...['template', 'timezone', 'actions'],
];

/** What a subscription is told of if it names no kinds. A test compares them with those of the service. */
export const ALERT_KINDS = [
  'alert.acknowledged',
  'alert.deescalated',
  'alert.escalated',
  'alert.flapping',
  'alert.opened',
  'alert.reopened',
  'alert.resolved',
  'alert.unacknowledged',
];
export const SERVICE_KINDS = [
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
  fixed: ['protocol'],
  initial: ['signing_secret'],
  secrets: ['options', 'signing_secret'],
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
    // The order of these means nothing, and the service sorts them.
    const kinds = sortTexts(terms['kinds']);
    const { group } = terms;
    const sorted = isObject(group) ? { ...terms, group: { ...group, by: sortTexts(group['by']) } } : terms;
    return fillInner({ ...sorted, kinds }, 'remind', { until: 'ACKNOWLEDGED' });
  },
  nameOf: getName,
  read: (info) => ({
    protocol: info['protocol_id'],
    ...pick(info, ...FIELDS),
    enabled: isEnabled(info),
  }),
  write: ({ protocol, enabled: _, ...terms }, __, name) => ({ name, protocol_id: protocol, ...terms }),
};
