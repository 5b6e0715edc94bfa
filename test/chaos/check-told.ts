import { formatId, parseId } from '#shared/kernel/ids.js';
import type { ExpectedSubscription } from './notification-scenario.js';
import { query } from './query.js';

/** What receivers take for the present state, and is not. */
export interface ToldFindings {
  /** Alerts that are open, and that a matching subscription was not told of. */
  readonly untold: readonly string[];
  /** Alerts that a receiver takes to be open, and that are resolved. */
  readonly leftOpen: readonly string[];
}

interface LastTold {
  readonly alert_id: string;
  readonly webhook_id: string;
  readonly state: string;
  readonly severity: string;
  /** The state that the last notification shows; `null`: none was sent. */
  readonly told: string | null;
  /** Whether it waits until its key no longer flaps. */
  readonly is_held: boolean;
}

/** Compares the last notification that each subscription was sent of each alert with the state of the alert. */
export async function checkTold(
  databaseUrl: string,
  subscriptions: readonly Omit<ExpectedSubscription, 'receiver'>[],
): Promise<ToldFindings> {
  const untold: string[] = [];
  const leftOpen: string[] = [];
  for (const { subscription_id, path, kinds, webhooks, severities } of subscriptions) {
    const uuid = parseId('subscription', subscription_id);
    const rows = await query<LastTold>(
      databaseUrl,
      `select alert.alert_id, webhook_id, alert.state, alert.severity, last.shown as told, held.alert_id is not null as is_held
       from alert
       left join lateral (
         select message -> 'data' -> 'alert' ->> 'state' as shown from notification n
         where n.alert_id = alert.alert_id and n.subscription_id = '${uuid}' and n.state = 'SENT' order by seq desc limit 1
       ) as last on true
       left join silenced_alert held on held.alert_id = alert.alert_id and held.subscription_id = '${uuid}'`,
    );
    for (const { alert_id, webhook_id, state, severity, told, is_held } of rows) {
      if (!webhooks.includes(formatId('webhook', webhook_id))) continue;
      const description = `${path} ${formatId('alert', alert_id)} is ${state}, was told ${told}`;
      const isTold = told === 'OPEN';
      const isWanted = (kinds?.includes('opened') ?? true) && (severities?.includes(severity) ?? true);
      if (state === 'OPEN' && !isTold && !is_held && isWanted) untold.push(description);
      if (state === 'RESOLVED' && isTold && (kinds?.includes('resolved') ?? true)) leftOpen.push(description);
    }
  }
  return { untold, leftOpen };
}
