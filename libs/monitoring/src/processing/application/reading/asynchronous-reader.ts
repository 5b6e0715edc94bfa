import { setTimeout as sleep } from 'node:timers/promises';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import { failedAgain, isPoison, poisonReason, type PoisonCandidate } from '../../domain/poison-candidate.js';
import type { ReadDelivery, ReadSegment } from '../../domain/process-batch.js';
import { readAlarmsAsync, type ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment, ProcessingLog } from '../ports/processing-log.js';
import type { BatchLimits } from '../scheduler/batch-limits.js';
import { ParseCache, type Parsed } from './parse-cache.js';
import { damaged, type LoadedWebhook, type SegmentReader, type SegmentsRead } from './segment-reader.js';

/** Milliseconds after which what is read is written; the rest is of the next slice. */
const TIME_SLICE = 2_000;
/** Deliveries of one webhook that its plugin works on at the same time. */
const CONCURRENCY = 4;
/** Of one for which the plugin failed while it read others beside it. */
const RETRIES = 2;
const RETRY_AFTER_MS = 100;

type Answer = readonly ReadAlarm[] | PluginUnavailableError;
type Ask = (one: PendingDelivery, late: boolean) => Promise<Answer>;

/**
 * For plugins that work in another process or over the network, and may be unavailable. Several deliveries are asked for at
 * a time; the outcomes keep their order.
 */
export class AsynchronousReader implements SegmentReader {
  private readonly cache = new ParseCache();

  constructor(
    private readonly log: Pick<ProcessingLog, 'poisonCandidates'>,
    private readonly isStopping: () => boolean,
  ) {}

  async read(
    loaded: LoadedWebhook,
    pending: readonly PendingSegment[],
    limits: BatchLimits,
  ): Promise<SegmentsRead> {
    const end = performance.now() + TIME_SLICE;
    const { webhook } = loaded;
    const version = versionOf(webhook);
    const known = await this.log.poisonCandidates(webhook);
    const cached = this.cache.take(webhook.uuid, version, pending[0]?.segment_id);
    const candidates = stillPending(known, pending);
    const ask: Ask = (one, late) => askPlugin(loaded, one, late);
    let readsOthers = candidates.size > 0 && (await readsAnother(ask, pending, candidates, cached));
    const segments: ReadSegment[] = [];
    for (const { segment_id, late, deliveries } of pending) {
      const read: ReadDelivery[] = [];
      const parsed = new Map<string, readonly ReadAlarm[]>();
      limits.beginSegment();
      for (let from = 0; from < deliveries.length; from += CONCURRENCY) {
        if (this.isStopping()) return { segments };
        const some = deliveries.slice(from, from + CONCURRENCY);
        const answers = await Promise.all(
          some.map((one) => limits.excess ?? cached.get(one.delivery_id) ?? ask(one, late)),
        );
        if (answers.some((answer, at) => isRead(answer) && !cached.has(some[at]?.delivery_id ?? ''))) {
          readsOthers = true;
          await this.retryOnly(some, answers, (one) => ask(one, late));
        }
        let unavailable: PluginUnavailableError | undefined;
        for (const [at, { delivery_id, delivery }] of some.entries()) {
          const answer = answers[at] ?? [];
          if (!(answer instanceof PluginUnavailableError)) {
            candidates.delete(delivery_id);
            limits.add(answer);
            parsed.set(delivery_id, answer);
            read.push({ delivery_id, delivery, alarms: answer });
            continue;
          }
          const candidate = failedAgain(known, delivery_id, readsOthers);
          candidates.set(delivery_id, candidate);
          const reason = poisonReason(candidate, answer.message);
          if (isPoison(candidate))
            read.push({ delivery_id, delivery, alarms: [{ kind: 'unreadable', reason }] });
          else unavailable ??= answer;
        }
        // What fails because this process stops says nothing of the plugin.
        if (unavailable && this.isStopping()) return { segments };
        if (unavailable) {
          this.cache.put(webhook.uuid, version, segment_id, parsed);
          return { segments, unavailable: { error: unavailable, candidates: [...candidates.values()] } };
        }
      }
      segments.push({ segment_id, deliveries: read });
      if (limits.isReached || performance.now() > end) break;
    }
    return { segments };
  }

  /**
   * A plugin that fails now and then is asked again at once. Only where it has just read others, and for one at a time: its
   * circuit breaker counts failures in a row.
   */
  private async retryOnly(
    some: readonly PendingDelivery[],
    answers: Answer[],
    ask: (one: PendingDelivery) => Promise<Answer>,
  ): Promise<void> {
    const [at = 0, ...others] = answers.flatMap((answer, index) => (isUnavailable(answer) ? [index] : []));
    const one = some[at];
    if (one === undefined || others.length > 0) return;
    for (let n = 0; n < RETRIES && isUnavailable(answers[at]) && !this.isStopping(); n += 1) {
      await sleep(RETRY_AFTER_MS);
      answers[at] = await ask(one);
    }
  }
}

async function askPlugin({ plugin, webhook }: LoadedWebhook, one: PendingDelivery, late: boolean) {
  const { options, settings } = webhook;
  const circumstances = { late, default_severity: settings.default_severity };
  try {
    return (
      damaged(one) ?? (await readAlarmsAsync(plugin, options, one.delivery_id, one.delivery, circumstances))
    );
  } catch (error) {
    if (error instanceof PluginUnavailableError) return error;
    throw error;
  }
}

function stillPending(known: readonly PoisonCandidate[], pending: readonly PendingSegment[]) {
  const ids = new Set(pending.flatMap(({ deliveries }) => deliveries.map((one) => one.delivery_id)));
  return new Map(known.filter((one) => ids.has(one.delivery_id)).map((one) => [one.delivery_id, one]));
}

/**
 * Another delivery is asked for before those that failed the last time: the circuit breaker of the plugin counts failures in
 * a row, and after these would let nothing else through. Any of them, because one of them may be as bad.
 */
async function readsAnother(
  ask: Ask,
  pending: readonly PendingSegment[],
  candidates: ReadonlyMap<string, PoisonCandidate>,
  cached: Parsed,
): Promise<boolean> {
  const others = pending.flatMap(({ deliveries, late }) =>
    deliveries
      .filter((one) => one.damage === undefined && !candidates.has(one.delivery_id))
      .map((one) => ({ one, late })),
  );
  const readBefore = others.find(({ one }) => isRead(cached.get(one.delivery_id)));
  const other = readBefore ?? others[Math.floor(Math.random() * others.length)];
  return other !== undefined && isRead(await ask(other.one, other.late));
}

function isUnavailable(answer: Answer | undefined): boolean {
  return answer instanceof PluginUnavailableError;
}

/** What was refused before the plugin was asked, or by it, says nothing of how it is. */
function isRead(answer: Answer | undefined = []): boolean {
  return (
    !(answer instanceof PluginUnavailableError) &&
    answer.length > 0 &&
    answer.every(({ kind }) => kind !== 'unreadable')
  );
}

/** All that decides what a plugin reads. */
function versionOf({ plugin_version, options, settings }: AdmittedWebhook): string {
  return JSON.stringify([plugin_version, options, settings.signature, settings.default_severity]);
}
