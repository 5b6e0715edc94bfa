import { readFile, writeFile } from 'node:fs/promises';
import type { Findings } from './check-events.js';
import type { NotificationFindings } from './check-notifications.js';

const PROBLEMS = [
  ['lost', 'acknowledged and lost'],
  ['duplicated', 'duplicated'],
  ['lostByResender', 'given up by a sender that retries'],
  ['badReceipts', 'receipts of deliveries that are missing or not processed'],
  ['wrongStates', 'alerts in a wrong state'],
  ['outOfOrder', 'recoveries before their alarm'],
  ['wrongChanges', 'alerts with a change missing, duplicated or out of order'],
  ['wrongDecisions', 'alerts with an acknowledgement or escalation missing, duplicated or out of order'],
  ['refusedWhileReady', 'processes that were ready and rejected deliveries for over 5 s'],
  ['missedByFollower', 'events that a follower missed or received twice'],
  ['unbalanced', 'days of the ledger that do not balance'],
] as const;

const NOTIFICATION_COUNTS = [
  ['notified', 'changes, for each matching subscription'],
  ['arrivals', 'requests that reached a receiver'],
  ['digests', 'digests'],
  ['unitsUsed', 'units used'],
  ['unitsReturned', 'attempts that sent nothing, whose units were returned'],
  ['abandoned', 'attempts whose outcome was not stored'],
  ['flapped', 'times that a key began to flap'],
  ['mails', 'mails that a mailbox accepted'],
  ['steps', 'steps of escalations that were told'],
] as const;

const NOTIFICATION_PROBLEMS = [
  ['missing', 'changes without notification'],
  ['duplicateIds', 'changes under two ids'],
  ['arrivedOutOfOrder', 'first arrivals out of order'],
  ['unitMismatches', 'units without an attempt, attempts or requests without a unit'],
  ['aboveLimit', 'limits exceeded'],
  ['badSignatures', 'wrong signatures'],
  ['untold', 'open alerts that a subscription was not told of'],
  ['leftOpen', 'alerts that a receiver takes to be open, and that are resolved'],
  ['stepsTwice', 'steps of escalations told twice'],
  ['stepsMissing', 'steps of escalations that are missing'],
  ['stepsAfterAcknowledgement', 'steps told after an acknowledgement'],
] as const;

/** The sums of one or more runs. */
export interface Totals {
  readonly rounds: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly alarms: number;
  readonly acknowledged: number;
  readonly resent: number;
  readonly events: number;
  readonly decisions: number;
  /** Sums of notifications. */
  readonly sent?: Readonly<Record<string, number>>;
  readonly wrong: Readonly<Record<string, number>>;
}

export function computeTotals(
  faults: Readonly<Record<string, number>>,
  findings: Findings,
  notifications?: NotificationFindings,
): Totals {
  const { alarms, acknowledged, resent, events, decisions } = findings;
  const wrong = Object.fromEntries([
    ...PROBLEMS.map(([name, label]) => [label, findings[name].length]),
    ...(notifications
      ? NOTIFICATION_PROBLEMS.map(([name, label]) => [label, notifications[name].length])
      : []),
  ]) as Record<string, number>;
  const sent =
    notifications &&
    Object.fromEntries(NOTIFICATION_COUNTS.map(([name, label]) => [label, notifications[name]]));
  const rounds = Object.values(faults).reduce((sum, times) => sum + times, 0);
  return { rounds, faults, alarms, acknowledged, resent, events, decisions, wrong, ...(sent && { sent }) };
}

export const isClean = ({ wrong }: Totals): boolean => Object.values(wrong).every((times) => times === 0);

/** Adds the sums to those of earlier runs in the file, and returns the result. */
export async function appendTotals(path: string, latest: Totals): Promise<Totals> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const sum = text === undefined ? latest : addTotals(JSON.parse(text) as Totals, latest);
  await writeFile(path, `${JSON.stringify(sum, null, 2)}\n`);
  return sum;
}

function addTotals(first: Totals, second: Totals): Totals {
  const addCounts = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
        name,
        (a[name] ?? 0) + (b[name] ?? 0),
      ]),
    );
  return {
    rounds: first.rounds + second.rounds,
    faults: addCounts(first.faults, second.faults),
    alarms: first.alarms + second.alarms,
    acknowledged: first.acknowledged + second.acknowledged,
    resent: first.resent + second.resent,
    events: first.events + second.events,
    decisions: first.decisions + second.decisions,
    ...((first.sent ?? second.sent) && { sent: addCounts(first.sent ?? {}, second.sent ?? {}) }),
    wrong: addCounts(first.wrong, second.wrong),
  };
}

/** Formats the sums as the Markdown table of docs/benchmarks.md. */
export function formatTable({
  rounds,
  faults,
  alarms,
  acknowledged,
  resent,
  events,
  decisions,
  sent = {},
  wrong,
}: Totals): string {
  const rows: (readonly [string, number])[] = [
    ['rounds', rounds],
    ...Object.entries(faults).map(([name, times]) => [`&nbsp; ${name}`, times] as const),
    ['alarms sent', alarms],
    ['acknowledged', acknowledged],
    ['sent again', resent],
    ['events', events],
    ['acknowledgements of alarms, or their withdrawals', decisions],
    ...Object.entries(sent),
    ...Object.entries(wrong).map(([label, times]) => [`**${label}**`, times] as const),
  ];
  const lines = rows.map(([label, value]) => `| ${label} | ${value.toLocaleString('en')} |`);
  return ['| | |', '| --- | ---: |', ...lines].join('\n');
}
