import { Logger } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { silencedUntil } from '../../silences/domain/silence-period.js';
import { queryOf } from '../../subscriptions/domain/alert-query.js';
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

/** Those of the alerts that a query finds. @throws what can be asked again later */
type Match<Asked> = (
  domain_id: string,
  query: object,
  asked: readonly Asked[],
) => Promise<(each: Asked) => boolean>;

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
  const times = asked.map(({ at }) => at.getTime());
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  for (const silence of asked.length === 0 ? [] : silences) {
    const untilOf = silencedUntil(silence, from, to);
    const meant = asked.flatMap((each) => {
      const until = silenced.has(each) ? undefined : untilOf(each.at);
      return until === undefined ? [] : [{ each, until }];
    });
    const found = await foundBy(
      match,
      silence,
      meant.map(({ each }) => each),
    );
    for (const { each, until } of meant) if (found(each)) silenced.set(each, { silence, until });
  }
  return silenced;
}

async function foundBy<Asked>(
  match: Match<Asked>,
  silence: StoredSilence,
  alerts: readonly Asked[],
): Promise<(each: Asked) => boolean> {
  const query = queryOf(silence, null);
  if (query === undefined || alerts.length === 0) return () => true;
  try {
    return await match(silence.domain_id, query, alerts);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
    // A field that is no more: told too much is better than silent for ever.
    logger.error(`the filter of a silence of ${silence.domain_id} is not valid: ${error.message}`);
    return () => false;
  }
}
