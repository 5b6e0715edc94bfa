import { readFile, writeFile } from 'node:fs/promises';
import type { Findings } from './check.js';
import type { NotificationFindings } from './check-notifications.js';

const WRONG = [
  ['lost', 'acknowledged and lost'],
  ['doubled', 'doubled'],
  ['givenUp', 'lost to a sender that resends'],
  ['badReceipts', 'receipts that lead nowhere'],
  ['wrongStates', 'alerts in a wrong state'],
  ['outOfOrder', 'recoveries before their alarm'],
  ['wrongChanges', 'alerts with a change missing, doubled or out of order'],
  ['wrongDecisions', 'alerts with an acknowledgement or escalation missing, doubled or out of order'],
  ['refusedWhileReady', 'refusals of a process that was ready for more than 5 s of them'],
  ['notFollowed', 'events a follower missed or heard twice'],
  ['unbalanced', 'days of the ledger that do not balance'],
] as const;

const SENT = [
  ['notified', 'changes and subscriptions that are told of them'],
  ['arrivals', 'requests that reached a receiver'],
  ['digests', 'digests'],
  ['unitsUsed', 'units used'],
  ['givenBack', 'attempts of which nothing left, units given back'],
  ['abandoned', 'attempts whose outcome nobody stored'],
] as const;

const WRONGLY_SENT = [
  ['missing', 'changes without notification'],
  ['underTwoIds', 'changes under two ids'],
  ['toldOutOfOrder', 'first arrivals out of order'],
  ['unitsOff', 'units without an attempt, attempts or requests without a unit'],
  ['aboveLimit', 'limits exceeded'],
  ['badSignatures', 'wrong signatures'],
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

export function totalsOf(
  faults: Readonly<Record<string, number>>,
  findings: Findings,
  notifications?: NotificationFindings,
): Totals {
  const { alarms, acknowledged, resent, events, decisions } = findings;
  const wrong = Object.fromEntries([
    ...WRONG.map(([name, label]) => [label, findings[name].length]),
    ...(notifications ? WRONGLY_SENT.map(([name, label]) => [label, notifications[name].length]) : []),
  ]) as Record<string, number>;
  const sent = notifications && Object.fromEntries(SENT.map(([name, label]) => [label, notifications[name]]));
  const rounds = Object.values(faults).reduce((sum, times) => sum + times, 0);
  return { rounds, faults, alarms, acknowledged, resent, events, decisions, wrong, ...(sent && { sent }) };
}

export const isClean = ({ wrong }: Totals): boolean => Object.values(wrong).every((times) => times === 0);

/** Adds the sums to those of earlier runs in the file, and returns the result. */
export async function append(path: string, now: Totals): Promise<Totals> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const sum = text === undefined ? now : addUp(JSON.parse(text) as Totals, now);
  await writeFile(path, `${JSON.stringify(sum, null, 2)}\n`);
  return sum;
}

function addUp(one: Totals, other: Totals): Totals {
  const each = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
        name,
        (a[name] ?? 0) + (b[name] ?? 0),
      ]),
    );
  return {
    rounds: one.rounds + other.rounds,
    faults: each(one.faults, other.faults),
    alarms: one.alarms + other.alarms,
    acknowledged: one.acknowledged + other.acknowledged,
    resent: one.resent + other.resent,
    events: one.events + other.events,
    decisions: one.decisions + other.decisions,
    ...((one.sent ?? other.sent) && { sent: each(one.sent ?? {}, other.sent ?? {}) }),
    wrong: each(one.wrong, other.wrong),
  };
}

/** Formats the sums as the Markdown table of docs/benchmarks.md. */
export function tableOf({
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
    ['acknowledgements of alarms, given or taken back', decisions],
    ...Object.entries(sent),
    ...Object.entries(wrong).map(([label, times]) => [`**${label}**`, times] as const),
  ];
  const lines = rows.map(([label, value]) => `| ${label} | ${value.toLocaleString('en')} |`);
  return ['| | |', '| --- | ---: |', ...lines].join('\n');
}
