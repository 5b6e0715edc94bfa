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
  /** The same seed plays the same faults. */
  readonly seed: number;
  readonly redis: boolean;
  /** Instead of the other faults those of the servers and their clocks. */
  readonly servers?: boolean;
  /** With subscriptions, whose receivers fail as well. */
  readonly notify?: boolean;
  readonly roundSeconds: number;
  /** Faults whose names contain one of these; all where there are none. */
  readonly only?: readonly string[] | undefined;
  readonly onRound?: (round: number, fault: string) => void;
  /** Ends the run after the fault that is being played; what was found so far is said. */
  readonly signal?: AbortSignal;
}

export interface ChaosResult {
  /** `undefined` where also what is stored could not be compared any more. */
  readonly findings: Findings | undefined;
  /** With subscriptions, as {@link findings}. */
  readonly notifications?: NotificationFindings;
  readonly faults: Readonly<Record<string, number>>;
  /** Of what the processes said, should something be wrong. */
  readonly logs: string;
  /** Why it ended before all was played and brought home. What is found then may only not be processed yet. */
  readonly cutShort?: unknown;
}

/** Milliseconds: whoever restarted last must first find what the others left. */
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
    // The follower is told of the last ones a moment later.
    await sleep(6_000);
    await follower.stop();
    await notified?.settle();
  });
  // Where a part of the history was replaced, who follows is told to begin anew, and hears what is made again twice.
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

/** @throws when there is none */
function chosen(faults: Readonly<Record<string, Fault>>, only: readonly string[] | undefined) {
  const names = Object.keys(faults).filter((name) => only?.some((text) => name.includes(text)) ?? true);
  if (names.length === 0) throw new Error(`no fault has a name with ${only?.join(' or ')} in it`);
  return Object.fromEntries(names.map((name) => [name, faults[name] as Fault]));
}

/** Every fault once before any comes twice, in an order of the seed's. */
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

/** Mulberry32: small, and the same everywhere. */
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
