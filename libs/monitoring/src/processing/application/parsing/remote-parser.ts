import { setTimeout as sleep } from 'node:timers/promises';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import {
  recordFailure,
  isPoison,
  formatPoisonReason,
  type PoisonCandidate,
} from '../../domain/poison-candidate.js';
import { parseAlarmsAsync, type ParsedAlarm, countCharacters } from '../../domain/parse-alarms.js';
import type { PendingDelivery } from '../../../intake/domain/delivery.js';
import type { PendingSegment } from '../ports/processing-log.js';
import { toUnreadable, type DeliveryParser, type LoadedWebhook } from './delivery-parser.js';

/** Retries of one delivery for which the plugin failed while it parsed others. */
const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 100;

type ParseResult = readonly ParsedAlarm[] | PluginUnavailableError;

/**
 * Parses with plugins that run in another process or over the network, and may be unavailable. Distinguishes a failing plugin
 * from a poison message, and does not parse again what was parsed before the plugin failed.
 */
export class RemoteParser implements DeliveryParser {
  readonly concurrency = 4;
  private readonly version: string;
  private readonly cached: ParsedDeliveries;
  private readonly candidates: Map<string, PoisonCandidate>;
  private hasParsedOthers = false;
  /** Results of the segment that is being parsed. */
  private parsed = new Map<string, readonly ParsedAlarm[]>();
  private segment_id: string | undefined;

  /** @param knownCandidates the deliveries that the webhook waited for when it was last postponed */
  constructor(
    private readonly loaded: LoadedWebhook,
    private readonly cache: ParseCache,
    private readonly knownCandidates: readonly PoisonCandidate[],
    private readonly pending: readonly PendingSegment[],
  ) {
    const { uuid, plugin_version, options, settings } = loaded.webhook;
    this.version = JSON.stringify([plugin_version, options, settings.signature, settings.default_severity]);
    this.cached = cache.take(uuid, this.version);
    const ids = new Set(pending.flatMap(({ deliveries }) => deliveries.map((one) => one.delivery_id)));
    this.candidates = new Map(
      knownCandidates.flatMap((one) => (ids.has(one.delivery_id) ? [[one.delivery_id, one]] : [])),
    );
  }

  /**
   * Parses another delivery before those for which the plugin failed last time. The circuit breaker of the plugin counts
   * consecutive failures, and would reject everything after them. The delivery is chosen at random, because a fixed one could be
   * a poison message too.
   */
  async probe(): Promise<void> {
    if (this.candidates.size === 0) return;
    const unsuspected = this.pending.flatMap((segment) =>
      segment.deliveries
        .filter((one) => one.damage === undefined && !this.candidates.has(one.delivery_id))
        .map((one) => ({ one, segment })),
    );
    const cachedProbe = unsuspected.find(({ one }) => isSuccessful(this.cached.get(one.delivery_id)));
    const probe = cachedProbe ?? unsuspected[Math.floor(Math.random() * unsuspected.length)];
    this.hasParsedOthers =
      probe !== undefined && isSuccessful(await this.parseDelivery(probe.one, probe.segment));
  }

  async parse(deliveries: readonly PendingDelivery[], segment: PendingSegment) {
    if (segment.segment_id !== this.segment_id) this.parsed = new Map();
    this.segment_id = segment.segment_id;
    const results = await Promise.all(
      deliveries.map((one) => this.cached.get(one.delivery_id) ?? this.parseDelivery(one, segment)),
    );
    if (
      deliveries.some(({ delivery_id }, at) => !this.cached.has(delivery_id) && isSuccessful(results[at]))
    ) {
      this.hasParsedOthers = true;
      await this.retrySingleFailure(deliveries, results, segment);
    }
    let error: PluginUnavailableError | undefined;
    const alarms = deliveries.map(({ delivery_id }, at): readonly ParsedAlarm[] => {
      const result = results[at] ?? [];
      if (!(result instanceof PluginUnavailableError)) {
        this.candidates.delete(delivery_id);
        this.parsed.set(delivery_id, result);
        return result;
      }
      const candidate = recordFailure(this.knownCandidates, delivery_id, this.hasParsedOthers);
      this.candidates.set(delivery_id, candidate);
      if (!isPoison(candidate)) error ??= result;
      return toUnreadable(formatPoisonReason(candidate, result.message));
    });
    if (error === undefined) return alarms;
    this.cache.put(this.loaded.webhook.uuid, this.version, this.parsed);
    return { error, candidates: [...this.candidates.values()] };
  }

