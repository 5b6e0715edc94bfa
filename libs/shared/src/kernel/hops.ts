/** Says how often a message has been passed on by notifications, so that circles of subscriptions and webhooks end. */
export const HOPS_HEADER = 'tocsin-hops';
/** A notification that would be passed on more often is not sent. */
export const MAX_HOPS = 3;

/** Returns how often a message was passed on before; 0 for one that comes from elsewhere. */
export function readHops(headers: Readonly<Record<string, string | undefined>>): number {
  const given = headers[HOPS_HEADER] ?? '';
  return /^\d{1,4}$/.test(given) ? Number(given) : 0;
}
