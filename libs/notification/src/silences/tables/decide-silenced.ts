import { Logger } from '@nestjs/common';
import type { ClientBase, Pool } from 'pg';
import type { DomainError } from '#shared/kernel/domain-error.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { buildAlertQuery, type AlertFilter } from '../../subscriptions/domain/subscription.js';
import { matchQueries } from '../../subscriptions/tables/match-queries.js';
import { createSilenceLookup, type SilencePeriod } from '../domain/silence.js';

export interface StoredSilence extends SilencePeriod, AlertFilter {
  /** uuid */
  readonly silence_id: string;
  readonly domain_id: string;
  readonly reason: string;
}

export interface NamedSilence extends StoredSilence {
  readonly name: string;
}

/** What silences are looked for. */
export interface SilenceSelection {
  readonly domains: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

const SELECT_SILENCES = `
  select silence_id, domain_id, name, reason, filter, filter_or, starts_at, ends_at, weekly from silence
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
export const readSilences = (client: RecordReader, selection: SilenceSelection) =>
  querySilences(client, 'silences of domains', SELECT_SILENCES, selection);

/**
 * As {@link readSilences}, but locks the silences to the end of the transaction, so that they do not change before decisions
 * based on them are stored.
 */
export const lockSilences = (client: ClientBase, selection: SilenceSelection) =>
  querySilences(client, 'lock silences of domains', `${SELECT_SILENCES} for share`, selection);

async function querySilences(
  client: RecordReader,
  name: string,
  text: string,
  { domains, from, to }: SilenceSelection,
): Promise<readonly NamedSilence[]> {
  if (domains.length === 0) return [];
  return (await client.query<NamedSilence>({ name, text, values: [domains, from, to] })).rows;
}

/** Returns the silences of a domain with these ids (uuids), whether they apply now or not. */
export async function readSilencesById(
  client: RecordReader,
  domain_id: string,
  ids: readonly string[],
): Promise<readonly StoredSilence[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<StoredSilence>(
    `select silence_id, domain_id, reason, filter, filter_or, starts_at, ends_at, weekly from silence
     where domain_id = $1 and silence_id = any($2::uuid[]) and deleted_at is null`,
    [domain_id, ids],
  );
  return rows;
}

interface ActiveSilence {
  readonly created_by: string;
  readonly ends_at: Date;
}

/** Returns the silence with exactly these conditions that ends last; `undefined` if none is active all the time. */
export async function findSilenceOf(
  pool: Pool,
  domain_id: string,
  filter: readonly object[],
): Promise<ActiveSilence | undefined> {
  const { rows } = await pool.query<ActiveSilence>({
    name: 'find silence of key',
    text: `
      select created_by, ends_at from silence
      where domain_id = $1 and filter = $2::jsonb and filter_or = '[]' and weekly is null and deleted_at is null
        and starts_at <= statement_timestamp() and ends_at > statement_timestamp()
      order by ends_at desc limit 1`,
    values: [domain_id, JSON.stringify(filter)],
  });
  return rows[0];
}

/** A silence that applies to an alert, and until when it surely does. */
export interface Silenced<Silence = Pick<StoredSilence, 'silence_id' | 'reason'>> {
  readonly silence: Silence;
  readonly until: Date;
}

/** The time at which an alert is checked. */
interface TimedAlert {
  readonly at: Date;
}

/** Returns, for each query, the alerts that it matches. An invalid query makes the call fail. @throws errors that may pass */
type MatchAlerts<Item> = (
  domain_id: string,
  queries: readonly object[],
  asked: readonly Item[],
) => Promise<readonly ReadonlySet<Item>[]>;

/** The maximum number of silences whose queries are asked together. */
const MAX_SILENCES = 100;
const logger = new Logger('Silences');

/**
 * Decides which silence of a domain applies to each alert: the first that matches.
 * @throws errors after which deciding can be repeated
 */
export async function decideSilenced<Item extends TimedAlert>(
  match: MatchAlerts<Item>,
  silences: readonly StoredSilence[],
  alerts: readonly Item[],
): Promise<ReadonlyMap<Item, Silenced>> {
  const found = await findSilences(match, silences, alerts, 1, ({ message }, domain_id) =>
    // The filter may name a field that no longer exists. Sending too much is better than staying silent for ever.
    logger.error(`the filter of a silence of ${domain_id} is not valid: ${message}`),
  );
  return new Map([...found].flatMap(([each, [first]]) => (first === undefined ? [] : [[each, first]])));
}

/**
 * Returns the silences that apply to each alert, the longest first, where {@link decideSilenced} needs one. An invalid filter matches
 * nothing.
 * @param silences of one domain
 * @param limit the maximum number of each alert: a domain may have thousands that match everything
 */
export async function findSilences<Item extends TimedAlert, Silence extends StoredSilence>(
  match: MatchAlerts<Item>,
  silences: readonly Silence[],
  alerts: readonly Item[],
  limit: number,
  onInvalid?: (error: DomainError, domain_id: string) => void,
): Promise<ReadonlyMap<Item, readonly Silenced<Silence>[]>> {
  const found = new Map(alerts.map((each) => [each, [] as Silenced<Silence>[]]));
  const domain_id = silences[0]?.domain_id ?? '';
  for (let at = 0; at < silences.length; at += MAX_SILENCES) {
    const wanting = [...found].filter(([, { length }]) => length < limit).map(([each]) => each);
    if (wanting.length === 0) break;
    const matched = await matchQueries(
      (queries, asked: readonly Item[]) => match(domain_id, queries, asked),
      silences.slice(at, at + MAX_SILENCES).map((silence) => createCandidate(silence, wanting)),
      (_, error) => onInvalid?.(error, domain_id),
    );
    for (const [{ silence, ends }, items] of matched)
      for (const item of items) {
        const applying = found.get(item);
        if (applying !== undefined && applying.length < limit)
          applying.push({ silence, until: ends.get(item.at.getTime()) ?? silence.ends_at });
      }
  }
  return found;
}

/**
 * Returns the alerts that a silence applies to if its query matches them, and when it ends, by the time at which they are checked.
 * Often all are checked at the same time.
 */
function createCandidate<Item extends TimedAlert, Silence extends StoredSilence>(
  silence: Silence,
  alerts: readonly Item[],
) {
  const times = [...new Set(alerts.map(({ at }) => at.getTime()))];
  const findEnd = createSilenceLookup(silence, new Date(Math.min(...times)), new Date(Math.max(...times)));
  const ends = new Map<number, Date>();
  for (const time of times) {
    const end = findEnd(new Date(time));
    if (end !== undefined) ends.set(time, end);
  }
  const items = alerts.filter(({ at }) => ends.has(at.getTime()));
  return { silence, ends, query: buildAlertQuery(silence, null), items };
}

/** Removes the rows of silences that were deleted before this. */
export async function removeDeletedSilences(client: ClientBase, before: Date): Promise<void> {
  await client.query('delete from silence where deleted_at < $1', [before]);
}
