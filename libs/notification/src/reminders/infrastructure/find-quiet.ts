import type { ClientBase } from 'pg';
import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import { readInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { decideSilenced, readSilences } from '../../silences/tables/decide-silenced.js';
import { getPairKey, readUnsettled } from '../../silences/tables/silenced-alerts.js';
import type { MatchEach } from '../../subscriptions/tables/match-queries.js';
import { matchSubscriptions } from '../../subscriptions/tables/match-subscriptions.js';
import { addSeconds, RECHECK_SECONDS, type Reminding } from '../domain/decide-reminder.js';
import type { DueReminder } from '../tables/due-reminders.js';

/** Finds what keeps reminders back that are due: the filter of their subscription, silences and inhibitions. */
export class FindQuiet {
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
    const found = await matchSubscriptions(
      this.queries,
      domain_id,
      reminders.flatMap(({ subscription, ...reminder }) =>
        subscription === null ? [] : [{ ...reminder, subscription }],
      ),
    );
    const silenced = await this.findSilenced(client, match, domain_id, found, now);
    const inhibitions = await readInhibitions(client, [domain_id]);
    const ids = [...new Set(found.map(({ alert_id }) => alert_id))];
    const inhibited = await findInhibited(client, this.queries, inhibitions, ids, now);
    // What was held back before is told soon, if nothing keeps it back any more.
    const unsettled = await readUnsettled(client, found);
    const matching = new Set(found.map(getPairKey));
    const decide = (reminder: DueReminder): Reminding | undefined => {
      if (!matching.has(getPairKey(reminder))) return { do: 'end' };
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
