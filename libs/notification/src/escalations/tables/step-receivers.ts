import type { ClientBase } from 'pg';
import { parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { getUuidTime, lowestUuidNear } from '#shared/query/instant.js';
import { QUOTA_HOLD_KEY } from '../../delivery/tables/notification-lanes.js';
import { hasArrivedSql } from '../../delivery/tables/told-condition.js';
import { membersAt, type MembersAt } from '../../on-call/tables/schedules.js';
import { isRemarkSql } from '../../protocols/domain/remarks.js';
import { BREAKER_FAILURES } from '../../subscriptions/domain/retry-delay.js';
import { pausedSinceSql } from '../../subscriptions/tables/subscription-table.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';
import type { EscalationStep } from '../domain/escalation.js';
import type { Outcome } from '../domain/run.js';

/** A subscription that a step tells. */
export interface Receiver {
  /** uuid */
  readonly subscription_id: string;
  readonly protocol_id: string;
  readonly wants_reminders: boolean;
}

/** What is wrong with subscriptions that are not told. One that was told of the change would be told twice. */
const UNUSABLE = {
  GONE: 'a subscription of it is disabled or deleted',
  CHANGE: 'a subscription of it has the trigger CHANGE',
  FOREIGN: 'a subscription of it sends only alerts of another project',
} as const;

type Unusable = keyof typeof UNUSABLE;
type Found = (Receiver & { readonly project_id: string | null }) | Unusable;

/** A step, and the project of the alert that it tells; `undefined`: any. */
export interface AskedStep {
  readonly step: EscalationStep;
  readonly project_id: string | null | undefined;
}

/** Whom a step tells. */
export interface FoundReceivers {
  readonly receivers: readonly Receiver[];
  /** Why it tells nobody, or not all. */
  readonly reason: string | null;
}

/** Finds whom steps of one domain tell now. What is asked for again is read once. */
export class StepReceivers {
  private readonly schedules = new Map<string, MembersAt | undefined>();
  private readonly subscriptions = new Map<string, Found>();

  constructor(
    private readonly client: RecordReader,
    private readonly domain_id: string,
    private readonly now: Date,
  ) {}

  async find(asked: readonly AskedStep[]): Promise<readonly FoundReceivers[]> {
    for (const { step } of asked) await this.readSchedule(step.on_call);
    await this.readSubscriptions(asked.flatMap(({ step }) => this.listIds(step)));
    return asked.map(({ step, project_id }) => {
      const found = this.listIds(step).map((id): Receiver | Unusable => {
        const one = this.subscriptions.get(id) ?? 'GONE';
        if (typeof one === 'string') return one;
        const isOfProject =
          one.project_id === null || project_id === undefined || one.project_id === project_id;
        return isOfProject ? one : 'FOREIGN';
      });
      const receivers = found.filter((each) => typeof each !== 'string');
      const unusable = new Set(found.filter((each) => typeof each === 'string'));
      const problems = [
        ...[...unusable].map((problem) => UNUSABLE[problem]),
        ...this.describeSchedule(step.on_call),
      ];
      return { receivers, reason: problems.length === 0 ? null : problems.join('; ') };
    });
  }

  private listIds({ subscriptions, on_call }: EscalationStep): readonly string[] {
    const members = on_call === null ? [] : (this.schedules.get(on_call)?.members ?? []);
    const own = subscriptions.map((id) => parseId('subscription', id));
    return [...new Set([...own, ...members.map(({ subscription_id }) => subscription_id)])];
  }

  private describeSchedule(on_call: string | null): readonly string[] {
    if (on_call === null) return [];
    const schedule = this.schedules.get(on_call);
    if (schedule === undefined) return ['its schedule was deleted'];
    if (schedule.members.length > 0) return [];
    if (schedule.state === 'UNKNOWN') return ['the calendar of its schedule cannot be read'];
    return [schedule.state === 'NOBODY' ? 'nobody is on call' : 'nobody who is on call can be told'];
  }

  private async readSchedule(on_call: string | null): Promise<void> {
    if (on_call === null || this.schedules.has(on_call)) return;
    const uuid = parseId('on_call', on_call);
    this.schedules.set(on_call, await membersAt(this.client, this.domain_id, uuid, this.now));
  }

  private async readSubscriptions(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.subscriptions.has(id));
    if (unknown.length === 0) return;
    const { rows } = await this.client.query<
      Exclude<Found, Unusable> & { readonly trigger: SubscriptionTrigger }
    >({
      name: 'subscriptions of steps',
      text: `
        select subscription_id, protocol_id, project_id, remind is not null as wants_reminders, trigger from subscription
        where domain_id = $1 and subscription_id = any($2::uuid[]) and state = 'ENABLED' and deleted_at is null`,
      values: [this.domain_id, encodeUuids(unknown)],
    });
    for (const id of unknown) this.subscriptions.set(id, 'GONE');
    for (const { trigger, ...row } of rows)
      this.subscriptions.set(row.subscription_id, trigger === 'CHANGE' ? trigger : row);
  }
}

