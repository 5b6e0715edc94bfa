import { readDelivery, type BodyMark, type ReadBody } from '../body/read-delivery.js';
import { prefixPointer } from '../envelopes/with-envelopes.js';
import { DELIVERY_LIMITS } from './delivery-limits.js';
import type { DefaultSeverity } from './default-severity.js';
import { parseDelivery, parseDeliveryAsync } from './parse-delivery.js';
import {
  runsHere,
  withFlatForm,
  type AnyPlugin,
  type Plugin,
  type PluginDelivery,
  type PluginOptions,
  type PluginOutcome,
} from './plugin.js';

/** A delivery whose body has not been read yet. */
export type UnparsedDelivery = Omit<PluginDelivery, 'body' | 'flat_form'> & {
  readonly body: Buffer;
  /** Whether an envelope in strict JSON is still around the data. */
  readonly has_envelope?: boolean;
};

/** Reads the body of a delivery and parses each of its values. Never throws. */
export function parsePosted(
  plugin: Plugin,
  delivery: UnparsedDelivery,
  options: PluginOptions,
  severity?: DefaultSeverity,
): readonly PluginOutcome[] {
  const reading = readDelivery(delivery.body, delivery.content_type, delivery.has_envelope);
  if (!reading.ok) return [toError(reading.reason)];
  const { flat_form } = reading;
  const field_budget = { left: DELIVERY_LIMITS.maxGuessedFields };
  return completeOutcomes(
    reading,
    reading.values.map((body) =>
      parseDelivery(plugin, { ...delivery, body, flat_form, field_budget }, options, severity),
    ),
  );
}

/**
 * As {@link parsePosted}, for plugins that may be async.
 * @param domain_id whose share of the processes of plugins is used
 * @throws PluginUnavailableError while the plugin is unavailable
 */
export async function parsePostedAsync(
  plugin: AnyPlugin,
  delivery: UnparsedDelivery,
  options: PluginOptions,
  severity?: DefaultSeverity,
  domain_id = '',
): Promise<readonly PluginOutcome[]> {
  const reading = readDelivery(delivery.body, delivery.content_type, delivery.has_envelope);
  if (!reading.ok) return [toError(reading.reason)];
  const { flat_form } = reading;
  const field_budget = { left: DELIVERY_LIMITS.maxGuessedFields };
  const parsed: (readonly PluginOutcome[])[] = [];
  const use = { domain_id, usedMs: 0 };
  for (const body of reading.values) {
    const one = { ...delivery, body, flat_form };
    const given = runsHere(plugin) ? { ...one, field_budget } : withFlatForm(one);
    const outcomes = await parseDeliveryAsync(plugin, given, options, severity, use);
    const exceeding = outcomes.find((outcome) => outcome.outcome === 'ERROR' && outcome.exceeds_limits);
    // The limits are those of a delivery. Nothing of it has made events yet, so that a replay may parse all of it.
    if (exceeding?.outcome === 'ERROR') return [toError(exceeding.reason)];
    parsed.push(outcomes);
  }
  return completeOutcomes(reading, parsed);
}

/**
 * Adds what the reading of the body implies: pointers to the value, the mark in the events, and an ERROR for what was lost, so
 * that the delivery stays in the quarantine.
 */
function completeOutcomes(
  { values, mark, loss }: ReadBody,
  parsed: readonly (readonly PluginOutcome[])[],
): readonly PluginOutcome[] {
  const outcomes =
    values.length === 1
      ? (parsed[0] ?? [])
      : parsed.flatMap((each, index) => each.map((one) => prefixPointer(`/${index}`, one)));
  const completed = mark === undefined ? outcomes : outcomes.map((one) => markOutcome(one, mark));
  return loss === undefined || isLossTold(completed) ? completed : [...completed, toError(loss)];
}

function isLossTold(outcomes: readonly PluginOutcome[]): boolean {
  return outcomes.length > 0 && outcomes.every(({ outcome }) => outcome === 'ERROR');
}

function markOutcome(one: PluginOutcome, mark: BodyMark): PluginOutcome {
  if (isPartly(mark) && isEnding(one)) return toError(NOT_WHOLE, pointerOf(one));
  if (one.outcome !== 'EVENT') return one;
  return {
    ...one,
    event: { ...one.event, additional_info: { ...one.event.additional_info, body: { ...mark } } },
  };
}

function isPartly({ cut_off, text_only }: BodyMark): boolean {
  return cut_off === true || text_only === true;
}

const NOT_WHOLE = 'only a part of the body could be read, which must not close or acknowledge an alert';

/** What would make an alert silent. The part that is missing may say the opposite. */
function isEnding(one: PluginOutcome): boolean {
  return one.outcome === 'ACKNOWLEDGED' || (one.outcome === 'EVENT' && one.event.event_type === 'RECOVERY');
}

function pointerOf(one: PluginOutcome): string {
  if (one.outcome === 'EVENT') return one.event.pointer;
  return one.outcome === 'ACKNOWLEDGED' ? one.acknowledgement.pointer : one.pointer;
}

function toError(reason: string, pointer = ''): PluginOutcome {
  return { outcome: 'ERROR', pointer, reason };
}
