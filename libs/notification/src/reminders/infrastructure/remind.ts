import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { AlertQueries, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { formatId, uuidFromHash } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import {
  chooseStorageTime,
  insertNotifications,
  toNewNotification,
  type NewNotification,
} from '../../delivery/tables/notification-lanes.js';
import { buildAlertLinks, REMINDER_TYPE, type AlertNotice } from '../../protocols/sent-message.js';
import { getPairKey } from '../../silences/tables/silenced-alerts.js';
import { addSeconds, decideReminder, RECHECK_SECONDS, type Reminding } from '../domain/decide-reminder.js';
import {
  HAS_DUE,
  lockDueReminders,
  postponeReminders,
  readLastTold,
  removeReminders,
  type DueReminder,
  type StoredLastTold,
} from '../tables/due-reminders.js';
import { FindQuiet } from './find-quiet.js';

const INTERVAL_MS = 1_000;
/** The maximum number of reminders in one transaction. */
const MAX_REMINDERS = 200;

interface Decision {
  readonly reminder: DueReminder;
  readonly told: StoredLastTold;
  readonly alert: AlertInfo | undefined;
  readonly reminding: Reminding;
}

/**
 * Reminds subscriptions of alerts that are still open. A reminder and the time of the next one are written in one transaction. Several
 * processes share the work.
 */
@Injectable()
export class Remind {
  private readonly logger = new Logger('Reminders');
  private readonly quiet: FindQuiet;

  constructor(
    private readonly pool: IngestPool,
    private readonly queries: AlertQueries,
    private readonly publicUrl: PublicUrl,
  ) {
    this.quiet = new FindQuiet(queries);
  }

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    while ((await this.remind()) === MAX_REMINDERS);
  }

  /** Looks at the reminders that are due, in one transaction. @returns how many were looked at */
  async remind(): Promise<number> {
    const { rows } = await this.pool.query<{ has_due: boolean }>({
      name: 'reminders are due',
      text: HAS_DUE,
    });
    if (rows[0]?.has_due !== true) return 0;
    return inTransaction(this.pool, async (client) => {
      const due = await lockDueReminders(client, MAX_REMINDERS);
      const told = await readLastTold(
        client,
        due.filter(({ subscription }) => subscription !== null),
      );
      const decisions: Decision[] = [];
      for (const [domain_id, reminders] of Map.groupBy(due, (each) => each.domain_id))
        decisions.push(...(await this.decide(client, domain_id, reminders, told)));
      await this.store(client, decisions);
      return due.length;
    });
  }

  /** Decides about reminders of one domain. If that fails, they are looked at again later. */
  private async decide(
    client: ClientBase,
    domain_id: string,
    reminders: readonly DueReminder[],
    told: ReadonlyMap<string, StoredLastTold>,
  ): Promise<readonly Decision[]> {
    try {
      const ids = reminders.map(({ alert_id }) => formatId('alert', alert_id));
      const alerts = await this.queries.load(domain_id, [...new Set(ids)]);
      const decided = reminders.map((reminder, at): Decision => {
        const { subscription, now } = reminder;
        const alert = alerts.get(ids[at] ?? '');
        const toldOf = told.get(getPairKey(reminder)) ?? NOTHING_TOLD;
        const reminding: Reminding =
          subscription === null ? { do: 'end' } : decideReminder(subscription.remind, alert, toldOf, now);
        return { reminder, told: toldOf, alert, reminding };
      });
      const pending = decided.filter(({ reminding }) => reminding.do === 'remind');
      const quiet = await this.quiet.find(
        client,
        domain_id,
        pending.map(({ reminder }) => reminder),
      );
      return decided.map((each) => ({ ...each, reminding: quiet.get(each.reminder) ?? each.reminding }));
    } catch (error) {
      this.logger.warn(
        `reminders of ${domain_id} could not be decided, and are looked at again: ${getLogMessage(error)}`,
      );
      return reminders.map((reminder) => ({
        ...{ reminder, told: NOTHING_TOLD, alert: undefined },
        reminding: { do: 'wait', until: addSeconds(reminder.now, RECHECK_SECONDS) },
      }));
    }
  }

  private async store(client: ClientBase, decisions: readonly Decision[]): Promise<void> {
    await removeReminders(
      client,
      decisions.filter(({ reminding }) => reminding.do === 'end').map(({ reminder }) => reminder),
    );
    await postponeReminders(
      client,
      decisions.flatMap(({ reminder, told, reminding }) => {
        if (reminding.do === 'end') return [];
        const { subscription_id, alert_id, now, subscription } = reminder;
        const every = subscription?.remind.every ?? RECHECK_SECONDS;
        const latest = addSeconds(now, every);
        const look_at = reminding.do === 'wait' && reminding.until < latest ? reminding.until : latest;
        const isTold = told.isOpen === true && told.last !== null && told.last <= now;
        return [{ subscription_id, alert_id, look_at, told_at: isTold ? told.last : reminder.told_at }];
      }),
    );
    await insertNotifications(
      client,
      decisions.flatMap((decision) => this.createNotification(decision)),
    );
  }

  /**
   * The id follows from the message that the reminder counts from and the time at which it was to be looked at, so that a transaction
   * that is repeated makes the same.
   */
  private createNotification({ reminder, told, alert, reminding }: Decision): NewNotification[] {
    const { subscription_id, alert_id, domain_id, subscription, look_at, now } = reminder;
    if (reminding.do !== 'remind' || alert === undefined || subscription === null) return [];
    const created_at = chooseStorageTime(look_at, now);
    return [
      toNewNotification({
        ...{ subscription_id, alert_id, domain_id, created_at, protocol_id: subscription.protocol_id },
        notification_id: uuidFromHash(created_at, subscription_id, alert_id, 'reminder', told.last_id ?? ''),
        severity: alert.severity,
        message: this.createNotice(alert, now),
        is_single: true,
      }),
    ];
  }

  private createNotice(alert: AlertInfo, now: Date): AlertNotice {
    const { severity, alert_id } = alert;
    return {
      type: REMINDER_TYPE,
      timestamp: now.toISOString(),
      data: {
        alert,
        change: {
          ...{ state_before: 'OPEN', state: 'OPEN', severity_before: severity, severity },
          ...{ event_id: null, actor: null, assignee: null, note_id: null, note: null, flapping: false },
        },
        links: buildAlertLinks(this.publicUrl, alert_id),
      },
    };
  }
}

const NOTHING_TOLD: StoredLastTold = { isWaiting: false, isOpen: undefined, last: null, last_id: null };
