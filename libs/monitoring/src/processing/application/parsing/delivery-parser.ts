import type { AnyPlugin, Plugin, PluginUnavailableError } from '#senders/plugin-api/plugin.js';
import type { AdmittedWebhook } from '../../../intake/application/ports/webhook-directory.js';
import { LARGE_BODY_BYTES } from '../../../intake/domain/delivery.js';
import type { PoisonCandidate } from '../../domain/poison-candidate.js';
import { parseAlarms, parseLargeBody, type ParsedAlarm } from '../../domain/parse-alarms.js';
import { countCharacters } from '../../domain/delivery-budget.js';
import type { PendingDelivery } from '../../../intake/domain/delivery.js';
import type { PendingSegment } from '../ports/processing-log.js';

export type ParsedDeliveries = ReadonlyMap<string, readonly ParsedAlarm[]>;

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

export interface LoadedWebhook {
  readonly webhook: AdmittedWebhook;
  readonly plugin: AnyPlugin;
}

/** Why the plugin cannot parse now, and the deliveries for which it failed. */
export interface ParseFailure {
  readonly error: PluginUnavailableError;
  readonly candidates: readonly PoisonCandidate[];
}

export interface DeliveryParser {
  /** Deliveries that are parsed at the same time. */
  readonly concurrency: number;
  /** @returns the alarms of each delivery, in order. In-process readers return no promise, which can cost more than the parse. */
  parse(
    deliveries: readonly PendingDelivery[],
    segment: PendingSegment,
  ): ParseResults | Promise<ParseResults | ParseFailure>;
}
export type ParseResults = readonly (readonly ParsedAlarm[])[];

/** For a delivery that is damaged, or that crashes the process that parses it: no plugin can parse it. */
export const toUnreadable = (reason: string): readonly ParsedAlarm[] => [{ kind: 'unreadable', reason }];

export class InProcessParser implements DeliveryParser {
  readonly concurrency = 1;

  constructor(private readonly loaded: LoadedWebhook) {}

  parse(
    deliveries: readonly PendingDelivery[],
    { late }: PendingSegment,
  ): ParseResults | Promise<ParseResults> {
    const { plugin, webhook } = this.loaded;
    const parseOptions = { late, default_severity: webhook.settings.default_severity };
    const parse = <Result>(
      parser: (...parameters: Parameters<typeof parseAlarms>) => Result,
      { delivery_id, delivery }: PendingDelivery,
    ) => parser(plugin as Plugin, webhook.options, delivery_id, delivery, parseOptions);
    const [first] = deliveries;
    if (first !== undefined && isLarge(first)) return parse(parseLargeBody, first).then((alarms) => [alarms]);
    return deliveries.map((each) =>
      each.damage === undefined ? parse(parseAlarms, each) : toUnreadable(each.damage),
    );
  }
}

const isLarge = ({ damage, delivery }: PendingDelivery) =>
  damage === undefined && delivery.body.length > LARGE_BODY_BYTES;
