import { setTimeout as sleep } from 'node:timers/promises';
import { PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import { failedAgain, isPoison, poisonReason, type PoisonCandidate } from '../../domain/poison-candidate.js';
import { readAlarmsAsync, type ReadAlarm } from '../../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from '../ports/processing-log.js';
import { unreadable, type DeliveryReader, type LoadedWebhook } from './delivery-reader.js';
import type { ParseCache, ParsedDeliveries } from './parse-cache.js';

/** Retries of one delivery for which the plugin failed while it parsed others. */
const RETRIES = 2;
const RETRY_AFTER_MS = 100;

type Answer = readonly ReadAlarm[] | PluginUnavailableError;

/**
 * Parses with plugins that run in another process or over the network, and may be unavailable. Distinguishes a failing plugin
 * from a poison message, and does not parse again what was parsed before the plugin failed.
 */
export class RemoteReader implements DeliveryReader {
  readonly concurrency = 4;
  private readonly version: string;
  private readonly cached: ParsedDeliveries;
  private readonly candidates: Map<string, PoisonCandidate>;
  private parsesOthers = false;
  /** Results of the segment that is being parsed. */
  private parsed = new Map<string, readonly ReadAlarm[]>();
  private segment_id: string | undefined;

  /** @param known the deliveries that the webhook waited for when it was last postponed */
  constructor(
    private readonly loaded: LoadedWebhook,
    private readonly cache: ParseCache,
    private readonly known: readonly PoisonCandidate[],
    private readonly pending: readonly PendingSegment[],
  ) {
    const { uuid, plugin_version, options, settings } = loaded.webhook;
    this.version = JSON.stringify([plugin_version, options, settings.signature, settings.default_severity]);
    this.cached = cache.take(uuid, this.version);
    const ids = new Set(pending.flatMap(({ deliveries }) => deliveries.map((one) => one.delivery_id)));
    this.candidates = new Map(
      known.flatMap((one) => (ids.has(one.delivery_id) ? [[one.delivery_id, one]] : [])),
    );
  }

  /**
   * Parses another delivery before those for which the plugin failed last time. The circuit breaker of the plugin counts
   * consecutive failures, and would reject everything after them. The delivery is chosen at random, because a fixed one could be
   * a poison message too.
   */
  async probe(): Promise<void> {
    if (this.candidates.size === 0) return;
    const others = this.pending.flatMap((segment) =>
      segment.deliveries
        .filter((one) => one.damage === undefined && !this.candidates.has(one.delivery_id))
        .map((one) => ({ one, segment })),
    );
    const parsedBefore = others.find(({ one }) => isParsed(this.cached.get(one.delivery_id)));
    const other = parsedBefore ?? others[Math.floor(Math.random() * others.length)];
    this.parsesOthers = other !== undefined && isParsed(await this.ask(other.one, other.segment));
  }

  async read(some: readonly PendingDelivery[], segment: PendingSegment) {
    if (segment.segment_id !== this.segment_id) this.parsed = new Map();
    this.segment_id = segment.segment_id;
    const answers = await Promise.all(
      some.map((one) => this.cached.get(one.delivery_id) ?? this.ask(one, segment)),
    );
    if (some.some(({ delivery_id }, at) => !this.cached.has(delivery_id) && isParsed(answers[at]))) {
      this.parsesOthers = true;
      await this.retryOnly(some, answers, segment);
    }
    let error: PluginUnavailableError | undefined;
    const alarms = some.map(({ delivery_id }, at): readonly ReadAlarm[] => {
      const answer = answers[at] ?? [];
      if (!(answer instanceof PluginUnavailableError)) {
        this.candidates.delete(delivery_id);
        this.parsed.set(delivery_id, answer);
        return answer;
      }
      const candidate = failedAgain(this.known, delivery_id, this.parsesOthers);
      this.candidates.set(delivery_id, candidate);
      if (!isPoison(candidate)) error ??= answer;
      return unreadable(poisonReason(candidate, answer.message));
    });
    if (error === undefined) return alarms;
    this.cache.put(this.loaded.webhook.uuid, this.version, this.parsed);
    return { error, candidates: [...this.candidates.values()] };
  }

  /** Retries at once if only one delivery failed. Sequential, because of the circuit breaker of the plugin. */
  private async retryOnly(some: readonly PendingDelivery[], answers: Answer[], segment: PendingSegment) {
    const [at = 0, ...others] = answers.flatMap((answer, index) => (isUnavailable(answer) ? [index] : []));
    const one = some[at];
    if (one === undefined || others.length > 0) return;
    for (let n = 0; n < RETRIES && isUnavailable(answers[at]); n += 1) {
      await sleep(RETRY_AFTER_MS);
      answers[at] = await this.ask(one, segment);
    }
  }

  private async ask(
    { damage, delivery_id, delivery }: PendingDelivery,
    { late }: PendingSegment,
  ): Promise<Answer> {
    if (damage !== undefined) return unreadable(damage);
    const { plugin, webhook } = this.loaded;
    const readOptions = { late, default_severity: webhook.settings.default_severity };
    try {
      return await readAlarmsAsync(plugin, webhook.options, delivery_id, delivery, readOptions);
    } catch (error) {
      if (isUnavailable(error)) return error;
      throw error;
    }
  }
}

function isUnavailable(answer: unknown): answer is PluginUnavailableError {
  return answer instanceof PluginUnavailableError;
}

/**
 * Returns whether the answer proves that the plugin works. Errors do not: they may come from checks before the plugin. Nor do
 * heartbeat messages, which the plugin never sees.
 */
function isParsed(answer: Answer | undefined = []): boolean {
  return (
    !isUnavailable(answer) &&
    answer.length > 0 &&
    answer.every(({ kind }) => kind !== 'unreadable' && kind !== 'heartbeat')
  );
}
