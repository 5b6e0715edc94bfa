import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import { readInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { decideSilenced, readSilences } from '../../silences/tables/decide-silenced.js';
import { getPairKey, readUnsettled } from '../../silences/tables/silenced-alerts.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import { addSeconds, RECHECK_SECONDS, type Reminding } from '../domain/decide-reminder.js';
import type { DueReminder } from '../tables/due-reminders.js';

/** Finds what keeps reminders back that are due: the filter of their subscription, silences and inhibitions. */
export class FindQuiet {
  private readonly logger = new Logger('Reminders');

  constructor(private readonly queries: AlertQueries) {}

  /** Returns what becomes of those that are not sent now. @throws errors after which it can be repeated */
  async find(
    client: ClientBase,
    domain_id: string,
    reminders: readonly DueReminder[],
  ): Promise<ReadonlyMap<DueReminder, Reminding>> {
    const now = reminders[0]?.now;
    if (now === undefined) return new Map();
    const match: MatchEach<string> = (queries, ids) => this.queries.matchEach(domain_id, queries, ids);
    const found = await this.findMatching(match, domain_id, reminders);
    const silenced = await this.findSilenced(client, match, domain_id, found, now);
    const inhibitions = await readInhibitions(client, [domain_id]);
    const ids = [...new Set(found.map(({ alert_id }) => alert_id))];
    const inhibited = await findInhibited(client, this.queries, inhibitions, ids, now);
    // What was held back before is told soon, if nothing keeps it back any more.
    const unsettled = await readUnsettled(client, found);
    const matching = new Set(found);
    const decide = (reminder: DueReminder): Reminding | undefined => {
      if (!matching.has(reminder)) return { do: 'end' };
      const { alert_id } = reminder;
      const until = silenced.get(alert_id) ?? inhibited.get(alert_id)?.until;
      if (until !== undefined) return { do: 'wait', until };
      return unsettled.has(getPairKey(reminder))
        ? { do: 'wait', until: addSeconds(now, RECHECK_SECONDS) }
        : undefined;
    };
    return new Map(
      reminders.flatMap((reminder) => {
        const reminding = decide(reminder);
        return reminding === undefined ? [] : [[reminder, reminding] as const];
      }),
    );
  }

  /** Returns the reminders of alerts that their subscription still finds, or that steps have told it of. */
  private async findMatching(
    match: MatchEach<string>,
    domain_id: string,
    reminders: readonly DueReminder[],
  ): Promise<readonly DueReminder[]> {
    const bySubscription = [...Map.groupBy(reminders, (each) => each.subscription_id).values()];
    const candidates = bySubscription.flatMap((own) => {
      const subscription = own[0]?.subscription ?? null;
      if (subscription === null) return [];
      // Of steps of an escalation, its filter says nothing.
      const isOfSteps = subscription.trigger === 'ESCALATION';
      const query = isOfSteps ? undefined : buildAlertQuery(subscription, subscription.project_id);
      return [{ own, query, items: own.map(({ alert_id }) => formatId('alert', alert_id)) }];
    });
    const found = await matchQueries(match, candidates, (_, { message }) =>
      // The fan-out disables the subscription.
      this.logger.error(`the filter of a subscription of ${domain_id} is not valid: ${message}`),
    );
    return [...found].flatMap(([{ own }, ids]) => {
      const matched = new Set(ids);
      return own.filter(({ alert_id }) => matched.has(formatId('alert', alert_id)));
    });
  }

  /** Returns until when alerts are silenced, by uuid. */
  private async findSilenced(
    client: ClientBase,
    match: MatchEach<string>,
    domain_id: string,
    reminders: readonly DueReminder[],
    now: Date,
  ): Promise<ReadonlyMap<string, Date>> {
    const silences = await readSilences(client, { domains: [domain_id], from: now, to: now });
    if (silences.length === 0) return new Map();
    const alerts = [...new Set(reminders.map(({ alert_id }) => alert_id))].map((uuid) => ({
      ...{ uuid, alert_id: formatId('alert', uuid), at: now },
    }));
    const silenced = await decideSilenced<(typeof alerts)[number]>(
      async (_, queries, asked) => {
        const matched = await match(
          queries,
          asked.map(({ alert_id }) => alert_id),
        );
        return matched.map((ids) => new Set(asked.filter(({ alert_id }) => ids.has(alert_id))));
      },
      silences,
      alerts,
    );
    return new Map([...silenced].map(([{ uuid }, { until }]) => [uuid, until]));
  }
}
