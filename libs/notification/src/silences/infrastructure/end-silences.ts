import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import {
  AlertOutbox,
  AlertQueries,
  type AlertChange,
  type AlertMessage,
} from '#monitoring/contracts/alert-outbox.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId, uuidFromHash } from '#shared/kernel/ids.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { countInLedger } from '../../delivery/tables/count-in-ledger.js';
import {
  insertNotifications,
  toNewNotification,
  type NewNotification,
} from '../../delivery/tables/notification-lanes.js';
import { planReminders } from '../../reminders/tables/plan-reminders.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
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

  constructor(
    private readonly pool: IngestPool,
    private readonly outbox: AlertOutbox,
    private readonly queries: AlertQueries,
  ) {}

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
      const told: DueAlert[] = [];
      for (const [domain_id, domainAlerts] of Map.groupBy(due, (alert) => alert.domain_id)) {
        const isOfDomain = (each: { domain_id: string }) => each.domain_id === domain_id;
        try {
          const kept = [
            ...(await this.findSilenced(domain_id, silences.filter(isOfDomain), domainAlerts, now)),
          ];
          const rest = domainAlerts.filter((alert) => !kept.some((each) => isSamePair(each, alert)));
          kept.push(...(await this.findInhibited(client, inhibitions.filter(isOfDomain), rest, now)));
          await reassignAlerts(client, kept);
          told.push(...rest.filter((alert) => !kept.some((each) => isSamePair(each, alert))));
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
      const inserted = await insertDeferred(client, await this.createNotifications(told), now);
      await deleteSettled(client, told);
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

  /** Returns what to send, with each alert as it is now. Leaves out alerts that no longer exist. */
  private async createNotifications(
    unsilenced: readonly DueAlert[],
  ): Promise<readonly DeferredNotification[]> {
    const horizon = unsilenced.length === 0 ? undefined : await this.outbox.readHorizon();
    if (horizon === undefined) return [];
    const changes = new Map(
      unsilenced.flatMap((alert) =>
        [alert.change, alert.resolution].flatMap((notice) =>
          notice === null ? [] : [[restoreChange(notice, horizon.at), { alert, notice }] as const],
        ),
      ),
    );
    const messages = await this.outbox.loadMessages([...changes.keys()], horizon, 'as now');
    return messages.flatMap(({ change, message }) => {
      const entry = changes.get(change);
      if (entry === undefined) return [];
      const { alert, notice } = entry;
      const isOpen = message.data.alert.state === 'OPEN';
      const isRelevant = notice === alert.change ? isOpen : !isOpen && alert.was_open;
      return isRelevant ? [{ alert, changed_at: notice.timestamp, message, links: notice.data.links }] : [];
    });
  }
}

/** Restores the change from its notice. The position is not needed. */
function restoreChange({ type, timestamp, data }: AlertNotice, at: number): AlertChange {
  const { alert_id, domain_id } = data.alert;
  return {
    ...data.change,
    ...{ alert_id, domain_id },
    flapping: data.change.flapping,
    // A notice that the previous release stored has neither.
    assignee: data.change.assignee ?? null,
    note_id: data.change.note_id ?? null,
    calm_at: null,
    via_id: null,
    via_at: null,
    kind: type.slice('alert.'.length) as AlertChange['kind'],
    changed_at: timestamp,
    position: { xid: '0', index: '0', offset: 0, at },
  };
}

/** A notification to write after a silence. */
interface DeferredNotification {
  readonly alert: DueAlert;
  readonly changed_at: string;
  /** Contains the alert as it is now. */
  readonly message: AlertMessage;
  readonly links: AlertNotice['data']['links'];
}

/** Writes the notifications of subscriptions that are enabled now and were when the change happened. Returns the new ones. */
async function insertDeferred(
  client: ClientBase,
  notifications: readonly DeferredNotification[],
  now: Date,
): Promise<readonly NewNotification[]> {
  if (notifications.length === 0) return [];
  const { rows } = await client.query<{
    subscription_id: string;
    protocol_id: string;
    wants_reminders: boolean;
    active_since: Date | null;
  }>({
    name: 'subscriptions that are told after a silence',
    text: `
      select subscription_id, protocol_id, remind is not null as wants_reminders,
        -- A time in the future was written while the clock was ahead.
        case when active_since <= clock_timestamp() then active_since end as active_since
      from subscription
      where subscription_id = any($1::uuid[]) and state = 'ENABLED' and deleted_at is null`,
    values: [encodeUuids(notifications.map(({ alert }) => alert.subscription_id))],
  });
  const enabled = new Map(rows.map((row) => [row.subscription_id, row]));
  const told = notifications.map(({ alert }) => alert);
  await planReminders(
    client,
    told.filter(({ subscription_id }) => enabled.get(subscription_id)?.wants_reminders === true),
  );
  return insertNotifications(
    client,
    notifications.flatMap(({ alert, changed_at, message, links }) => {
      const subscription = enabled.get(alert.subscription_id);
      if (subscription === undefined || new Date(changed_at) < (subscription.active_since ?? new Date(0)))
        return [];
      const { subscription_id, alert_id, domain_id, silence_id, inhibition_id, source_alert_id } = alert;
      return [
        toNewNotification({
          ...{ subscription_id, alert_id, domain_id, silence_id, inhibition_id, source_alert_id },
          notification_id: uuidFromHash(now, subscription_id, alert_id, 'after a silence', changed_at),
          protocol_id: subscription.protocol_id,
          state: 'PENDING' as const,
          reason: null,
          severity: message.data.alert.severity,
          message: { ...message, timestamp: now.toISOString(), data: { ...message.data, links } },
          created_at: now,
        }),
      ];
    }),
  );
}
