import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertQueries, type AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { decideSilenced, type Silenced } from '../../persistence/silencing/decide-silenced.js';
import type { StoredSilence } from '../../persistence/silencing/read-silences.js';
import { queryOf } from '../../subscriptions/domain/alert-query.js';

export interface DomainSubscription {
  /** uuid */
  readonly subscription_id: string;
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  readonly kinds: readonly string[];
  readonly filter: readonly unknown[];
  readonly filter_or: readonly unknown[];
  readonly active_since: Date;
}

export interface Match {
  readonly change: AlertChange;
  readonly subscription: DomainSubscription;
  /** By what, if nobody is told now. */
  readonly silenced?: Silenced | undefined;
}

/** Who is to be told of what: the alert, as a change left it, is asked for by the query of the subscription. */
@Injectable()
export class ChangeMatcher {
  private readonly logger = new Logger('FanOut');

  constructor(private readonly queries: AlertQueries) {}

  async subscriptionsOf(
    client: ClientBase,
    domains: readonly string[],
  ): Promise<readonly DomainSubscription[]> {
    const { rows } = await client.query<DomainSubscription>({
      name: 'subscriptions of domains',
      text: `
        select subscription_id, domain_id, project_id, protocol_id, kinds, filter, filter_or, active_since
        from subscription
        where domain_id = any($1::text[]) and state = 'ENABLED' and deleted_at is null
        order by subscription_id`,
      values: [domains],
    });
    return rows;
  }

  /**
   * In the order of the changes, for each subscription.
   * @param invalid is told whose query cannot be asked at all, and why
   * @throws what can be asked again later
   */
  async matchesOf(
    changes: readonly AlertChange[],
    subscriptions: readonly DomainSubscription[],
    invalid: Map<DomainSubscription, string>,
  ): Promise<readonly Match[]> {
    const matches: Match[] = [];
    for (const subscription of subscriptions) {
      const meant = changes.filter(
        ({ kind, changed_at, flapping }) =>
          // Of a key that is flapping, that it is.
          (!flapping || kind === 'flapping') &&
          subscription.kinds.includes(`alert.${kind}`) &&
          new Date(changed_at) >= subscription.active_since,
      );
      const found = await this.found(subscription, meant, invalid);
      for (const change of meant) if (found(change)) matches.push({ change, subscription });
    }
    return matches;
  }

  /** With what silences them. @throws what can be asked again later */
  async withSilences(
    matches: readonly Match[],
    silences: readonly StoredSilence[],
  ): Promise<readonly Match[]> {
    if (silences.length === 0) return matches;
    const asked = [...new Set(matches.map(({ change }) => change))].map((change) => ({
      change,
      at: new Date(change.changed_at),
    }));
    const silenced = await decideSilenced(
      async (domain_id, query, alerts) => {
        const of = alerts.map(({ change }) => change);
        const found = await this.queries.matchChanges(domain_id, query, of);
        return ({ change }) => found.has(change);
      },
      silences,
      asked,
    );
    const byChange = new Map([...silenced].map(([{ change }, by]) => [change, by]));
    return matches.map((match) => ({ ...match, silenced: byChange.get(match.change) }));
  }

  private async found(
    subscription: DomainSubscription,
    changes: readonly AlertChange[],
    invalid: Map<DomainSubscription, string>,
  ): Promise<(change: AlertChange) => boolean> {
    const { domain_id, project_id } = subscription;
    const query = queryOf(subscription, project_id);
    if (query === undefined || changes.length === 0) return () => true;
    try {
      const found = await this.queries.matchChanges(domain_id, query, changes);
      return (change) => found.has(change);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'ERROR_INVALID_QUERY') throw error;
      this.logger.error(`the filter of a subscription of ${domain_id} is not valid: ${error.message}`);
      invalid.set(subscription, `Its filter is not valid: ${error.message}`);
      return () => false;
    }
  }
}
