import { Logger } from '@nestjs/common';
import { silencedUntil } from '../../silences/domain/silence-period.js';
import { queryOf } from '../../subscriptions/domain/alert-query.js';
import { askQueries } from '../ask-queries.js';
import type { StoredSilence } from './read-silences.js';

/** The silence that applies to an alert, and until when it surely does. */
export interface Silenced {
  readonly silence: Pick<StoredSilence, 'silence_id' | 'reason'>;
  readonly until: Date;
}

/** The time at which an alert is checked. */
interface AlertAt {
  readonly at: Date;
}

/** Returns, for each query, the alerts that it matches. An invalid query makes the call fail. @throws errors that may pass */
type Match<Asked> = (
  domain_id: string,
  queries: readonly object[],
  asked: readonly Asked[],
) => Promise<readonly ReadonlySet<Asked>[]>;

/** The maximum number of silences whose queries are asked together. */
const SILENCES = 100;
const logger = new Logger('Silences');

/**
 * Decides which silence of a domain applies to each alert: the first that matches.
 * @throws errors after which deciding can be repeated
 */
export async function decideSilenced<Asked extends AlertAt>(
  match: Match<Asked>,
  silences: readonly StoredSilence[],
  asked: readonly Asked[],
): Promise<ReadonlyMap<Asked, Silenced>> {
  const silenced = new Map<Asked, Silenced>();
  for (let at = 0; at < silences.length && silenced.size < asked.length; at += SILENCES) {
    const open = asked.filter((each) => !silenced.has(each));
    const some = silences.slice(at, at + SILENCES).map((silence) => meantBy(silence, open));
    const found = await foundBy(match, some);
    for (const { silence, until, key } of some)
      for (const [each, end] of until)
        if (!silenced.has(each) && (key === undefined || found.get(key)?.has(each) === true))
          silenced.set(each, { silence, until: end });
  }
  return silenced;
}

/** The alerts that a silence applies to if its query matches them. */
interface Meant<Asked> {
  readonly silence: StoredSilence;
  readonly until: ReadonlyMap<Asked, Date>;
  /** `undefined`: the silence has no query and matches everything. */
  readonly query: object | undefined;
  /** Identifies the query: silences with equal queries have equal keys. */
  readonly key: string | undefined;
}

function meantBy<Asked extends AlertAt>(silence: StoredSilence, asked: readonly Asked[]): Meant<Asked> {
  const times = asked.map(({ at }) => at.getTime());
  const untilOf = silencedUntil(silence, new Date(Math.min(...times)), new Date(Math.max(...times)));
  const until = asked.flatMap((each) => {
    const end = untilOf(each.at);
    return end === undefined ? [] : [[each, end] as const];
  });
  const query = queryOf(silence, null);
  return { silence, until: new Map(until), query, key: query && JSON.stringify(query) };
}

async function foundBy<Asked>(
  match: Match<Asked>,
  meant: readonly Meant<Asked>[],
): Promise<ReadonlyMap<string, ReadonlySet<Asked>>> {
  const domain_id = meant[0]?.silence.domain_id ?? '';
  const asked = new Map<string, { query: object; of: Set<Asked> }>();
  for (const { query, key, until } of meant) {
    if (query === undefined || key === undefined || until.size === 0) continue;
    const of = asked.get(key)?.of ?? new Set();
    for (const each of until.keys()) of.add(each);
    asked.set(key, { query, of });
  }
  return askQueries<Asked>(
    (queries, of) => match(domain_id, queries, of),
    asked,
    // The filter may name a field that no longer exists. Sending too much is better than staying silent for ever.
    (_key, { message }) => logger.error(`the filter of a silence of ${domain_id} is not valid: ${message}`),
  );
}
