import type { ClientBase } from 'pg';
import type { SilencePeriod } from '../domain/silence-period.js';
import type { AlertFilter } from '../../subscriptions/domain/subscription.js';

export interface StoredSilence extends SilencePeriod, AlertFilter {
  /** uuid */
  readonly silence_id: string;
  readonly domain_id: string;
  readonly reason: string;
}

/** What silences are looked for. */
interface SilenceSelection {
  readonly domains: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

const SELECT_SILENCES = `
  select silence_id, domain_id, reason, filter, filter_or, starts_at, ends_at, weekly from silence
  where domain_id = any($1::text[]) and deleted_at is null and starts_at <= $3 and ends_at > $2
  order by ends_at desc, silence_id`;

/** Returns the domains of changes and the time in which they happened. */
export function selectPeriod(
  changes: readonly { readonly domain_id: string; readonly changed_at: string }[],
): SilenceSelection {
  const times = changes.map(({ changed_at }) => Date.parse(changed_at));
  return {
    domains: [...new Set(changes.map(({ domain_id }) => domain_id))],
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times)),
  };
}

/** Returns the silences that may apply within this time, the longest first. */
export const readSilences = (client: ClientBase, selection: SilenceSelection) =>
  querySilences(client, 'silences of domains', SELECT_SILENCES, selection);

/**
 * As {@link readSilences}, but locks the silences to the end of the transaction, so that they do not change before decisions
 * based on them are stored.
 */
export const lockSilences = (client: ClientBase, selection: SilenceSelection) =>
  querySilences(client, 'lock silences of domains', `${SELECT_SILENCES} for share`, selection);

async function querySilences(
  client: ClientBase,
  name: string,
  text: string,
  { domains, from, to }: SilenceSelection,
): Promise<readonly StoredSilence[]> {
  if (domains.length === 0) return [];
  return (await client.query<StoredSilence>({ name, text, values: [domains, from, to] })).rows;
}
