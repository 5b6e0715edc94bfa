import { letOthersRun } from '#shared/kernel/let-others-run.js';
import { readHops } from '#shared/kernel/hops.js';
import { isObject } from '#shared/kernel/json.js';
import { uuidFromHash } from '#shared/kernel/ids.js';
import { type Alarm, PLUGIN_TEXT_COLUMNS } from './alarm.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { createSenderNote, type SenderNote } from './sender-note.js';
import { formatDecisionReason, createDecision, type SenderDecision } from './sender-decision.js';
import { parseHeartbeatMessage, type HeartbeatMessage } from '../../heartbeats/domain/heartbeat-delivery.js';
import { HOPS_INFO } from '../../events/domain/event-record.js';
import { LARGE_BODY_BYTES, type Delivery } from '../../intake/domain/delivery.js';
import { parsePosted, parsePostedAsync, type UnparsedDelivery } from '#senders/plugin-api/parse-posted.js';
import type {
  AnyPlugin,
  Plugin,
  PluginEvent,
  PluginOptions,
  PluginOutcome,
} from '#senders/plugin-api/plugin.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import { DELIVERY_LIMITS } from '#senders/plugin-api/delivery-limits.js';
import { sanitiseEvent, type CleanEvent } from './sanitise-event.js';

/** An item of a delivery, in payload order. `fallback`: why the webhook's own plugin could not parse it. */
export type ParsedAlarm =
  | { readonly kind: 'alarm'; readonly alarm: Alarm; readonly fallback?: string | undefined }
  | {
      readonly kind: 'ignored';
      readonly reason: string;
      readonly note?: SenderNote | undefined;
      readonly fallback?: string | undefined;
    }
  /** A decision that was made in the sender's own system, and the reason for its outcome. */
  | {
      readonly kind: 'acknowledgement';
      readonly decision: SenderDecision;
      readonly reason: string;
      readonly fallback?: string | undefined;
    }
  /** A ping that counts for the heartbeat of this name. */
  | { readonly kind: 'ping'; readonly name: string; readonly fallback?: string | undefined }
  /** A message of the service about a heartbeat. No plugin parses it. */
  | { readonly kind: 'heartbeat'; readonly news: HeartbeatMessage }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** In place of the alarms of a delivery whose signed id an earlier one has. */
  | { readonly kind: 'repetition'; readonly reason: string };

export interface ParseOptions {
  /** Out of order: newer deliveries may have been processed before this one. */
  readonly late?: boolean;
  /** Setting of the webhook; `AUTO` if omitted. */
  readonly default_severity?: DefaultSeverity | undefined;
  /** Whose share of the processes of plugins is used. */
  readonly domain_id?: string;
}

/** Parses a delivery. Never throws: whatever the body contains or the plugin does, the delivery has an outcome. */
export function parseAlarms(
  plugin: Plugin,
  options: PluginOptions,
  deliveryId: string,
  delivery: Delivery,
  { late = false, default_severity }: ParseOptions = {},
): ParsedAlarm[] {
  const news = parseHeartbeatMessage(delivery);
  if (news !== undefined) return [{ kind: 'heartbeat', news }];
  const outcomes = parsePosted(plugin, toPosted(delivery), options, default_severity);
  return toParsedAlarms(outcomes, deliveryId, delivery, late);
}

/** As {@link parseAlarms}, for plugins that may be async. @throws PluginUnavailableError while the plugin is unavailable */
export async function parseAlarmsAsync(
  plugin: AnyPlugin,
  options: PluginOptions,
  deliveryId: string,
  delivery: Delivery,
  { late = false, default_severity, domain_id }: ParseOptions = {},
): Promise<ParsedAlarm[]> {
  const news = parseHeartbeatMessage(delivery);
  if (news !== undefined) return [{ kind: 'heartbeat', news }];
  const outcomes = await parsePostedAsync(plugin, toPosted(delivery), options, default_severity, domain_id);
  return toParsedAlarms(outcomes, deliveryId, delivery, late);
}

/** Milliseconds of uninterrupted work on a large body. */
const SLICE_MS = 50;

/**
 * As {@link parseAlarms}, for a large body. Lets other work run in between: the alarms of 8 MiB take a second, and a
 * process that does nothing else for some seconds counts as blocked.
 */
export async function parseLargeBody(
  plugin: Plugin,
  options: PluginOptions,
  deliveryId: string,
  delivery: Delivery,
  { late = false, default_severity }: ParseOptions = {},
): Promise<ParsedAlarm[]> {
  const outcomes = parsePosted(plugin, toPosted(delivery), options, default_severity);
  const reader = new OutcomeReader(deliveryId, delivery, late);
  const alarms: ParsedAlarm[] = [];
  let sliceEnd = 0;
  for (const [position, outcome] of limitOutcomes(outcomes).entries()) {
    if (performance.now() > sliceEnd) {
      await letOthersRun();
      sliceEnd = performance.now() + SLICE_MS;
    }
    alarms.push(reader.read(outcome, position));
  }
  return alarms;
}

/** A large body was stored as it was posted: its envelope is still around it. */
function toPosted(delivery: Delivery): UnparsedDelivery {
  return delivery.body.length > LARGE_BODY_BYTES ? { ...delivery, has_envelope: true } : delivery;
}