/** A condition on `n`, a notification: a later one of its alert to its subscription, with this condition, stands for it. */
const isOvertakenSql = (condition: (later: string) => string) => `(n.state = 'SUPERSEDED' and exists (
  select from notification later
  where later.alert_id = n.alert_id and later.subscription_id = n.subscription_id and later.notification_id >= $4
    and later.seq > n.seq and not ${isRemarkSql('later')} and ${condition('later')}))`;

/** Seconds after which nobody waits for a notification if nothing of what was tried since has arrived. */
const AWAY_SECONDS = 60;

/**
 * A condition on `n`, a notification that waits: it does so for units of the quota, until its window ends. What has just joined a held
 * lane is sent at once if there are units: its hold is due until that is known.
 */
const IS_HELD_BY_QUOTA_SQL = `exists (
  select from notification_lane lane join notification_hold hold using (subscription_id, hold_key)
  where lane.subscription_id = n.subscription_id and lane.subject_id = n.subject_id
    and hold_key = '${QUOTA_HOLD_KEY}' and hold.look_at > clock_timestamp())`;

/** A condition on `n`, a notification that waits, and `h`, the health of its subscription: the receiver is away, or its quota used up. */
const IS_AWAY_SQL = `(${IS_HELD_BY_QUOTA_SQL} or n.created_at <= $5::timestamptz - interval '${AWAY_SECONDS} s'
  and coalesce(h.last_sent_at <= n.created_at, true)
  and (h.failures >= ${BREAKER_FAILURES} or h.last_attempt_at > n.created_at
    or ${pausedSinceSql('$5::timestamptz')} is not null))`;

const isWaitingSql = (n: string) => `${n}.state in ('PENDING', 'HELD')`;

/** Returns what became of notifications, by their ids. What is overtaken is told, or not, by what overtakes it. */
export async function readOutcomes(
  client: ClientBase,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Outcome>> {
  if (ids.length === 0) return new Map();
  const sorted = ids.toSorted();
  const { rows } = await client.query<{ notification_id: string; outcome: Outcome }>({
    name: 'outcomes of steps',
    // The bounds let PostgreSQL skip other partitions.
    text: `
      select n.notification_id, case
        when ${hasArrivedSql('n')} or ${isOvertakenSql(hasArrivedSql)} then 'SENT'
        when s.state = 'ENABLED' and (${isWaitingSql('n')} or ${isOvertakenSql(isWaitingSql)})
        then case when ${IS_AWAY_SQL} then 'AWAY' else 'WAITING' end
        else 'LOST' end as outcome
      from notification n
      left join subscription s on s.subscription_id = n.subscription_id and s.deleted_at is null
      left join subscription_health h on h.subscription_id = n.subscription_id
      where n.notification_id = any($1::uuid[]) and n.notification_id between $2 and $3`,
    values: [encodeUuids(ids), sorted[0], sorted.at(-1), lowestUuidNear(getUuidTime(sorted[0] ?? '')), now],
  });
  return new Map(rows.map(({ notification_id, outcome }) => [notification_id, outcome]));
}