  /** Retries at once if only one delivery failed. Sequential, because of the circuit breaker of the plugin. */
  private async retrySingleFailure(
    deliveries: readonly PendingDelivery[],
    results: ParseResult[],
    segment: PendingSegment,
  ) {
    const [at = 0, ...others] = results.flatMap((result, index) => (isUnavailable(result) ? [index] : []));
    const one = deliveries[at];
    if (one === undefined || others.length > 0) return;
    for (let n = 0; n < MAX_RETRIES && isUnavailable(results[at]); n += 1) {
      await sleep(RETRY_DELAY_MS);
      results[at] = await this.parseDelivery(one, segment);
    }
  }

  private async parseDelivery(
    { damage, delivery_id, delivery }: PendingDelivery,
    { late }: PendingSegment,
  ): Promise<ParseResult> {
    if (damage !== undefined) return toUnreadable(damage);
    const { plugin, webhook } = this.loaded;
    const { domain_id, settings } = webhook;
    const parseOptions = { late, default_severity: settings.default_severity, domain_id };
    try {
      return await parseAlarmsAsync(plugin, webhook.options, delivery_id, delivery, parseOptions);
    } catch (error) {
      if (isUnavailable(error)) return error;
      throw error;
    }
  }
}

function isUnavailable(result: unknown): result is PluginUnavailableError {
  return result instanceof PluginUnavailableError;
}

/**
 * Returns whether the answer proves that the plugin works. Errors do not: they may come from checks before the plugin. Nor do
 * heartbeat messages, which the plugin never sees.
 */
function isSuccessful(result: ParseResult | undefined = []): boolean {
  return (
    !isUnavailable(result) &&
    result.length > 0 &&
    result.every(({ kind }) => kind !== 'unreadable' && kind !== 'heartbeat')
  );
}

type ParsedDeliveries = ReadonlyMap<string, readonly ParsedAlarm[]>;

interface Entry {
  readonly version: string;
  readonly characters: number;
  readonly parsed: ParsedDeliveries;
}

/** Limit for all entries together. An outcome without text counts as `OUTCOME_OVERHEAD_CHARACTERS`. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
const OUTCOME_OVERHEAD_CHARACTERS = 256;

/**
 * Keeps what a plugin had parsed of a segment before it became unavailable. A segment is written as a whole, so each failure
 * would otherwise lose all that was parsed of a large one. Holds one entry per webhook and evicts the oldest.
 */
export class ParseCache {
  private readonly entries = new Map<string, Entry>();
  private characters = 0;

  /** @param version identifies everything that affects the result: plugin, options and settings */
  take(uuid: string, version: string): ParsedDeliveries {
    const entry = this.remove(uuid);
    return entry?.version === version ? entry.parsed : new Map();
  }

  put(uuid: string, version: string, parsed: ParsedDeliveries): void {
    this.remove(uuid);
    let characters = 0;
    for (const outcome of [...parsed.values()].flat())
      characters +=
        OUTCOME_OVERHEAD_CHARACTERS + (outcome.kind === 'alarm' ? countCharacters(outcome.alarm) : 0);
    if (parsed.size === 0 || characters > MAX_CHARACTERS) return;
    this.entries.set(uuid, { version, characters, parsed });
    this.characters += characters;
    for (const oldest of this.entries.keys()) if (this.characters > MAX_CHARACTERS) this.remove(oldest);
  }

  private remove(uuid: string): Entry | undefined {
    const entry = this.entries.get(uuid);
    this.entries.delete(uuid);
    this.characters -= entry?.characters ?? 0;
    return entry;
  }
}
