import { formatId, uuidFromHash, parseId } from '#shared/kernel/ids.js';
import type { Arrival } from './arrivals.js';
import type { FlappingKeys } from './flapping-keys.js';
import type { NotificationScenario, ExpectedSubscription } from './notification-scenario.js';
import { DOMAIN } from './payloads.js';
import { checkSteps, type StepFindings } from './check-steps.js';
import { checkTold, type ToldFindings } from './check-told.js';
import { query } from './query.js';

/** The result of the checks. All lists must be empty. */
export interface NotificationFindings extends ToldFindings, StepFindings {
  /** Changes that match a subscription. */
  readonly notified: number;
  /** Requests that reached a receiver. */
  readonly arrivals: number;
  readonly digests: number;
  readonly unitsUsed: number;
  /** Attempts that sent nothing, so that their units were returned. */
  readonly unitsReturned: number;
  /** Attempts without a stored result. */
  readonly abandoned: number;
  /** How often a key began to flap. */
  readonly flapped: number;
  /** Mails that were accepted, of each recipient. */
  readonly mails: number;
  /** Changes that match a subscription and did not reach its receiver. */
  readonly missing: readonly string[];
  /** Changes that a subscription was sent under several ids, or that match no subscription. */
  readonly duplicateIds: readonly string[];
  /** Changes that first arrived after a later change of the same alert. */
  readonly arrivedOutOfOrder: readonly string[];
  /** Attempts without a quota unit, units without an attempt, requests without an attempt. */
  readonly unitMismatches: readonly string[];
  readonly aboveLimit: readonly string[];
  readonly badSignatures: readonly string[];
}

interface Change {
  readonly xid: string;
  readonly index: string;
  readonly alert_id: string;
  readonly webhook_id: string;
  readonly kind: string;
  readonly changed_at: Date;
  readonly flapping: boolean;
}

interface StoredNotification {
  readonly notification_id: string;
  readonly state: string;
  readonly digest_id: string | null;
  /** The number of attempts, including those that the receiver has put off. */
  readonly attempt_count: number;
  /** Numbers of attempts that sent nothing, and of attempts without a stored result. */
  readonly free: number;
  readonly abandoned: number;
  /** The number of attempts beyond those that are listed. */
  readonly unlisted: number;
}

/** Compares the requests that reached the receivers with the stored changes of alerts and with the units of the quota. */
export async function checkNotifications(
  databaseUrl: string,
  scenario: NotificationScenario,
  flapping: FlappingKeys,
): Promise<NotificationFindings> {
  const changes = await query<Change>(
    databaseUrl,
    `select xid::text, index::text, alert_id, alert.webhook_id, kind, changed_at, flapping
     from alert_change join alert using (domain_id, alert_id) order by alert_change.xid, alert_change.index`,
  );
  const stored = await query<StoredNotification>(
    databaseUrl,
    `select notification_id, state, digest_id,
       attempt_count + (select count(*)::int from jsonb_array_elements(attempts) a where a ->> 'status' = '429')
         as attempt_count,
       (select count(*)::int from jsonb_array_elements(attempts) a
        where a ->> 'error' ~ '^(cannot be reached|the address is not public|it could not be rendered|the event of the alert could not be read)') as free,
       (select count(*)::int from jsonb_array_elements(attempts) a
        where a ->> 'error' like 'the worker ended before%') as abandoned,
       greatest(0, attempt_count - jsonb_array_length(attempts)) as unlisted
     from notification where domain_id = '${DOMAIN}'`,
  );
  const byId = new Map(stored.map((row) => [formatId('notification', row.notification_id), row]));
  const arrivals = (
    await Promise.all([...distinctReceivers(scenario)].map((each) => each.arrivals()))
  ).flat();
  const problems = {
    missing: [] as string[],
    duplicateIds: [] as string[],
    arrivedOutOfOrder: [] as string[],
  };
  let expected = 0;
  for (const subscribed of scenario.subscriptions) {
    const result = compareArrivals(
      subscribed,
      changes,
      byId,
      arrivals.filter(({ path, isPutOff }) => path === subscribed.path && !isPutOff),
    );
    expected += result.expected;
    problems.missing.push(...result.missing);
    problems.duplicateIds.push(...result.duplicateIds);
    problems.arrivedOutOfOrder.push(...result.arrivedOutOfOrder);
  }
  return {
    notified: expected,
    arrivals: arrivals.length,
    digests: new Set(arrivals.filter(({ type }) => type === 'digest').map(({ id }) => id)).size,
    ...problems,
    ...(await checkTold(databaseUrl, [...scenario.subscriptions, ...flapping.subscriptions])),
    ...(await checkUnits(databaseUrl, stored, arrivals)),
    ...(await checkSteps(databaseUrl, scenario.stepPaths, arrivals)),
    flapped: await flapping.countFlapping(),
    mails: flapping.mailCount,
    aboveLimit: scenario.exceededLimits,
    badSignatures: arrivals.filter(({ signed }) => !signed).map(({ path, id }) => `${path} ${id}`),
  };
}

