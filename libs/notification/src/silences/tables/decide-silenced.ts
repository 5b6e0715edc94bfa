import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { RecordReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { buildAlertQuery, type AlertFilter } from '../../subscriptions/domain/subscription.js';
import { matchQueries } from '../../subscriptions/tables/match-queries.js';
import { createSilenceLookup, type SilencePeriod } from '../domain/silence.js';

export interface StoredSilence extends SilencePeriod, AlertFilter {
  /** uuid */
  readonly silence_id: string;
  readonly domain_id: string;
  readonly reason: string;
}

interface NamedSilence extends StoredSilence {
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

/** The silence that applies to an alert, and until when it surely does. */
export interface Silenced {
  readonly silence: Pick<StoredSilence, 'silence_id' | 'reason'>;
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
  const silenced = new Map<Item, Silenced>();
  const domain_id = silences[0]?.domain_id ?? '';
  for (let at = 0; at < silences.length && silenced.size < alerts.length; at += MAX_SILENCES) {
    const undecided = alerts.filter((each) => !silenced.has(each));
    const found = await matchQueries(
      (queries, asked: readonly Item[]) => match(domain_id, queries, asked),
      silences.slice(at, at + MAX_SILENCES).map((silence) => createCandidate(silence, undecided)),
      // The filter may name a field that no longer exists. Sending too much is better than staying silent for ever.
      (_, { message }) => logger.error(`the filter of a silence of ${domain_id} is not valid: ${message}`),
    );
    for (const [{ silence, ends }, matched] of found)
      for (const each of matched)
        if (!silenced.has(each))
          silenced.set(each, { silence, until: ends.get(each.at.getTime()) ?? silence.ends_at });
  }
  return silenced;
}

/** A silence that applies to an alert, and when it ends for it. */
export interface ApplyingSilence extends Pick<NamedSilence, 'silence_id' | 'name' | 'reason'> {
  readonly until: Date;
}

/**
 * Returns the silences that apply to each alert, the longest first, where {@link decideSilenced} needs one. An invalid filter matches
 * nothing, which fan-out reports.
 * @param silences of one domain
 * @param limit the maximum number of each alert: a domain may have thousands that match everything
 */
export async function findSilences<Item extends TimedAlert>(
  match: MatchAlerts<Item>,
  silences: readonly NamedSilence[],
  alerts: readonly Item[],
  limit: number,
): Promise<ReadonlyMap<Item, readonly ApplyingSilence[]>> {
  const found = new Map(alerts.map((each) => [each, [] as ApplyingSilence[]]));
  const domain_id = silences[0]?.domain_id ?? '';
  for (let at = 0; at < silences.length; at += MAX_SILENCES) {
    const wanting = alerts.filter((each) => (found.get(each)?.length ?? 0) < limit);
    if (wanting.length === 0) break;
    const matched = await matchQueries(
      (queries, asked: readonly Item[]) => match(domain_id, queries, asked),
      silences
        .slice(at, at + MAX_SILENCES)
        .map((silence) => ({ name: silence.name, ...createCandidate(silence, wanting) })),
      () => undefined,
    );
    for (const [{ silence, name, ends }, items] of matched)
      for (const item of items) {
        const { silence_id, reason, ends_at } = silence;
        const applying = found.get(item);
        if (applying !== undefined && applying.length < limit)
          applying.push({ silence_id, name, reason, until: ends.get(item.at.getTime()) ?? ends_at });
      }
  }
  return found;
}

/**
 * Returns the alerts that a silence applies to if its query matches them, and when it ends, by the time at which they are checked.
 * Often all are checked at the same time.
 */
function createCandidate<Item extends TimedAlert>(silence: StoredSilence, alerts: readonly Item[]) {
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
