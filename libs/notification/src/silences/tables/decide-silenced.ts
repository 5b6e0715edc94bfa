import { Logger } from '@nestjs/common';
import { createSilenceLookup } from '../domain/silence-period.js';
import { buildAlertQuery } from '../../subscriptions/domain/alert-query.js';
import { matchQueries } from '../../subscriptions/tables/match-queries.js';
import type { StoredSilence } from './lock-silences.js';

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
  for (let at = 0; at < silences.length && silenced.size < alerts.length; at += MAX_SILENCES) {
    const undecided = alerts.filter((each) => !silenced.has(each));
    const batch = silences
      .slice(at, at + MAX_SILENCES)
      .map((silence) => selectCandidates(silence, undecided));
    const found = await matchCandidates(match, batch);
    for (const { silence, until, key } of batch)
      for (const [each, end] of until)
        if (!silenced.has(each) && (key === undefined || found.get(key)?.has(each) === true))
          silenced.set(each, { silence, until: end });
  }
  return silenced;
}

/** The alerts that a silence applies to if its query matches them. */
interface SilenceCandidates<Item> {
  readonly silence: StoredSilence;
  readonly until: ReadonlyMap<Item, Date>;
  /** `undefined`: the silence has no query and matches everything. */
  readonly query: object | undefined;
  /** Identifies the query: silences with equal queries have equal keys. */
  readonly key: string | undefined;
}

function selectCandidates<Item extends TimedAlert>(
  silence: StoredSilence,
  alerts: readonly Item[],
): SilenceCandidates<Item> {
  const times = alerts.map(({ at }) => at.getTime());
  const findEnd = createSilenceLookup(silence, new Date(Math.min(...times)), new Date(Math.max(...times)));
  const ends = alerts.flatMap((each) => {
    const end = findEnd(each.at);
    return end === undefined ? [] : [[each, end] as const];
  });
  const query = buildAlertQuery(silence, null);
  return { silence, until: new Map(ends), query, key: query && JSON.stringify(query) };
}

async function matchCandidates<Item>(
  match: MatchAlerts<Item>,
  candidates: readonly SilenceCandidates<Item>[],
): Promise<ReadonlyMap<string, ReadonlySet<Item>>> {
  const domain_id = candidates[0]?.silence.domain_id ?? '';
  const itemQueries = new Map<string, { query: object; of: Set<Item> }>();
  for (const { query, key, until } of candidates) {
    if (query === undefined || key === undefined || until.size === 0) continue;
    const items = itemQueries.get(key)?.of ?? new Set();
    for (const each of until.keys()) items.add(each);
    itemQueries.set(key, { query, of: items });
  }
  return matchQueries<Item>(
    (queries, of) => match(domain_id, queries, of),
    itemQueries,
    // The filter may name a field that no longer exists. Sending too much is better than staying silent for ever.
    (_key, { message }) => logger.error(`the filter of a silence of ${domain_id} is not valid: ${message}`),
  );
}