const distinctReceivers = ({ subscriptions }: NotificationScenario) =>
  new Set(subscriptions.map(({ receiver }) => receiver));

/** The position of the first arrival of a change, and the ids it arrived under. */
interface ArrivedChange {
  first: number;
  readonly ids: Set<string>;
}

const contentKey = (alert_id: string | undefined, type: string, at: string) => `${alert_id} ${type} ${at}`;

/** Leaves out what only those are told who were told of the alert before, and the opening that made the key flap. */
function selectToldOf(changes: readonly Change[]): readonly Change[] {
  const told = new Set<string>();
  return changes.filter(({ alert_id, kind }, at) => {
    const next = changes[at + 1];
    const isToldAsFlapping = next?.kind === 'flapping' && next.alert_id === alert_id;
    if (kind === 'resolved' || kind === 'deescalated') return told.has(alert_id);
    told.add(alert_id);
    return !isToldAsFlapping;
  });
}

/** Compares the arrivals of one subscription with the changes. Matching by content finds changes that were sent under two ids. */
function compareArrivals(
  { subscription_id, path, kinds, webhooks }: ExpectedSubscription,
  changes: readonly Change[],
  byId: ReadonlyMap<string, StoredNotification>,
  arrivals: readonly Arrival[],
) {
  const arrivedChanges = new Map<string, ArrivedChange>();
  const firstArrivals = new Map<string, number>();
  arrivals.forEach(({ id, type, timestamp, alert_id, signed }, at) => {
    if (!signed) return;
    if (!firstArrivals.has(id)) firstArrivals.set(id, at);
    if (alert_id === undefined) return;
    const content = contentKey(alert_id, type, timestamp);
    const seen = arrivedChanges.get(content);
    if (seen === undefined) arrivedChanges.set(content, { first: at, ids: new Set([id]) });
    else seen.ids.add(id);
  });
  const expectedChanges = selectToldOf(
    changes.filter(
      ({ kind, webhook_id }) =>
        (kinds?.includes(kind) ?? true) && webhooks.includes(formatId('webhook', webhook_id)),
    ),
  );
  const missing: string[] = [];
  const duplicateIds: string[] = [];
  const arrivedOutOfOrder: string[] = [];
  const latest = new Map<string, number>();
  for (const { xid, index, alert_id, kind, changed_at } of expectedChanges) {
    const alert = formatId('alert', alert_id);
    const content = contentKey(alert, `alert.${kind}`, changed_at.toISOString());
    const position = [xid, String(BigInt(index) + 1n)];
    const uuid = uuidFromHash(changed_at, parseId('subscription', subscription_id), alert, ...position);
    const id = formatId('notification', uuid);
    const row = byId.get(id);
    // Who was told that the key is flapping is not told of each opening.
    if (row?.state === 'SILENCED') continue;
    const { ids, first } = arrivedChanges.get(content) ?? { ids: new Set<string>(), first: Infinity };
    const digest = row?.digest_id && formatId('notification', row.digest_id);
    const digestFirst = digest ? (firstArrivals.get(digest) ?? Infinity) : Infinity;
    const allIds = new Set([...ids, ...(digest && digestFirst < Infinity ? [digest] : [])]);
    const description = `${path} ${content} (${row?.state ?? 'not written'})`;
    arrivedChanges.delete(content);
    if (allIds.size === 0) missing.push(description);
    if (row?.state !== 'SENT' && allIds.size > 0)
      missing.push(`${description} is told and not known as sent`);
    if (allIds.size > 1) duplicateIds.push(`${description}: ${[...allIds].join(', ')}`);
    else if (ids.size === 1 && !ids.has(id))
      duplicateIds.push(`${description}: ${[...ids].join()} instead of ${id}`);
    const at = Math.min(first, digestFirst);
    if (at < (latest.get(alert_id) ?? 0)) arrivedOutOfOrder.push(description);
    latest.set(alert_id, Math.max(at, latest.get(alert_id) ?? 0));
  }
  for (const [content, { ids }] of arrivedChanges)
    duplicateIds.push(`${path} ${content}: nobody asked for ${[...ids].join()}`);
  return { expected: expectedChanges.length, missing, duplicateIds, arrivedOutOfOrder };
}

