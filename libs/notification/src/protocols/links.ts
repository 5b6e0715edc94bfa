import type { PublicUrl } from '#shared/kernel/public-url.js';
import type { Links } from './sent-message.js';

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

/** Returns the addresses of a record in the API and of its page in the console. */
export function buildLinks({ url }: PublicUrl, apiPath: string, page: string): Links {
  return { api: url + apiPath, console: `${url}/console/#/${page}` };
}

export function buildAlertLinks(publicUrl: PublicUrl, alert_id: string): Links {
  return buildLinks(publicUrl, `/monitoring/v1/alert/${alert_id}`, CONSOLE_PAGES.alert(alert_id));
}
