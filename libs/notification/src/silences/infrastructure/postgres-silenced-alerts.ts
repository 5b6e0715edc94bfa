import { Injectable, Logger } from '@nestjs/common';
import { AlertOutbox, AlertQueries, type AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { countInLedger } from '../../persistence/count-in-ledger.js';
import { decideSilenced } from '../../persistence/silencing/decide-silenced.js';
import { silencesOf } from '../../persistence/silencing/read-silences.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { SilencedAlerts } from '../application/ports/silenced-alerts.js';
import { insertTold, keepSilent, lockDue, removeSettled, type DueAlert, type Told } from './settle-alerts.js';

/** The maximum number of alerts in one transaction. */
const ALERTS = 200;
/** Milliseconds until a failed check is repeated. */
const RETRY_AFTER = 5_000;
/** Hours after which no process can still be working with a silence that it read before the deletion. */
const TOMBSTONE_HOURS = 1;

interface Due {
  readonly domains: readonly string[];
  readonly now: Date;
}

@Injectable()
export class PostgresSilencedAlerts extends SilencedAlerts {
  private readonly logger = new Logger('Silences');

  constructor(
    private readonly pool: IngestPool,
    private readonly outbox: AlertOutbox,
    private readonly queries: AlertQueries,
  ) {
    super();
  }

  async settle(): Promise<number> {
    const { domains, now } = await this.due();
    if (domains.length === 0) return 0;
    return inTransaction(this.pool, async (client) => {
      // Silences are locked before what they silenced, the order everywhere.
      const silences = await silencesOf(client, domains, now, now);
      const due = await lockDue(client, domains, now, ALERTS);
      const ended: DueAlert[] = [];
      for (const [domain_id, its] of Map.groupBy(due, (alert) => alert.domain_id)) {
        const asked = its.map((alert) => ({ alert, alert_id: formatId('alert', alert.alert_id), at: now }));
        const holding = silences.filter((silence) => silence.domain_id === domain_id);
        try {
          const silenced = await decideSilenced(
            async (domain, queries, alerts) => {
              const ids = new Set(alerts.map(({ alert_id }) => alert_id));
              const found = await this.queries.matchEach(domain, queries, [...ids]);
              return found.map((its) => new Set(alerts.filter(({ alert_id }) => its.has(alert_id))));
            },
            holding,
            asked,
          );
          await keepSilent(
            client,
            [...silenced].map(([{ alert }, by]) => ({
              ...alert,
              silence_id: by.silence.silence_id,
              look_at: by.until,
            })),
          );
          ended.push(...asked.filter((each) => !silenced.has(each)).map(({ alert }) => alert));
        } catch (error) {
          this.logger.warn(
            `silenced alerts of ${domain_id} could not be checked, and are tried again later: ${messageOf(error)}`,
          );
          const look_at = new Date(now.getTime() + RETRY_AFTER);
          await keepSilent(
            client,
            its.map((alert) => ({ ...alert, look_at })),
          );
        }
      }
      const told = await insertTold(client, await this.toldOf(ended), now);
      await removeSettled(client, ended);
      await countInLedger(
        client,
        told.map(({ domain_id, created_at }) => ({ domain_id, at: created_at, as: 'after_silence' })),
      );
      return due.length;
    });
  }

  async removeTombstones(): Promise<void> {
    await this.pool.query({
      name: 'remove tombstones of silences',
      text: `
        delete from silence where deleted_at < clock_timestamp() - interval '${TOMBSTONE_HOURS} hours'`,
    });
  }

  private async due(): Promise<Due> {
    const { rows } = await this.pool.query<{ domain_id: string | null; now: Date }>({
      name: 'domains with silenced alerts that are due',
      text: `
        select distinct domain_id, statement_timestamp() as now from (
          select domain_id from silenced_alert where look_at <= statement_timestamp()
          order by look_at limit ${ALERTS}
        ) as due`,
    });
    return {
      domains: rows.flatMap(({ domain_id }) => (domain_id === null ? [] : [domain_id])),
      now: rows[0]?.now ?? new Date(),
    };
  }

  /** Returns what to send, with each alert as it is now. Leaves out alerts that no longer exist. */
  private async toldOf(ended: readonly DueAlert[]): Promise<readonly Told[]> {
    const horizon = ended.length === 0 ? undefined : await this.outbox.horizon();
    if (horizon === undefined) return [];
    const changes = new Map(
      ended.flatMap((alert) =>
        [alert.change, alert.resolution].flatMap((notice) =>
          notice === null ? [] : [[changeOf(notice, horizon.at), { alert, notice }] as const],
        ),
      ),
    );
    const messages = await this.outbox.messagesOf([...changes.keys()], horizon, 'as now');
    return messages.flatMap(({ change, message }) => {
      const found = changes.get(change);
      if (found === undefined) return [];
      const { alert, notice } = found;
      const isOpen = message.data.alert.state === 'OPEN';
      const isMeant = notice === alert.change ? isOpen : !isOpen && alert.was_open;
      return isMeant ? [{ alert, changed_at: notice.timestamp, message, links: notice.data.links }] : [];
    });
  }
}

/** Restores the change from its notice. The position is not needed. */
function changeOf({ type, timestamp, data }: AlertNotice, at: number): AlertChange {
  const { alert_id, domain_id } = data.alert;
  return {
    ...data.change,
    ...{ alert_id, domain_id },
    flapping: data.change.flapping,
    kind: type.slice('alert.'.length) as AlertChange['kind'],
    changed_at: timestamp,
    position: { xid: '0', index: '0', offset: 0, at },
  };
}
