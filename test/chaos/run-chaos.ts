import { setTimeout as sleep } from 'node:timers/promises';
import { withTimeout } from '#shared/kernel/with-timeout.js';
import { checkEvents, waitUntilProcessed, type Findings } from './check-events.js';
import { checkNotifications, type NotificationFindings } from './check-notifications.js';
import { FAULTS, REDIS_FAULTS, SERVER_FAULTS, type Dice, type Fault } from './faults.js';
import { FlappingKeys } from './flapping-keys.js';
import { ReconnectingFollower } from './reconnecting-follower.js';
import { NOTIFICATION_FAULTS } from './notification-faults.js';
import { NotificationScenario } from './notification-scenario.js';
import { ReadinessMonitor } from './readiness-monitor.js';
import { SLOW_PACE, AlarmGenerator } from './alarm-generator.js';
import { Testbed } from './testbed.js';

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
  readonly abortReason?: unknown;
}

/** Milliseconds. A process that restarted last must first find the work of the others. */
const SETTLE_TIMEOUT_MS = 60_000;

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
  const defaultFaults = { ...FAULTS, ...(redis && REDIS_FAULTS), ...(notify && NOTIFICATION_FAULTS) };
  const faults = selectFaults(servers ? SERVER_FAULTS : defaultFaults, only);
  await using testbed = await Testbed.start(redis, servers, notify);
  const target = await testbed.createTarget();
  const scenario = notify ? await NotificationScenario.start(testbed) : undefined;
  const flapping = notify ? await FlappingKeys.start(testbed, createDice(seed + 3).random) : undefined;
  const dice = createDice(seed);
  const follower = new ReconnectingFollower(target.urls, testbed.rootKey);
  await follower.waitForPosition();
  const readyWatch = new ReadinessMonitor(target.urls);
  const onResponse = (url: string, status: number) => readyWatch.recordStatus(url, status);
  const generator = new AlarmGenerator(
    target,
    createDice(seed + 1).random,
    onResponse,
    notify ? SLOW_PACE : undefined,
  );
  const { random } = createDice(seed + 2);
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  const runStep = (work: () => Promise<void>) => work().catch((error: unknown) => void failures.push(error));
  await runStep(async () => {
    for (const [index, name] of planRounds(Object.keys(faults), rounds, dice).entries()) {
      signal?.throwIfAborted();
      onRound?.(index + 1, name);
      const startedAt = performance.now();
      await scenario?.startRound(random);
      await sleep(300 + 700 * dice.random());
      counts[name] = (counts[name] ?? 0) + 1;
      await faults[name]?.(testbed, dice);
      await sleep(Math.max(500, roundSeconds * 1000 - (performance.now() - startedAt)));
    }
  });
  onRound?.(sumCounts(counts), 'the end: everything is brought home');
  await runStep(async () => {
    if (failures.length > 0) await testbed.startEndedApps();
    await flapping?.stop();
    await withTimeout(SETTLE_TIMEOUT_MS, generator.stop(), 'sending what was not acknowledged');
    await readyWatch.stop();
    await waitUntilSpoolsEmpty(testbed);
    await waitUntilProcessed(testbed.databaseUrl, SETTLE_TIMEOUT_MS);
    // The follower receives the last events a moment later.
    await sleep(6_000);
    await follower.stop();
    await scenario?.waitUntilSent();
  });
  let findings: Findings | undefined;
  let notifications: NotificationFindings | undefined;
  await runStep(async () => {
    const found = await checkEvents(
      testbed.databaseUrl,
      generator,
      follower.eventIds,
      await fetchLedger(testbed),
    );
    findings = { ...found, refusedWhileReady: readyWatch.findings };
    notifications =
      scenario && flapping && (await checkNotifications(testbed.databaseUrl, scenario, flapping));
  });
  return {
    findings,
    ...(notifications && { notifications }),
    faults: counts,
    logs: testbed.logs,
    ...(failures.length > 0 && { abortReason: failures[0] }),
  };
}

const sumCounts = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, times) => total + times, 0);

/** @throws when no fault matches */
function selectFaults(faults: Readonly<Record<string, Fault>>, only: readonly string[] | undefined) {
  const names = Object.keys(faults).filter((name) => only?.some((text) => name.includes(text)) ?? true);
  if (names.length === 0) throw new Error(`no fault has a name with ${only?.join(' or ')} in it`);
  return Object.fromEntries(names.map((name) => [name, faults[name] as Fault]));
}

/** Returns the faults of all rounds in random order. Every fault occurs once before any is repeated. */
function planRounds(names: readonly string[], rounds: number, { pick }: Dice): string[] {
  const plannedFaults: string[] = [];
  let remaining: string[] = [];
  while (plannedFaults.length < rounds) {
    if (remaining.length === 0) remaining = [...names];
    const next = pick(remaining);
    remaining = remaining.filter((name) => name !== next);
    plannedFaults.push(next);
  }
  return plannedFaults;
}

/** Mulberry32, a small generator with the same results on every platform. */
function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  return { random, pick };
}

async function waitUntilSpoolsEmpty(testbed: Testbed): Promise<void> {
  for (
    const deadline = Date.now() + SETTLE_TIMEOUT_MS;
    (await testbed.countSpoolFiles()) > 0;
    await sleep(200)
  ) {
    if (Date.now() > deadline) throw new Error('a spool is not emptied');
  }
}

async function fetchLedger({ apis, rootKey }: Testbed) {
  const response = await fetch(`${apis[0]?.url}/monitoring/v1/ledger`, {
    headers: { authorization: `Bearer ${rootKey}` },
  });
  return (await response.json()) as { balanced: boolean; results: unknown[] };
}
