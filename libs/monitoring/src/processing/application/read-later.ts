import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../intake/domain/delivery.js';
import { PluginUnavailableError, type AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { ReadDelivery, ReadSegment } from '../domain/process-batch.js';
import { readAlarmsAsync as readAlarmsLater, type ReadAlarm } from '../domain/read-alarms.js';
import {
  failedAgain,
  isPoison,
  poisonReason,
  type PoisonCandidate as Suspect,
} from '../domain/poison-candidate.js';
import type { Readings } from './kept-readings.js';
import { damaged } from './read-pending.js';
import type { PendingDelivery, PendingSegment } from './ports/processing-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { LargeTurn, TurnBudget } from './turn-budget.js';

/** After so long (milliseconds) what is read is written first; the rest is of the next turn. */
const READ_FOR = 2_000;
/** Deliveries of one webhook that its plugin works on at the same time. */
const AT_A_TIME = 4;
/** Of one for which the plugin failed while it read others beside it, in the same turn. */
const MORE_TRIES = 2;
const PAUSE_MS = 100;

export interface LaterReading {
  /** The oldest segments that could be read whole. */
  readonly segments: readonly ReadSegment[];
  /** Why the next one waits, the deliveries that the plugin failed for, and what was read of it. */
  readonly waiting?: {
    readonly error: PluginUnavailableError;
    readonly suspects: readonly Suspect[];
    readonly segment_id: string;
    readonly readings: Readings;
  };
}

export interface LaterReader {
  readonly plugin: AnyPlugin;
  readonly webhook: Pick<AdmittedWebhook, 'options' | 'settings'>;
  /** What is said of a delivery instead of letting the plugin read it. */
  readonly refusal: (one: PendingDelivery) => Promise<readonly ReadAlarm[] | undefined>;
  readonly isStopping: () => boolean;
}

/**
 * Reads pending segments in their order, until the plugin is out of reach, the time is over or the process stops.
 * @param kept what was read of the first of them before
 */
export async function readSegmentsLater(
  reader: LaterReader,
  pending: readonly PendingSegment[],
  before: readonly Suspect[],
  kept: Readings,
): Promise<LaterReading> {
  const end = performance.now() + READ_FOR;
  const segments: ReadSegment[] = [];
  const budget = new TurnBudget(new LargeTurn());
  const suspects = new Map(stillPending(before, pending).map((one) => [one.delivery_id, one]));
  let readsOthers = suspects.size > 0 && (await readsAnother(reader, pending, suspects, kept));
  for (const { segment_id, late, deliveries } of pending) {
    const read: ReadDelivery[] = [];
    const readings = new Map<string, readonly ReadAlarm[]>();
    budget.beginSegment();
    for (let from = 0; from < deliveries.length; from += AT_A_TIME) {
      if (reader.isStopping()) return { segments };
      const some = deliveries.slice(from, from + AT_A_TIME);
      const tried = await Promise.all(some.map((one) => readOrKept(reader, one, late, kept, budget.excess)));
      const readsNow = tried.some(({ delivery_id, alarms }) => !kept.has(delivery_id) && isRead(alarms));
      readsOthers ||= readsNow;
      if (readsNow) await tryAgain(reader, some, tried, late);
      let waiting: PluginUnavailableError | undefined;
      for (const { delivery_id, delivery, alarms } of tried) {
        if (!(alarms instanceof PluginUnavailableError)) {
          suspects.delete(delivery_id);
          budget.take(alarms);
          readings.set(delivery_id, alarms);
          read.push({ delivery_id, delivery, alarms });
          continue;
        }
        const suspect = failedAgain(before, delivery_id, readsOthers);
        suspects.set(delivery_id, suspect);
        const reason = poisonReason(suspect, alarms.message);
        if (isPoison(suspect)) read.push({ delivery_id, delivery, alarms: [{ kind: 'unreadable', reason }] });
        else waiting ??= alarms;
      }
      if (waiting)
        return {
          segments,
          waiting: { error: waiting, suspects: [...suspects.values()], segment_id, readings },
        };
    }
    segments.push({ segment_id, deliveries: read });
    if (budget.isSpent || performance.now() > end) break;
  }
  return { segments };
}

function stillPending(suspects: readonly Suspect[], pending: readonly PendingSegment[]): Suspect[] {
  const ids = new Set(pending.flatMap(({ deliveries }) => deliveries.map((one) => one.delivery_id)));
  return suspects.filter(({ delivery_id }) => ids.has(delivery_id));
}

/**
 * Another delivery is tried before those that failed the last time: whoever asks the plugin counts failures in a row,
 * and after these would ask it for nothing else. Any of them, because one of them may be as bad.
 */
async function readsAnother(
  reader: LaterReader,
  pending: readonly PendingSegment[],
  suspects: ReadonlyMap<string, Suspect>,
  kept: Readings,
): Promise<boolean> {
  const others = pending.flatMap(({ deliveries, late }) =>
    deliveries.flatMap((one) =>
      one.damage === undefined && !suspects.has(one.delivery_id) ? [{ one, late }] : [],
    ),
  );
  const readBefore = others.find(({ one }) => isRead(kept.get(one.delivery_id) ?? []));
  const other = readBefore ?? others[Math.floor(Math.random() * others.length)];
  return other !== undefined && isRead((await tryToRead(reader, other.one, other.late)).alarms);
}

interface Tried {
  readonly delivery_id: string;
  readonly delivery: Delivery;
  readonly alarms: readonly ReadAlarm[] | PluginUnavailableError;
}

async function readOrKept(
  reader: LaterReader,
  one: PendingDelivery,
  late: boolean,
  kept: Readings,
  excess: readonly ReadAlarm[] | undefined,
): Promise<Tried> {
  const alarms = excess ?? kept.get(one.delivery_id);
  return alarms === undefined ? tryToRead(reader, one, late) : { ...one, alarms };
}

/**
 * A plugin that fails now and then is asked again at once. Only where it has just read others, and for one at a time:
 * whoever asks it counts failures in a row, and after a few would ask it for nothing else.
 */
async function tryAgain(
  reader: LaterReader,
  some: readonly PendingDelivery[],
  tried: Tried[],
  late: boolean,
): Promise<void> {
  const failed = tried.flatMap(({ alarms }, at) => (alarms instanceof PluginUnavailableError ? [at] : []));
  const [at = 0] = failed;
  const one = some[at];
  if (failed.length !== 1 || one === undefined) return;
  for (let tries = 0; tries < MORE_TRIES && !reader.isStopping(); tries += 1) {
    await sleep(PAUSE_MS);
    const again = await tryToRead(reader, one, late);
    tried[at] = again;
    if (!(again.alarms instanceof PluginUnavailableError)) return;
  }
}

async function tryToRead(
  { plugin, webhook: { options, settings }, refusal }: LaterReader,
  one: PendingDelivery,
  late: boolean,
): Promise<Tried> {
  const { delivery_id, delivery } = one;
  const said = damaged(one) ?? (await refusal(one));
  if (said !== undefined) return { delivery_id, delivery, alarms: said };
  const circumstances = { late, default_severity: settings.default_severity };
  try {
    return {
      delivery_id,
      delivery,
      alarms: await readAlarmsLater(plugin, options, delivery_id, delivery, circumstances),
    };
  } catch (error) {
    if (error instanceof PluginUnavailableError) return { delivery_id, delivery, alarms: error };
    throw error;
  }
}

/** What was refused before the plugin was asked, or by it, says nothing of how it is. */
function isRead(tried: Tried['alarms']): boolean {
  return (
    !(tried instanceof PluginUnavailableError) &&
    tried.length > 0 &&
    tried.every(({ kind }) => kind !== 'unreadable')
  );
}
