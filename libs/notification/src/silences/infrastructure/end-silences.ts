import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertOutbox, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId } from '#shared/kernel/ids.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { countInLedger } from '../../delivery/tables/count-in-ledger.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { MAX_DURATION_MS } from '../domain/silence.js';
import { INHIBITION_TIMES } from '../../inhibitions/domain/inhibition.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import { lockInhibitions, type StoredInhibition } from '../../inhibitions/tables/inhibition-tables.js';
import { decideSilenced, lockSilences, type StoredSilence } from '../tables/decide-silenced.js';
import {
  deleteSettled,
  getPairKey,
  lockDueAlerts,
  MAX_FLAPPING_SECONDS,
  reassignAlerts,
  type DueAlert,
} from '../tables/silenced-alerts.js';
import { TellKept, type ReleasedAlert } from './tell-kept.js';

/** Milliseconds between two rounds. */
const INTERVAL_MS = 1_000;
/** The maximum number of alerts in one transaction. */
const MAX_ALERTS = 200;
/** Seconds. Alerts are looked at right after their silence, which is at most this long. */
const MAX_WAIT_SECONDS = MAX_DURATION_MS / 1000 + 60;
/** Seconds until a key is calm and its alerts are looked at, at most. */
const MAX_HOLD_SECONDS = MAX_FLAPPING_SECONDS + 60;
/** Seconds until a source has been silent for too long, at most. */
const MAX_INHIBITED_SECONDS = INHIBITION_TIMES.max.max + 60;
/** Milliseconds until a failed check is repeated. */
const RETRY_MS = 5_000;

/** An alert that stays silent until the next check. */
type KeptAlert = DueAlert & { readonly look_at: Date };

const isSamePair = (a: DueAlert, b: DueAlert) => getPairKey(a) === getPairKey(b);

/** Whether nothing keeps it silent: the subscription was disabled when the alert ended. */
const isMissedEnd = ({ silence_id, inhibition_id, change }: DueAlert) =>
  silence_id === null && inhibition_id === null && change === null;

interface DueDomains {
  readonly domains: readonly string[];
  readonly now: Date;
}

/**
 * Periodically sends what was silenced and is no longer silenced. A silenced alert is settled when a notification was written, or
 * none is needed. Several processes share the work.
 */
@Injectable()
export class EndSilences {
  private readonly logger = new Logger('Silences');
  private readonly kept: TellKept;

  constructor(
    private readonly pool: IngestPool,
    outbox: AlertOutbox,
    private readonly queries: AlertQueries,
    protocols: ProtocolRegistry,
  ) {
    this.kept = new TellKept(outbox, queries, protocols);
  }

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    while ((await this.settle()) > 0);
  }

  /**
   * Checks silenced alerts that are due, and settles those that nothing keeps silent any more, in one transaction.
   * @returns how many were checked
   */
  async settle(): Promise<number> {
    const { domains, now } = await this.findDueDomains();
    if (domains.length === 0) return 0;
    return inTransaction(this.pool, async (client) => {
      // Silences and inhibitions are locked before what they silenced, the order everywhere.
      const silences = await lockSilences(client, { domains, from: now, to: now });
      const inhibitions = await lockInhibitions(client, domains);
      const due = await lockDueAlerts(client, domains, now, MAX_ALERTS);
      const settled: DueAlert[] = [];
      const released: ReleasedAlert[] = [];
      for (const [domain_id, domainAlerts] of Map.groupBy(due, (alert) => alert.domain_id)) {
        const isOfDomain = (each: { domain_id: string }) => each.domain_id === domain_id;
        try {
          // The end of what was told is told in any case.
          const asked = domainAlerts.filter((alert) => !isMissedEnd(alert));
          const kept = [...(await this.findSilenced(domain_id, silences.filter(isOfDomain), asked, now))];
          const rest = asked.filter((alert) => !kept.some((each) => isSamePair(each, alert)));
          kept.push(...(await this.findInhibited(client, inhibitions.filter(isOfDomain), rest, now)));
          const free = domainAlerts.filter((alert) => !kept.some((each) => isSamePair(each, alert)));
          released.push(...(await this.kept.match(client, domain_id, free)));
          settled.push(...free);
          await reassignAlerts(client, kept);
        } catch (error) {
          this.logger.warn(
            `silenced alerts of ${domain_id} could not be checked, and are tried again later: ${getLogMessage(error)}`,
          );
          const look_at = new Date(now.getTime() + RETRY_MS);
          await reassignAlerts(
            client,
            domainAlerts.map((alert) => ({ ...alert, look_at })),
          );
        }
      }
      const inserted = await this.kept.tell(client, released, now);
      await deleteSettled(client, settled);
      await countInLedger(
        client,
        inserted.map(({ domain_id, created_at }) => ({ domain_id, at: created_at, as: 'after_silence' })),
      );
      return due.length;
    });
  }

  /** Returns the alerts that a silence applies to, until it ends. */
  private async findSilenced(
    domain_id: string,
    silences: readonly StoredSilence[],
    alerts: readonly DueAlert[],
    now: Date,
  ): Promise<readonly KeptAlert[]> {
    const silenced = await decideSilenced(
      async (_, queries, asked) => {
        const ids = new Set(asked.map(({ alert_id }) => alert_id));
        const found = await this.queries.matchEach(domain_id, queries, [...ids]);
        return found.map((matched) => new Set(asked.filter(({ alert_id }) => matched.has(alert_id))));
      },
      silences,
      alerts.map((alert) => ({ alert, alert_id: formatId('alert', alert.alert_id), at: now })),
    );
    return [...silenced].map(([{ alert }, { silence, until }]) => ({
      ...alert,
      ...{ silence_id: silence.silence_id, inhibition_id: null, source_alert_id: null },
      look_at: until,
    }));
  }

  /** Returns the alerts that an inhibition holds back, until its source has been silent for too long. */
  private async findInhibited(
    client: ClientBase,
    inhibitions: readonly StoredInhibition[],
    alerts: readonly DueAlert[],
    now: Date,
  ): Promise<readonly KeptAlert[]> {
    const ids = [...new Set(alerts.map(({ alert_id }) => alert_id))];
    const inhibited = await findInhibited(client, this.queries, inhibitions, ids, now);
    return alerts.flatMap((alert) => {
      const { inhibition_id, source_alert_id, until } = inhibited.get(alert.alert_id) ?? {};
      if (inhibition_id === undefined || source_alert_id === undefined || until === undefined) return [];
      return [{ ...alert, silence_id: null, inhibition_id, source_alert_id, look_at: until }];
    });
  }

  private async findDueDomains(): Promise<DueDomains> {
    const { rows } = await this.pool.query<{ domain_id: string | null; now: Date }>({
      name: 'domains with silenced alerts that are due',
      text: `
        with bounded as (
          -- Later times were written while the clock was ahead.
          update silenced_alert set look_at = statement_timestamp()
          where look_at > statement_timestamp() +
            case when silence_id is not null then ${MAX_WAIT_SECONDS} when inhibition_id is not null then ${MAX_INHIBITED_SECONDS}
              else ${MAX_HOLD_SECONDS} end * interval '1 s'
        )
        select distinct domain_id, statement_timestamp() as now from (
          select domain_id from silenced_alert where look_at <= statement_timestamp()
          order by look_at limit ${MAX_ALERTS}
        ) as due`,
    });
    return {
      domains: rows.flatMap(({ domain_id }) => (domain_id === null ? [] : [domain_id])),
      now: rows[0]?.now ?? new Date(),
    };
  }
}
