import { domainDays, quotaLimit, wholeNumber } from './validators.js';

export const retentionSettings = {
  EVENT_RETENTION: {
    ...wholeNumber(1, 3650),
    default: 90,
    desc: 'days that events are kept',
  },
  DELIVERY_RETENTION: { ...wholeNumber(1, 3650), default: 3, desc: 'days that deliveries are kept' },
  NOTIFICATION_RETENTION: { ...wholeNumber(3, 3650), default: 30, desc: 'days that notifications are kept' },
  DOMAIN_RETENTION: {
    ...domainDays,
    default: {},
    desc: 'days that events, alerts and deliveries of single domains are kept, if fewer than for all domains',
  },
  AUDIT_RETENTION: { ...wholeNumber(1, 3650), default: 365, desc: 'days that the audit log is kept' },
  MAX_WEBHOOKS: { ...wholeNumber(1, 1_000_000), default: 10_000, desc: 'webhooks that a domain may have' },
  MAX_SUBSCRIPTIONS: {
    ...wholeNumber(1, 100_000),
    default: 1_000,
    desc: 'subscriptions that a domain may have',
  },
  MAX_SILENCES: {
    ...wholeNumber(1, 1_000_000),
    default: 10_000,
    desc: 'silences of a domain that have not ended',
  },
  DEFAULT_QUOTA: { ...quotaLimit, default: {}, desc: 'the quota limit of protocols without their own quota' },
};
