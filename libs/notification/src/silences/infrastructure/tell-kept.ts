import type { ClientBase } from 'pg';
import type {
  AlertChange,
  AlertMessage,
  AlertOutbox,
  AlertQueries,
} from '#monitoring/contracts/alert-outbox.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import {
  insertNotifications,
  toNewNotification,
  type NewNotification,
} from '../../delivery/tables/notification-lanes.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { planReminders } from '../../reminders/tables/plan-reminders.js';
import type { AlertFilter } from '../../subscriptions/domain/subscription.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';
import { wantsKept, wantsKind } from '../../subscriptions/domain/wanted-kinds.js';
import { matchSubscriptions } from '../../subscriptions/tables/match-subscriptions.js';
import { getPairKey, type DueAlert } from '../tables/silenced-alerts.js';

/** A subscription that is enabled. */
interface KeptSubscription extends AlertFilter {
  readonly protocol_id: string;
  readonly project_id: string | null;
  readonly kinds: readonly string[];
  readonly trigger: SubscriptionTrigger;
  readonly tracksAlerts: boolean;
  readonly wants_reminders: boolean;
  /** What changed before is not told. */
  readonly active_since: Date | null;
  /** When it was disabled the last time. What had ended by then was told, or is known at the receiver. */
  readonly disabled_at: Date | null;
}

/** An alert that nothing keeps from its subscription any more. */
export interface ReleasedAlert extends DueAlert {
  readonly subscription: KeptSubscription;
  /** As {@link wantsKept} asks. */
  readonly isMatched: boolean;
}

/** Tells subscriptions what silences, inhibitions and flapping have kept from them, if they still ask for it. */
export class TellKept {
  constructor(
    private readonly outbox: AlertOutbox,
    private readonly queries: AlertQueries,
    private readonly protocols: ProtocolRegistry,
  ) {}

  /**
   * Returns the alerts whose subscription is enabled, and whether it finds them as they are now.
   * @throws errors after which it can be repeated
   */
  async match(
    client: ClientBase,
    domain_id: string,
    alerts: readonly DueAlert[],
  ): Promise<readonly ReleasedAlert[]> {
    const subscriptions = await this.readSubscriptions(client, alerts);
    const asked = alerts.flatMap((alert) => {
      const subscription = subscriptions.get(alert.subscription_id);
      return subscription === undefined ? [] : [{ ...alert, subscription }];
    });
    // The end of a silence tells those of an escalation by its step.
    const byChanges = asked.filter(({ subscription }) => subscription.trigger === 'CHANGE');
    const found = new Set(
      (await matchSubscriptions(this.queries, domain_id, byChanges)).map((each) => getPairKey(each)),
    );
    return asked.map((alert) => ({ ...alert, isMatched: found.has(getPairKey(alert)) }));
  }

  private async readSubscriptions(
    client: ClientBase,
    alerts: readonly DueAlert[],
  ): Promise<ReadonlyMap<string, KeptSubscription>> {
    if (alerts.length === 0) return new Map();
    const { rows } = await client.query<
      Omit<KeptSubscription, 'tracksAlerts'> & { subscription_id: string; options: PluginOptions }
    >({
      name: 'subscriptions that are told after a silence',
      text: `
        select subscription_id, protocol_id, options, project_id, kinds, trigger, filter, filter_or,
          remind is not null as wants_reminders,
          -- A time in the future was written while the clock was ahead.
          case when active_since <= clock_timestamp() then active_since end as active_since, disabled_at
        from subscription
        where subscription_id = any($1::uuid[]) and state = 'ENABLED' and deleted_at is null`,
      values: [encodeUuids(alerts.map(({ subscription_id }) => subscription_id))],
    });
    return new Map(
      rows.map(({ subscription_id, options, ...row }) => [
        subscription_id,
        { ...row, tracksAlerts: this.protocols.tracksAlerts(row.protocol_id, options) },
      ]),
    );
  }

