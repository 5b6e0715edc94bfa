import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { parseId } from '#shared/kernel/ids.js';

/** The names that an error lists. */
const MAX_NAMES = 5;

/** Returns the names of the subscriptions that name this Slack app, at most 5. */
export async function listSubscriptionsOfSlackApp(
  manager: EntityManager,
  domain_id: string,
  slack_app_id: string,
): Promise<readonly string[]> {
  const rows = await manager.query<{ name: string }[]>(
    `select name from subscription
     where domain_id = $1 and protocol_id = 'slack' and options ->> 'slack_app_id' = $2 and deleted_at is null
     order by name limit ${MAX_NAMES}`,
    [domain_id, slack_app_id],
  );
  return rows.map(({ name }) => name);
}

/** A subscription whose messages have buttons of a Slack app. */
export interface SlackSubscription {
  readonly name: string;
  readonly timezone: string;
  /** Whether it is enabled and its messages have buttons. */
  readonly hasButtons: boolean;
  readonly kinds: readonly string[];
  /** `null`: its messages are about alerts of all projects. */
  readonly project_id: string | null;
}

/** @returns `undefined` if the domain has no such subscription (any more), or it names another app or none */
export async function findSlackSubscription(
  pool: Pool,
  { domain_id, slack_app_id }: { readonly domain_id: string; readonly slack_app_id: string },
  subscription_id: string,
): Promise<SlackSubscription | undefined> {
  const { rows } = await pool.query<SlackSubscription>({
    name: 'find subscription of button',
    text: `
      select name, timezone, state = 'ENABLED' and actions as "hasButtons", kinds, project_id
      from subscription where domain_id = $1 and subscription_id = $2 and protocol_id = 'slack'
        and options ->> 'slack_app_id' = $3 and deleted_at is null`,
    values: [domain_id, parseId('subscription', subscription_id), slack_app_id],
  });
  return rows[0];
}
