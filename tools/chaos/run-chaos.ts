import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '#shared/platform/with-timeout.js';
import { check, waitUntilProcessed, type Findings } from './check.js';
import { checkNotifications, type NotificationFindings } from './check-notifications.js';
import { FAULTS, LAGGING, REDIS_FAULTS, SERVER_FAULTS, type Dice, type Fault } from './faults.js';
import { FollowAll } from './follow-all.js';
import { NOTIFICATION_FAULTS } from './notification-faults.js';
import { Notified } from './notified.js';
import { ReadyWatch } from './ready-watch.js';
import { CALM, Sending } from './sending.js';
import { Stage } from './stage.js';

export interface ChaosOptions {
  readonly rounds: number;
  /** The same seed gives the same faults. */
  readonly seed: number;
  readonly redis: boolean;
  /** Runs the faults of servers and clocks instead of the others. */
  readonly servers?: boolean;
  /** Adds subscriptions, whose receivers fail as well. */
  readonly notify?: boolean;
  readonly roundSeconds: number;
  /** Runs only faults whose names contain one of these. */
  readonly only?: readonly string[] | undefined;
  readonly onRound?: (round: number, fault: string) => void;
  /** Ends the run after the current fault. The findings so far are reported. */
  readonly signal?: AbortSignal;
}

export interface ChaosResult {
  /** `undefined` if the stored data could not be compared. */
  readonly findings: Findings | undefined;
  /** Only with subscriptions; otherwise as {@link findings}. */
  readonly notifications?: NotificationFindings;
  readonly faults: Readonly<Record<string, number>>;
  /** The output of the processes, for an analysis of failures. */
  readonly logs: string;
  /** Why the run ended early. Some findings may then only be deliveries that are not processed yet. */
  readonly cutShort?: unknown;
}

/** Milliseconds. A process that restarted last must first find the work of the others. */
const SETTLE = 60_000;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const {
    rounds,
    seed,
    redis,
    roundSeconds,
    only,
    onRound,
    signal,
    servers = false,
    notify = false,
  } = options;
  const usual = { ...FAULTS, ...(redis && REDIS_FAULTS), ...(notify && NOTIFICATION_FAULTS) };
  const faults = chosen(servers ? SERVER_FAULTS : usual, only);
  await using stage = await Stage.set(redis, servers, notify);
  const target = await stage.target();
  const notified = notify ? await Notified.begin(stage) : undefined;
  const dice = diceOf(seed);
  const follower = new FollowAll(target.urls, stage.rootKey);
  await follower.begun();
  const readyWatch = new ReadyWatch(target.urls);
  const onAnswer = (url: string, status: number) => readyWatch.answered(url, status);
  const sending = new Sending(target, diceOf(seed + 1).random, onAnswer, notify ? CALM : undefined);
  const { random } = diceOf(seed + 2);
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => void failures.push(error));
  await attempt(async () => {
    for (const [index, name] of plan(Object.keys(faults), rounds, dice).entries()) {
      signal?.throwIfAborted();
      onRound?.(index + 1, name);
      const began = performance.now();
      await notified?.nextRound(random);
      await sleep(300 + 700 * dice.random());
      counts[name] = (counts[name] ?? 0) + 1;
      await faults[name]?.(stage, dice);
      await sleep(Math.max(500, roundSeconds * 1000 - (performance.now() - began)));
    }
  });
  onRound?.(sum(counts), 'the end: everything is brought home');
  await attempt(async () => {
    if (failures.length > 0) await stage.startEnded();
    await withTimeout(SETTLE, sending.stop(), 'sending what was not acknowledged');
    await readyWatch.stop();
    await untilSpoolsAreEmpty(stage);
    await waitUntilProcessed(stage.databaseUrl, SETTLE);
    // The follower receives the last events a moment later.
    await sleep(6_000);
    await follower.stop();
    await notified?.settle();
  });
  // A lagging standby loses the latest events. They are created again, and the follower, which is reset, gets them twice.
  const heard = LAGGING in counts ? undefined : follower.heard;
  let findings: Findings | undefined;
  let notifications: NotificationFindings | undefined;
  await attempt(async () => {
    const found = await check(stage.databaseUrl, sending, heard, await ledgerOf(stage));
    findings = { ...found, refusedWhileReady: readyWatch.found };
    notifications = notified && (await checkNotifications(stage.databaseUrl, notified));
  });
  return {
    findings,
    ...(notifications && { notifications }),
    faults: counts,
    logs: stage.logs,
    ...(failures.length > 0 && { cutShort: failures[0] }),
  };
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, times) => all + times, 0);

/** @throws when no fault matches */
function chosen(faults: Readonly<Record<string, Fault>>, only: readonly string[] | undefined) {
  const names = Object.keys(faults).filter((name) => only?.some((text) => name.includes(text)) ?? true);
  if (names.length === 0) throw new Error(`no fault has a name with ${only?.join(' or ')} in it`);
  return Object.fromEntries(names.map((name) => [name, faults[name] as Fault]));
}

/** Returns the faults of all rounds in random order. Every fault occurs once before any is repeated. */
function plan(names: readonly string[], rounds: number, { one }: Dice): string[] {
  const planned: string[] = [];
  let left: string[] = [];
  while (planned.length < rounds) {
    if (left.length === 0) left = [...names];
    const next = one(left);
    left = left.filter((name) => name !== next);
    planned.push(next);
  }
  return planned;
}

/** Mulberry32, a small generator with the same results on every platform. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  return { random, one };
}

async function untilSpoolsAreEmpty(stage: Stage): Promise<void> {
  for (const deadline = Date.now() + SETTLE; (await stage.spooledFiles()) > 0; await sleep(200)) {
    if (Date.now() > deadline) throw new Error('a spool is not emptied');
  }
}

async function ledgerOf({ apis, rootKey }: Stage) {
  const response = await fetch(`${apis[0]?.url}/monitoring/v1/ledger`, {
    headers: { authorization: `Bearer ${rootKey}` },
  });
  return (await response.json()) as { balanced: boolean; results: unknown[] };
}