function toParsedAlarms(
  outcomes: readonly PluginOutcome[],
  deliveryId: string,
  delivery: Delivery,
  late: boolean,
): ParsedAlarm[] {
  const reader = new OutcomeReader(deliveryId, delivery, late);
  return limitOutcomes(outcomes).map((outcome, position) => reader.read(outcome, position));
}

/** Converts the outcomes of one delivery, in order. */
class OutcomeReader {
  private readonly events = new OrdinalCounter();
  private readonly acknowledgements = new OrdinalCounter();
  private readonly budget: DeliveryBudget;

  constructor(
    private readonly deliveryId: string,
    private readonly delivery: Delivery,
    private readonly late: boolean,
  ) {
    this.budget = new DeliveryBudget(delivery.body.length);
  }

  read(outcome: PluginOutcome, position: number): ParsedAlarm {
    const { deliveryId, delivery, late, events, acknowledgements, budget } = this;
    // Reasons may quote the payload. They are stored in the database and are cleaned like other text.
    if (outcome.outcome === 'ERROR') return { kind: 'unreadable', reason: cleanReason(outcome.reason) };
    const fallback = outcome.fallback === undefined ? undefined : cleanReason(outcome.fallback);
    if (outcome.outcome === 'IGNORED') {
      const note = outcome.note && createSenderNote(outcome.note, deliveryId, delivery, position);
      return { kind: 'ignored', reason: cleanReason(outcome.reason), note, fallback };
    }
    if (outcome.outcome === 'ACKNOWLEDGED') {
      const ordinal = acknowledgements.next(outcome.acknowledgement.pointer);
      const decision = createDecision(outcome.acknowledgement, deliveryId, delivery, { ordinal, position });
      return {
        kind: 'acknowledgement',
        decision,
        reason: cleanReason(formatDecisionReason(decision)),
        fallback,
      };
    }
    const clean = budget.clean(addHops(outcome.event, readHops(delivery.headers)));
    if (typeof clean === 'string') return { kind: 'unreadable', reason: clean };
    const { pointer } = outcome.event;
    const ordinal = events.next(pointer);
    const alarm = {
      ...clean,
      // Derived from the position in the payload, not from a count of alarms: another version of the plugin may count
      // differently.
      event_id: uuidFromHash(delivery.received_at, deliveryId, pointer, String(ordinal)),
      delivery_id: deliveryId,
      created_at: delivery.received_at,
      late,
    };
    return { kind: 'alarm', alarm, fallback };
  }
}

/** Keeps how often the alarm was passed on by notifications, so that those about it count further. */
function addHops(event: PluginEvent, hops: number): PluginEvent {
  const { additional_info: info } = event;
  if (hops === 0) return event;
  return { ...event, additional_info: { ...(isObject(info) && info), [HOPS_INFO]: hops } };
}

/** Numbers the alarms of each part of the payload. */
class OrdinalCounter {
  private readonly counts = new Map<string, number>();

  next(pointer: string): number {
    const ordinal = this.counts.get(pointer) ?? 0;
    this.counts.set(pointer, ordinal + 1);
    return ordinal;
  }
}

const MAX_REASON_CHARACTERS = 500;

function cleanReason(reason: string): string {
  return cleanText(reason.slice(0, MAX_REASON_CHARACTERS));
}

const { maxAlarms, maxCharactersPerByte, alwaysAllowedCharacters, maxCharacters } = DELIVERY_LIMITS;
const TOO_MANY_REASON = `a delivery has at most ${maxAlarms} alarms: the rest is not read`;

/** Limits the number of outcomes. The first excess outcome is replaced by one error for all of them. */
function limitOutcomes(outcomes: readonly PluginOutcome[]): readonly PluginOutcome[] {
  return outcomes.length <= maxAlarms
    ? outcomes
    : [...outcomes.slice(0, maxAlarms), { outcome: 'ERROR', pointer: '', reason: TOO_MANY_REASON }];
}

/**
 * Cleans the events of one delivery in order, until they exceed a total length. Deterministic: a delivery that is parsed again
 * gives the same alarms.
 */
export class DeliveryBudget {
  private readonly maxCharacters: number;
  private usedCharacters = 0;

  constructor(bodyBytes: number) {
    const proportional = Math.max(alwaysAllowedCharacters, maxCharactersPerByte * bodyBytes);
    this.maxCharacters = Math.min(maxCharacters, proportional);
  }

  /** Returns the cleaned event, or why it is rejected. After the first rejection no further event is cleaned. */
  clean(event: PluginEvent): CleanEvent | string {
    if (this.usedCharacters > this.maxCharacters) return this.reason;
    const clean = sanitiseEvent(event, (leftOut) => (this.usedCharacters += leftOut));
    this.usedCharacters += countCharacters(clean);
    return this.usedCharacters > this.maxCharacters ? this.reason : clean;
  }

  private get reason(): string {
    return `the alarms of this delivery hold more than ${this.maxCharacters} characters together: this one and those after it are not read`;
  }
}

/** Counts the characters as they are written: text that alarms share in memory is written for each of them. */
export function countCharacters(event: CleanEvent): number {
  let sum = event.raw_data.length + event.additional_info.length;
  for (const [name, label] of Object.entries(event.labels)) sum += name.length + label.length;
  for (const { name, url } of event.links) sum += name.length + url.length;
  for (const name of PLUGIN_TEXT_COLUMNS) sum += event[name]?.length ?? 0;
  return sum;
}
