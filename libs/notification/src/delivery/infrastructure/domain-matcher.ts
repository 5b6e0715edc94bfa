import { Logger } from '@nestjs/common';
import type { AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { TimeoutError, withTimeout } from '#shared/kernel/with-timeout.js';
import type { StoredPolicy } from '../../escalations/tables/policies.js';
import type { Matched } from '../../inhibitions/tables/inhibition-tables.js';
import type { ChangeMatcher, DomainMatches, Match } from './change-matcher.js';
import type { ChangesOfDomains, Round, SlowDomains, Unread } from './fan-out-round.js';

/** Milliseconds that the filters of a domain may take before it is read separately from then on. */
const SLOW_THRESHOLD_MS = 250;

/** Matches the changes of several domains, each within its time. */
export class DomainMatcher {
  private readonly logger = new Logger('FanOut');

  constructor(
    private readonly matcher: ChangeMatcher,
    private readonly slowDomains: SlowDomains,
  ) {}

  /** Returns the matches of all domains. One whose filters fail or take too long stays unread and does not stop the others. */
  async match(
    { changes, subscriptions, silences, inhibitions, policies, told }: ChangesOfDomains,
    round: Round,
    { failedDomains, deferredDomains }: Unread,
  ): Promise<DomainMatches> {
    const silencesByDomain = Map.groupBy(silences, ({ domain_id }) => domain_id);
    const inhibitionsByDomain = Map.groupBy(inhibitions, ({ domain_id }) => domain_id);
    const policiesByDomain = Map.groupBy(policies, ({ domain_id }) => domain_id);
    const escalating = new Map<AlertChange, readonly StoredPolicy[]>();
    const matches: Match[] = [];
    const inhibiting = new Map<AlertChange, Matched>();
    for (const [domain_id, domainChanges] of Map.groupBy(changes, (change) => change.domain_id)) {
      const rules = {
        subscriptions: subscriptions.get(domain_id) ?? [],
        silences: silencesByDomain.get(domain_id) ?? [],
        inhibitions: inhibitionsByDomain.get(domain_id) ?? [],
        policies: policiesByDomain.get(domain_id) ?? [],
        told,
      };
      const match = (signal: AbortSignal) => this.matcher.match(domainChanges, rules, round.invalid, signal);
      try {
        const found = await this.limitTime(domain_id, round.filterTimeoutMs, match);
        matches.push(...found.matches);
        for (const [change, matched] of found.inhibitions) inhibiting.set(change, matched);
        for (const [change, matched] of found.policies) escalating.set(change, matched);
      } catch (error) {
        if (error instanceof TimeoutError && round.hasManyDomains) {
          deferredDomains.add(domain_id);
          continue;
        }
        failedDomains.add(domain_id);
        this.logger.warn(
          `alert changes of ${domain_id} failed, and are tried again: ${getLogMessage(error)}`,
        );
      }
    }
    return { matches, inhibitions: inhibiting, policies: escalating };
  }

  /** Remembers a domain whose filters are slow. @throws TimeoutError if other domains have waited long enough */
  private async limitTime<T>(
    domain_id: string,
    timeoutMs: number | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const begun = performance.now();
    const result = work(controller.signal);
    if (timeoutMs === undefined) return result;
    try {
      return await withTimeout(timeoutMs, result, `the filters of ${domain_id}`);
    } finally {
      controller.abort();
      if (performance.now() - begun > SLOW_THRESHOLD_MS) this.slowDomains.add(domain_id);
    }
  }
}
