import type { ClientBase } from 'pg';
import type { SilencePeriod } from '../../silences/domain/silence-period.js';
import type { AlertFilter } from '../../subscriptions/domain/subscription.js';

export interface StoredSilence extends SilencePeriod, AlertFilter {
  /** uuid */
  readonly silence_id: string;
  readonly domain_id: string;
  readonly reason: string;
}

/**
 * Returns the silences that may apply within this time, the longest first. Locks them to the end of the transaction, so that
 * they do not change before decisions based on them are stored.
 */
export async function lockSilences(
  client: ClientBase,
  domains: readonly string[],
  from: Date,
  to: Date,
): Promise<readonly StoredSilence[]> {
  const { rows } = await client.query<StoredSilence>({
    name: 'silences of domains',
    text: `
      select silence_id, domain_id, reason, filter, filter_or, starts_at, ends_at, weekly from silence
      where domain_id = any($1::text[]) and deleted_at is null and starts_at <= $3 and ends_at > $2
      order by ends_at desc, silence_id for share`,
    values: [domains, from, to],
  });
  return rows;
}
