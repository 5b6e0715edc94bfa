import { setTimeout as sleep } from 'node:timers/promises';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { checkChanges, type ChangeFindings } from './check-changes.js';
import { DOMAIN, SENDERS } from './payloads.js';
import { query } from './query.js';
import type { AlarmGenerator, SentAlarm } from './alarm-generator.js';

/** The result of the checks. All but the first five must be empty. */
export interface Findings extends ChangeFindings {
  readonly alarms: number;
  readonly acknowledged: number;
  readonly resent: number;
  readonly events: number;
  /** Acknowledgements of alerts, and their withdrawals. */
  readonly decisions: number;
  /** Acknowledged deliveries without an event. */
  readonly lost: readonly string[];
  /** Alarms with more than one event of the same state. */
  readonly duplicated: readonly string[];
  /** Deliveries that a resending sender gave up, because the status told it not to retry. */
  readonly lostByResender: readonly string[];
  /** Receipts whose delivery does not exist or is not processed. */
  readonly badReceipts: readonly string[];
  readonly wrongStates: readonly string[];
  readonly unbalanced: readonly string[];
  /** Recoveries that are ordered before their alarm. */
  readonly outOfOrder: readonly string[];
  /** Events that the follower did not receive exactly once. */
  readonly missedByFollower: readonly string[];
  /** Processes that reported ready while they rejected deliveries for a long time. */
  readonly refusedWhileReady: readonly string[];
}

interface StoredEvent {
  readonly n: number;
  readonly event_id: string;
  readonly resolved: boolean;
  readonly state: string;
  readonly created_at: string;
  readonly stored_at: string;
  readonly late: boolean;
}

/** @throws if a backlog makes no progress for `timeoutMs`; on a slow machine it only takes longer */
export async function waitUntilProcessed(databaseUrl: string, timeoutMs: number): Promise<void> {
  const pending = async () => (await query<{ n: number }>(databaseUrl, PENDING_SQL))[0]?.n ?? 0;
  let remaining = await pending();
  for (let deadline = Date.now() + timeoutMs; remaining > 0;) {
    if (Date.now() > deadline) throw new Error(`${remaining} segments are still not processed`);
    await sleep(200);
    const current = await pending();
    if (current < remaining) deadline = Date.now() + timeoutMs;
    remaining = current;
  }
}

const PENDING_SQL = `select count(*)::int as n from delivery_segment where processed_at is null`;

