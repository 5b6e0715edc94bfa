import { Logger } from '@nestjs/common';
import { silencedUntil } from '../../silences/domain/silence-period.js';
import { queryOf } from '../../subscriptions/domain/alert-query.js';
import { askQueries } from '../ask-queries.js';
import type { StoredSilence } from './read-silences.js';

/** What silences an alert, and until when it surely does. */
export interface Silenced {
  readonly silence: Pick<StoredSilence, 'silence_id' | 'reason'>;
  readonly until: Date;
}

/** An alert at an instant. */
interface AlertAt {
  readonly at: Date;
}

/** What each of some queries finds of the alerts. One that cannot be asked fails all. @throws what can be asked again later */
type Match<Asked> = (
  domain_id: string,
  queries: readonly object[],
  asked: readonly Asked[],
) => Promise<readonly ReadonlySet<Asked>[]>;

/** Silences whose queries are asked together. */
const SILENCES = 100;
const logger = new Logger('Silences');

/**
 * By which of the silences of a domain alerts are silenced.
 * @throws what can be asked again later
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

/** What a silence silences if its query finds it. */
interface Meant<Asked> {
  readonly silence: StoredSilence;
  readonly until: ReadonlyMap<Asked, Date>;
  /** `undefined` when there is none: all is found. */
  readonly query: object | undefined;
  /** Equal queries have equal ones. */
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
    // A field that is no more: told too much is better than silent for ever.
    (_key, { message }) => logger.error(`the filter of a silence of ${domain_id} is not valid: ${message}`),
  );
}
