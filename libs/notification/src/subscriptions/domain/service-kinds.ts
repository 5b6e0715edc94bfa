/** What heartbeats tell; the changes of their alerts say the same. */
export const SOURCE_KINDS = ['source.silent', 'source.back'] as const;

/** What the service tells of itself. */
export const SERVICE_KINDS = [
  ...SOURCE_KINDS,
  'delivery.quarantined',
  'quota.low',
  'quota.exhausted',
  'subscription.failing',
] as const;

export type ServiceKind = (typeof SERVICE_KINDS)[number];
