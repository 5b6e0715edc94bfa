/** Kinds about heartbeats. The changes of their alerts say the same. */
export const SOURCE_KINDS = ['source.silent', 'source.back'] as const;

/** Kinds of notifications that the service writes about itself. */
export const SERVICE_KINDS = [
  ...SOURCE_KINDS,
  'delivery.quarantined',
  'quota.low',
  'quota.exhausted',
  'subscription.failing',
] as const;

export type ServiceKind = (typeof SERVICE_KINDS)[number];