/**
 * Checks that each stored attempt, including those without a result, took exactly one unit, that units of attempts that
 * sent nothing were returned, and that no notification arrived more often than it was attempted.
 */
async function checkUnits(
  databaseUrl: string,
  stored: readonly StoredNotification[],
  arrivals: readonly Arrival[],
) {
  const [units] = await query<{ taken: number; given_back: number; used: number }>(
    databaseUrl,
    `select count(*)::int as taken, count(released)::int as given_back,
       (select coalesce(sum(consumed), 0)::int from quota_usage where domain_id = '${DOMAIN}') as used
     from quota_consumption where domain_id = '${DOMAIN}'`,
  );
  const { taken = 0, given_back = 0, used = 0 } = units ?? {};
  const sumOf = (key: 'attempt_count' | 'free' | 'abandoned' | 'unlisted') =>
    stored.reduce((sum, row) => sum + row[key], 0);
  const [attempts, free] = [sumOf('attempt_count'), sumOf('free')];
  const unitMismatches: string[] = [];
  if (taken !== attempts) unitMismatches.push(`${attempts} attempts, ${taken} units taken`);
  if (given_back < free || given_back > free + sumOf('unlisted')) {
    const errors = await query<{ error: string; count: number }>(
      databaseUrl,
      `select a ->> 'error' as error, count(*)::int from notification, jsonb_array_elements(attempts) a
       where domain_id = '${DOMAIN}' and a ->> 'status' is null group by 1 order by 2 desc`,
    );
    const reasons = errors.map(({ error, count }) => `${count} ${error}`).join('; ');
    unitMismatches.push(`nothing left in ${free} attempts, ${given_back} units given back (${reasons})`);
  }
  if (used !== taken - given_back)
    unitMismatches.push(`${taken} units taken, ${given_back} given back, ${used} used`);
  const requests = new Map<string, number>();
  for (const { id } of arrivals) requests.set(id, (requests.get(id) ?? 0) + 1);
  for (const { notification_id, attempt_count, free: unsent } of stored) {
    const id = formatId('notification', notification_id);
    const arrived = requests.get(id) ?? 0;
    if (arrived > attempt_count - unsent)
      unitMismatches.push(`${id} arrived ${arrived} times with ${attempt_count - unsent} units`);
  }
  return { unitsUsed: used, unitsReturned: given_back, abandoned: sumOf('abandoned'), unitMismatches };
}
