/** The pages of the console that notifications link to: the part of the address behind `#/`. */
export const CONSOLE_PAGES = {
  alert: (alert_id: string) => `alert/${alert_id}`,
  /** The notifications that a digest replaced. */
  digest: (digest_id: string) => `sending/notifications?digest_id=${digest_id}`,
  quotas: () => 'sending/quotas',
  subscriptions: () => 'sending/subscriptions',
  /** A webhook and its quarantine. */
  source: (webhook_id: string) => `sources/${webhook_id}`,
} as const;
