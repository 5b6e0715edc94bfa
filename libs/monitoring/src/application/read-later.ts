import { PluginUnavailableError, type LaterPlugin, type PluginOptions } from '../domain/plugin.js';
import type { ReadDelivery, ReadSegment } from '../domain/process-batch.js';
import { readAlarmsLater, type ReadAlarm } from '../domain/read-alarms.js';
import { failedAgain, isPoison, poisonReason, type Suspect } from '../domain/suspect.js';
import type { PendingDelivery, PendingSegment } from './ports/processing-log.js';

/** After so long (milliseconds) what is read is written first; the rest is of the next turn. */
const READ_FOR = 2_000;
/** Deliveries of one webhook that its plugin works on at the same time. */
const AT_A_TIME = 4;

export interface LaterReading {
  /** The oldest segments that could be read whole. */
  readonly segments: readonly ReadSegment[];
  /** Why the next one waits, and the deliveries that the plugin failed for. */
  readonly waiting?: { readonly error: PluginUnavailableError; readonly suspects: readonly Suspect[] };
}

export interface LaterReader {
  readonly plugin: LaterPlugin;
  readonly options: PluginOptions;
  readonly isStopping: () => boolean;
}

/** Reads pending segments in their order, until the plugin is out of reach, the time is over or the process stops. */
export async function readSegmentsLater(
  reader: LaterReader,
  pending: readonly PendingSegment[],
  before: readonly Suspect[],
): Promise<LaterReading> {
  const end = performance.now() + READ_FOR;
  const segments: ReadSegment[] = [];
  const suspects = new Map(stillPending(before, pending).map((one) => [one.delivery_id, one]));
  let readsOthers = suspects.size > 0 && (await readsAnother(reader, pending, suspects));
  for (const { segment_id, late, deliveries } of pending) {
    const read: ReadDelivery[] = [];
    for (let from = 0; from < deliveries.length; from += AT_A_TIME) {
      if (reader.isStopping()) return { segments };
      const some = deliveries.slice(from, from + AT_A_TIME);
      const tried = await Promise.all(some.map((one) => tryToRead(reader, one, late)));
      readsOthers ||= tried.some(({ alarms }) => isRead(alarms));
      let waiting: PluginUnavailableError | undefined;
      for (const { delivery_id, delivery, alarms } of tried) {
        if (!(alarms instanceof PluginUnavailableError)) {
          suspects.delete(delivery_id);
          read.push({ delivery_id, delivery, alarms });
          continue;
        }
        const suspect = failedAgain(before, delivery_id, readsOthers);
        suspects.set(delivery_id, suspect);
        const reason = poisonReason(suspect, alarms.message);
        if (isPoison(suspect)) read.push({ delivery_id, delivery, alarms: [{ kind: 'unreadable', reason }] });
        else waiting ??= alarms;
      }
      if (waiting) return { segments, waiting: { error: waiting, suspects: [...suspects.values()] } };
    }
    segments.push({ segment_id, deliveries: read });
    if (performance.now() > end) break;
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
): Promise<boolean> {
  const others = pending.flatMap(({ deliveries, late }) =>
    deliveries.flatMap((one) =>
      one.damage === undefined && !suspects.has(one.delivery_id) ? [{ one, late }] : [],
    ),
  );
  const other = others[Math.floor(Math.random() * others.length)];
  return other !== undefined && isRead((await tryToRead(reader, other.one, other.late)).alarms);
}

type Tried = readonly ReadAlarm[] | PluginUnavailableError;

async function tryToRead(
  { plugin, options }: LaterReader,
  { delivery_id, delivery, damage }: PendingDelivery,
  late: boolean,
) {
  const tried = async (): Promise<Tried> => {
    if (damage !== undefined) return [{ kind: 'unreadable', reason: damage }];
    try {
      return await readAlarmsLater(plugin, options, delivery_id, delivery, late);
    } catch (error) {
      if (error instanceof PluginUnavailableError) return error;
      throw error;
    }
  };
  return { delivery_id, delivery, alarms: await tried() };
}

/** What was refused before the plugin was asked, or by it, says nothing of how it is. */
function isRead(tried: Tried): boolean {
  return !(tried instanceof PluginUnavailableError) && tried.every(({ kind }) => kind !== 'unreadable');
}