  /** Writes the notifications. Returns the new ones. @param now the time of the database */
  async tell(
    client: ClientBase,
    released: readonly ReleasedAlert[],
    now: Date,
  ): Promise<readonly NewNotification[]> {
    const notices = await this.createNotices(released);
    await planReminders(
      client,
      notices.map(({ alert }) => alert).filter(({ subscription }) => subscription.wants_reminders),
    );
    return insertNotifications(
      client,
      notices.map(({ alert, changed_at, message }) => {
        const { subscription_id, alert_id, domain_id, silence_id, inhibition_id, source_alert_id } = alert;
        const isAcknowledgement = message.type === 'alert.acknowledged' ? ['acknowledged'] : [];
        return toNewNotification({
          ...{ subscription_id, alert_id, domain_id, silence_id, inhibition_id, source_alert_id },
          notification_id: uuidFromHash(
            now,
            ...[subscription_id, alert_id, 'after a silence', changed_at, ...isAcknowledgement],
          ),
          protocol_id: alert.subscription.protocol_id,
          severity: message.data.alert.severity,
          message: { ...message, timestamp: now.toISOString() },
          created_at: now,
        });
      }),
    );
  }

  /** Returns what to send, with each alert as it is now. Leaves out alerts that no longer exist. */
  private async createNotices(released: readonly ReleasedAlert[]): Promise<readonly KeptNotice[]> {
    const wanted = released.flatMap((alert) =>
      [alert.change, alert.resolution].flatMap((notice) =>
        notice !== null && isWanted(alert, notice) ? [{ alert, notice }] : [],
      ),
    );
    const horizon = wanted.length === 0 ? undefined : await this.outbox.readHorizon();
    if (horizon === undefined) return [];
    const changes = new Map(wanted.map((each) => [restoreChange(each.notice, horizon.at), each]));
    const messages = await this.outbox.loadMessages([...changes.keys()], horizon, 'as now');
    return messages.flatMap(({ change, message }) => {
      const entry = changes.get(change);
      if (entry === undefined) return [];
      const { alert, notice } = entry;
      const isOpen = message.data.alert.state === 'OPEN';
      const isRelevant = notice === alert.change ? isOpen : !isOpen && alert.was_open;
      if (!isRelevant || endedBefore(alert.subscription.disabled_at, message)) return [];
      const [changed_at, { links }] = [notice.timestamp, notice.data];
      return [message, ...createAcknowledgement(message, changed_at, alert)].map((each) => ({
        ...{ alert, changed_at },
        message: { ...each, data: { ...each.data, links } },
      }));
    });
  }
}

/** Whether an alert had ended by a time, as far as it was known then: a recovery may be older than its arrival. */
function endedBefore(time: Date | null, { data: { alert } }: AlertMessage): boolean {
  const { resolved_at, last_received_at } = alert;
  return (
    time !== null && resolved_at !== null && new Date(resolved_at) < time && new Date(last_received_at) < time
  );
}

/** A notification to write. */
interface KeptNotice {
  readonly alert: ReleasedAlert;
  readonly changed_at: string;
  /** Contains the alert as it is now. */
  readonly message: AlertNotice;
}

function isWanted({ subscription, isMatched, was_open }: ReleasedAlert, { type, timestamp }: AlertNotice) {
  const isActive = new Date(timestamp) >= (subscription.active_since ?? new Date(0));
  return isActive && wantsKept(type.slice('alert.'.length), subscription, { isMatched, isTold: was_open });
}

/**
 * Returns the acknowledgement that followed the change that is told: a receiver that keeps a state for each alert must not page somebody
 * for one that is acknowledged.
 */
function createAcknowledgement(
  { type, timestamp, data: { alert, change } }: AlertMessage,
  changed_at: string,
  { subscription }: ReleasedAlert,
): AlertMessage[] {
  const { acknowledged_at, acknowledged_by: actor, state, severity } = alert;
  const isLater = acknowledged_at !== null && Date.parse(acknowledged_at) >= Date.parse(changed_at);
  if (!alert.acknowledged || !isLater || state !== 'OPEN' || type === 'alert.acknowledged') return [];
  if (!wantsKind('acknowledged', subscription)) return [];
  const none = { event_id: null, assignee: null, note_id: null, note: null };
  const acknowledgement = { ...change, ...none, actor, state_before: state, severity_before: severity };
  return [{ type: 'alert.acknowledged', timestamp, data: { alert, change: acknowledgement } }];
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
