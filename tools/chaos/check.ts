import { setTimeout as sleep } from 'node:timers/promises';
import { formatId, uuidOf } from '#shared/kernel/ids.js';
import { checkChanges, type ChangeFindings } from './check-changes.js';
import { SENDERS } from './payloads.js';
import { query } from './query.js';
import type { Sending, Sent } from './sending.js';

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
  readonly doubled: readonly string[];
  /** Deliveries that a resending sender gave up, because the status told it not to retry. */
  readonly givenUp: readonly string[];
  /** Receipts whose delivery does not exist or is not processed. */
  readonly badReceipts: readonly string[];
  readonly wrongStates: readonly string[];
  readonly unbalanced: readonly string[];
  /** Recoveries that are ordered before their alarm. */
  readonly outOfOrder: readonly string[];
  /** Events that the follower did not receive exactly once. */
  readonly notFollowed: readonly string[];
  /** Processes that reported ready while they rejected deliveries for a long time. */
  readonly refusedWhileReady: readonly string[];
}

interface Stored {
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
  const pending = async () => (await query<{ n: number }>(databaseUrl, PENDING))[0]?.n ?? 0;
  let left = await pending();
  for (let deadline = Date.now() + timeoutMs; left > 0;) {
    if (Date.now() > deadline) throw new Error(`${left} segments are still not processed`);
    await sleep(200);
    const now = await pending();
    if (now < left) deadline = Date.now() + timeoutMs;
    left = now;
  }
}

const PENDING = `select count(*)::int as n from delivery_segment where processed_at is null`;

export async function check(
  databaseUrl: string,
  { sent, decided }: Pick<Sending, 'sent' | 'decided'>,
  heard: readonly string[] | undefined,
  ledger: { readonly balanced: boolean; readonly results: readonly unknown[] },
): Promise<Omit<Findings, 'refusedWhileReady'>> {
  const stored = await query<Stored>(
    databaseUrl,
    `select substring(event.raw_data::text from 'chaos-(\\d+)-')::int as n, event_id,
       event_type = 'RECOVERY' as resolved, state, event.created_at::text, event.stored_at::text, late
     from event join alert using (domain_id, alert_id)
     join delivery_segment segment on segment.domain_id = event.domain_id
       and left(segment_id::text, 32) = left(delivery_id::text, 32)`,
  );
  const counts = new Map<string, number>();
  for (const { n, resolved } of stored) {
    const key = keyOf(n, resolved);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const acknowledged = sent.filter(({ deliveries }) => deliveries.length > 0);
  return {
    alarms: sent.length,
    acknowledged: acknowledged.length,
    resent: sent.reduce((sum, { attempts }) => sum + attempts - 1, 0),
    events: stored.length,
    decisions: decided.filter(({ deliveries }) => deliveries.length > 0).length,
    lost: acknowledged.filter((one) => !counts.has(keyOf(one.n, one.resolved))).map(describe),
    doubled: [...counts].filter(([, times]) => times > 1).map(([key, times]) => `${key} ${times} times`),
    givenUp: sent
      .filter(({ sender, deliveries }) => SENDERS[sender].resends(undefined) && deliveries.length === 0)
      .map((one) => `${describe(one)} after ${one.status}`),
    badReceipts: await badReceipts(databaseUrl, [...acknowledged, ...decided]),
    wrongStates: wrongStates(sent, stored),
    outOfOrder: outOfOrder(stored),
    ...(await checkChanges(databaseUrl, decided)),
    unbalanced: ledger.balanced ? [] : ledger.results.map((day) => JSON.stringify(day)),
    notFollowed: heard === undefined ? [] : notFollowed(stored, heard),
  };
}

const keyOf = (n: number, resolved: boolean) => `${n} ${resolved ? 'RECOVERY' : 'ALERT'}`;
const describe = ({ sender, n, resolved, acknowledged }: Sent) =>
  `${sender} ${acknowledged === undefined ? keyOf(n, resolved) : `${n} acknowledged ${acknowledged}`}`;

/** An acknowledgement may arrive before its alarm; that is not an error. */
const IS_BAD = `outcome not in ('CREATED', 'DUPLICATE', 'ACKNOWLEDGED') and reason not like '%no alert of its key was open then'`;

async function badReceipts(databaseUrl: string, acknowledged: readonly Sent[]): Promise<string[]> {
  const wanted = acknowledged.flatMap((one) =>
    one.deliveries.map((id) => ({ who: `${describe(one)} ${id}`, uuid: uuidOf('delivery', id) })),
  );
  const rows = await query<{ segment_id: string; delivery_count: number; bad: number[] }>(
    databaseUrl,
    `select segment_id, delivery_count,
       coalesce(array_agg(place) filter (where ${IS_BAD}), '{}') as bad
     from delivery_segment
     left join lateral (
       select place - 1 as place, one ->> 'outcome' as outcome, coalesce(one ->> 'reason', '') as reason
       from json_array_elements(outcomes) with ordinality as delivery (list, place), json_array_elements(list) as one
     ) as outcome on true
     where processed_at is not null group by 1, 2`,
  );
  const segments = new Map(rows.map((row) => [row.segment_id.slice(0, 32), row]));
  return wanted
    .filter(({ uuid }) => {
      const segment = segments.get(uuid.slice(0, 32));
      const place = parseInt(uuid.slice(32), 16);
      return !segment || place >= segment.delivery_count || segment.bad.map(Number).includes(place);
    })
    .map(({ who }) => who);
}

/** Checks the states of alerts. Only acknowledged recoveries count: others may have been stored or not. */
function wrongStates(sent: readonly Sent[], stored: readonly Stored[]): string[] {
  const tried = new Map(sent.filter(({ resolved }) => resolved).map((one) => [one.n, one]));
  const wrong = stored.filter(({ n, state }) => {
    const recovery = tried.get(n);
    if (recovery === undefined) return state !== 'OPEN';
    return recovery.deliveries.length > 0 && state !== 'RESOLVED';
  });
  const numbers = [...new Set(wrong.map(({ n }) => n))];
  return numbers.map((n) => {
    const events = stored.filter((each) => each.n === n);
    const story = events.map(
      ({ resolved, created_at, stored_at, late }) =>
        `${resolved ? 'RECOVERY' : 'ALERT'} arrived ${created_at}, stored ${stored_at}${late ? ', late' : ''}`,
    );
    return `${tried.get(n)?.sender ?? ''} ${n} is ${events[0]?.state}: ${story.join('; ')}`;
  });
}

/** Finds recoveries before their alarm. The ids of events are in the order of arrival. */
function outOfOrder(stored: readonly Stored[]): string[] {
  const fired = new Map(stored.filter(({ resolved }) => !resolved).map(({ n, event_id }) => [n, event_id]));
  return stored
    .filter(({ n, resolved, event_id }) => resolved && (fired.get(n) ?? '') > event_id)
    .map(({ n, created_at }) => `${n} ended at ${created_at}, before it began`);
}

function notFollowed(stored: readonly Stored[], heard: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of heard) times.set(id, (times.get(id) ?? 0) + 1);
  return stored.flatMap(({ event_id, n }) => {
    const told = times.get(formatId('event', event_id)) ?? 0;
    return told === 1 ? [] : [`${n} told ${told} times`];
  });
}