export async function checkEvents(
  databaseUrl: string,
  { sent, decided }: Pick<AlarmGenerator, 'sent' | 'decided'>,
  followedIds: readonly string[],
  ledger: { readonly balanced: boolean; readonly results: readonly unknown[] },
): Promise<Omit<Findings, 'refusedWhileReady'>> {
  const stored = await query<StoredEvent>(
    databaseUrl,
    `select substring(event.raw_data::text from 'chaos-(\\d+)-')::int as n, event_id,
       event_type = 'RECOVERY' as resolved, state, event.created_at::text, event.stored_at::text, late
     from event join alert using (domain_id, alert_id)
     join delivery_segment segment on segment.domain_id = event.domain_id
       and left(segment_id::text, 32) = left(delivery_id::text, 32)
     where alert.domain_id = '${DOMAIN}'`,
  );
  const counts = new Map<string, number>();
  for (const { n, resolved } of stored) {
    const key = eventKey(n, resolved);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const acknowledged = sent.filter(({ deliveries }) => deliveries.length > 0);
  return {
    alarms: sent.length,
    acknowledged: acknowledged.length,
    resent: sent.reduce((sum, { attempts }) => sum + attempts - 1, 0),
    events: stored.length,
    decisions: decided.filter(({ deliveries }) => deliveries.length > 0).length,
    lost: acknowledged.filter((one) => !counts.has(eventKey(one.n, one.resolved))).map(describeAlarm),
    duplicated: [...counts].filter(([, times]) => times > 1).map(([key, times]) => `${key} ${times} times`),
    lostByResender: sent
      .filter(({ sender, deliveries }) => SENDERS[sender].retriesAfter(undefined) && deliveries.length === 0)
      .map((one) => `${describeAlarm(one)} after ${one.status}`),
    badReceipts: await findBadReceipts(databaseUrl, [...acknowledged, ...decided]),
    wrongStates: findWrongStates(sent, stored),
    outOfOrder: findOutOfOrder(stored),
    ...(await checkChanges(databaseUrl, DOMAIN, decided)),
    unbalanced: ledger.balanced ? [] : ledger.results.map((day) => JSON.stringify(day)),
    missedByFollower: findNotFollowed(stored, followedIds),
  };
}

const eventKey = (n: number, resolved: boolean) => `${n} ${resolved ? 'RECOVERY' : 'ALERT'}`;
const describeAlarm = ({ sender, n, resolved, acknowledged }: SentAlarm) =>
  `${sender} ${acknowledged === undefined ? eventKey(n, resolved) : `${n} acknowledged ${acknowledged}`}`;

/** An acknowledgement may arrive before its alarm; that is not an error. */
const BAD_OUTCOME_SQL = `outcome not in ('CREATED', 'DUPLICATE', 'ACKNOWLEDGED') and reason not like '%no alert of its key was open then'`;

async function findBadReceipts(databaseUrl: string, acknowledged: readonly SentAlarm[]): Promise<string[]> {
  const expected = acknowledged.flatMap((one) =>
    one.deliveries.map((id) => ({ label: `${describeAlarm(one)} ${id}`, uuid: parseId('delivery', id) })),
  );
  const rows = await query<{ segment_id: string; delivery_count: number; bad: number[] }>(
    databaseUrl,
    `select segment_id, delivery_count,
       coalesce(array_agg(place) filter (where ${BAD_OUTCOME_SQL}), '{}') as bad
     from delivery_segment
     left join lateral (
       select place - 1 as place, one ->> 'outcome' as outcome, coalesce(one ->> 'reason', '') as reason
       from json_array_elements(outcomes) with ordinality as delivery (list, place), json_array_elements(list) as one
     ) as outcome on true
     where processed_at is not null group by 1, 2`,
  );
  const segments = new Map(rows.map((row) => [row.segment_id.slice(0, 32), row]));
  return expected
    .filter(({ uuid }) => {
      const segment = segments.get(uuid.slice(0, 32));
      const place = parseInt(uuid.slice(32), 16);
      return !segment || place >= segment.delivery_count || segment.bad.map(Number).includes(place);
    })
    .map(({ label }) => label);
}

/** Checks the states of alerts. Only acknowledged recoveries count: others may have been stored or not. */
function findWrongStates(sent: readonly SentAlarm[], stored: readonly StoredEvent[]): string[] {
  const recoveries = new Map(sent.filter(({ resolved }) => resolved).map((one) => [one.n, one]));
  const wrong = stored.filter(({ n, state }) => {
    const recovery = recoveries.get(n);
    if (recovery === undefined) return state !== 'OPEN';
    return recovery.deliveries.length > 0 && state !== 'RESOLVED';
  });
  const numbers = [...new Set(wrong.map(({ n }) => n))];
  return numbers.map((n) => {
    const events = stored.filter((each) => each.n === n);
    const timeline = events.map(
      ({ resolved, created_at, stored_at, late }) =>
        `${resolved ? 'RECOVERY' : 'ALERT'} arrived ${created_at}, stored ${stored_at}${late ? ', late' : ''}`,
    );
    return `${recoveries.get(n)?.sender ?? ''} ${n} is ${events[0]?.state}: ${timeline.join('; ')}`;
  });
}

/** Finds recoveries before their alarm. The ids of events are in the order of arrival. */
function findOutOfOrder(stored: readonly StoredEvent[]): string[] {
  const alertEventIds = new Map(
    stored.filter(({ resolved }) => !resolved).map(({ n, event_id }) => [n, event_id]),
  );
  return stored
    .filter(({ n, resolved, event_id }) => resolved && (alertEventIds.get(n) ?? '') > event_id)
    .map(({ n, created_at }) => `${n} ended at ${created_at}, before it began`);
}

function findNotFollowed(stored: readonly StoredEvent[], followedIds: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of followedIds) times.set(id, (times.get(id) ?? 0) + 1);
  return stored.flatMap(({ event_id, n }) => {
    const receivedCount = times.get(formatId('event', event_id)) ?? 0;
    return receivedCount === 1 ? [] : [`${n} told ${receivedCount} times`];
  });
}
