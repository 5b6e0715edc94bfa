import type { ClientBase } from 'pg';
import type { AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { countInLedger } from '../../delivery/tables/count-in-ledger.js';
import { insertNotifications, type NewNotification } from '../../delivery/tables/notification-lanes.js';
import {
  EVERYBODY,
  recordNotifiedKey,
  writeServiceNotices,
} from '../../delivery/tables/write-service-notices.js';
import { buildAlertLinks } from '../../protocols/sent-message.js';
import { planReminders } from '../../reminders/tables/plan-reminders.js';
import type { SubscriptionAlert } from '../../silences/tables/silenced-alerts.js';
import { isSameRun, isUnreached, recordTelling, type Look, type Telling } from '../domain/run.js';
import { writeEntries, type Entry } from '../tables/entries.js';
import { createStepNotification } from '../tables/notify-step.js';
import { storeLooks, storeRuns, type PlannedRun, type StoredRun } from '../tables/runs.js';
import { StepReceivers } from '../tables/step-receivers.js';

/** An escalation that was looked at, and what was decided. */
export interface LookedAt {
  readonly run: StoredRun;
  readonly alert: AlertInfo;
  readonly found: Look;
  readonly entries: readonly Omit<Entry, 'run'>[];
  /** When to look again; `undefined`: as the escalation itself says. */
  readonly look_at?: Date | undefined;
}

type Told = LookedAt & { readonly found: { readonly telling: Telling } };

/** Tells the steps that were decided, and those that follow where nobody is to be told, and stores everything. */
export async function tellSteps(
  client: ClientBase,
  looked: readonly LookedAt[],
  domain_id: string,
  now: Date,
  publicUrl: PublicUrl,
  planLook: (run: StoredRun) => Date,
): Promise<void> {
  const entries = looked.flatMap(({ run, entries: own }) => own.map((entry): Entry => ({ ...entry, run })));
  const notifications: NewNotification[] = [];
  const reminded: SubscriptionAlert[] = [];
  const states = new Map(looked.map(({ run, found }) => [run, found.run]));
  const receivers = new StepReceivers(client, domain_id, now);
  let pending = looked.filter((each): each is Told => each.found.telling !== undefined);
  while (pending.length > 0) {
    const steps = pending.flatMap(({ run, alert, found }) => {
      const step = run.policy.steps[found.telling.step - 1];
      return step === undefined ? [] : [{ step, project_id: alert.project_id }];
    });
    const found = await receivers.find(steps);
    const next: Told[] = [];
    for (const [at, each] of pending.entries()) {
      const { run, alert } = each;
      const { telling } = each.found;
      const { receivers: some = [], reason = null } = found[at] ?? {};
      const made = some.map((one) => createStepNotification({ run, telling, alert, now }, one, publicUrl));
      notifications.push(...made);
      for (const { subscription_id, wants_reminders } of some)
        if (wants_reminders) reminded.push({ subscription_id, alert_id: run.alert_id });
      const what = some.length === 0 ? ('NOBODY' as const) : ('TOLD' as const);
      entries.push({ run, ...telling, what, reason, told: some.length, at: now });
      const ids = made.map(({ notification_id }) => notification_id);
      const after = recordTelling(each.found.run, run.policy, telling, ids, now.getTime());
      states.set(run, after.run);
      if (after.telling !== undefined) next.push({ ...each, found: { ...after, telling: after.telling } });
    }
    pending = next;
  }
  const unreached: LookedAt[] = [];
  for (const each of looked) {
    const state = states.get(each.run) ?? each.run.state;
    if (!isUnreached(state, each.run.policy)) continue;
    states.set(each.run, { ...state, unreached: true });
    unreached.push(each);
  }
  const changed: PlannedRun[] = [];
  const unchanged: PlannedRun[] = [];
  for (const { run, look_at } of looked) {
    const stored = { ...run, state: states.get(run) ?? run.state };
    const planned = { ...stored, look_at: look_at ?? planLook(stored) };
    const isUnchanged = run.withdraw_before === null && isSameRun(run.state, stored.state);
    (isUnchanged ? unchanged : changed).push(planned);
  }
  await storeRuns(client, changed);
  // With a silence or an inhibition, most looks find nothing new.
  await storeLooks(client, unchanged);
  await planReminders(
    client,
    reminded.map((each) => ({ ...each, domain_id })),
  );
  const inserted = await insertNotifications(client, notifications);
  for (const { run, alert } of unreached) {
    const { cycle, step, again } = states.get(run) ?? run.state;
    const reason = await tellUnreached(client, run, alert, cycle, now, publicUrl);
    entries.push({ run, what: 'UNREACHED', reason, cycle, step, again, told: 0, at: now });
  }
  await writeEntries(client, entries);
  await countInLedger(
    client,
    inserted.map(({ created_at }) => ({ domain_id, at: created_at, as: 'by_steps' })),
  );
}

/** Milliseconds for which one message about an escalation without fallback is enough: a storm must not use up the quotas of all. */
const GONE_INTERVAL_MS = 15 * 60_000;

/**
 * Tells the fallback that nobody was told. If it is disabled or deleted, all who are told of changes of this project get it: too
 * many messages are better than none.
 * @returns who was told instead of the fallback; `null`: the fallback was
 */
async function tellUnreached(
  client: ClientBase,
  { run_id, escalation_id, domain_id, policy }: StoredRun,
  { alert_id, title, severity, project_id }: AlertInfo,
  cycle: number,
  at: Date,
  publicUrl: PublicUrl,
): Promise<string | null> {
  const event = {
    ...{ domain_id, severity, at },
    kind: 'escalation.unreached' as const,
    title: `No step of the escalation ${policy.name} reached anybody: ${title}`,
    subject: { escalation_id: formatId('escalation', escalation_id), name: policy.name, alert_id, cycle },
    links: buildAlertLinks(publicUrl, alert_id),
    subject_key: `escalation.unreached ${run_id} ${cycle}`,
  };
  if (await isEnabled(client, domain_id, policy.fallback)) {
    await writeServiceNotices(client, event, undefined, policy.fallback);
    return null;
  }
  const gone = 'its fallback is disabled or deleted';
  const period = Math.floor(at.getTime() / GONE_INTERVAL_MS);
  if (!(await recordNotifiedKey(client, domain_id, `without fallback ${escalation_id} ${period}`)))
    return `${gone}, which was told with another alert`;
  const told = await writeServiceNotices(
    client,
    event,
    (some) => some.filter((one) => one.project_id === null || one.project_id === project_id),
    EVERYBODY,
  );
  if (told === 0) return `${gone}, and no other subscription is told of changes`;
  return `${gone}, and ${told} other ${told === 1 ? 'subscription was' : 'subscriptions were'} told`;
}

/** @param subscription_id as in the policy */
async function isEnabled(client: ClientBase, domain_id: string, subscription_id: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is the fallback enabled',
    text: `
      select from subscription
      where domain_id = $1 and subscription_id = $2 and state = 'ENABLED' and deleted_at is null`,
    values: [domain_id, parseId('subscription', subscription_id)],
  });
  return rowCount === 1;
}
