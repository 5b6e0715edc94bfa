import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#shared/kernel/json.js';
import { parseDeliveryAsync } from './parse-delivery.js';
import type { AnyPlugin, PluginDelivery, PluginOutcome, PluginSample } from './plugin.js';
import { parseDeliveryBody } from '../body/parse-delivery-body.js';

/** The time at which samples arrive. It is fixed, so that their outcomes are always the same. */
export const SAMPLE_RECEIVED_AT = new Date('2026-01-01T00:00:00.000Z');

/** Builds the delivery of a sample. @throws Error if the body cannot be parsed */
export function createSampleDelivery(sample: PluginSample): PluginDelivery {
  const content_type = sample.content_type ?? 'application/json';
  const parsed = parseDeliveryBody(Buffer.from(sample.body), content_type);
  if (!parsed.ok) throw new Error(`sample "${sample.name}": ${parsed.reason}`);
  return {
    body: parsed.body,
    ...(parsed.source === 'form' && parsed.flat_form !== parsed.body && { flat_form: parsed.flat_form }),
    content_type,
    headers: { 'content-type': content_type, ...sample.headers },
    query: {},
    path_suffix: '',
    received_at: SAMPLE_RECEIVED_AT,
  };
}

/** Returns how the outcomes of a sample differ from the expected ones; `undefined` if they do not. */
export async function checkSample(plugin: AnyPlugin, sample: PluginSample): Promise<string | undefined> {
  const outcomes = await parseDeliveryAsync(plugin, createSampleDelivery(sample), sample.options ?? {});
  if (outcomes.length !== sample.expect.length) {
    return `sample "${sample.name}": ${outcomes.length} outcomes instead of ${sample.expect.length}`;
  }
  for (const [index, expected] of sample.expect.entries()) {
    const difference = findDifference(outcomes[index], expected);
    if (difference !== undefined) return `sample "${sample.name}", outcome ${index}: ${difference}`;
  }
  return undefined;
}

function findDifference(
  actual: PluginOutcome | undefined,
  expected: PluginSample['expect'][number],
): string | undefined {
  if (actual?.outcome !== expected.outcome) {
    const reason = actual && 'reason' in actual ? ` (${actual.reason})` : '';
    return `${actual?.outcome}${reason} instead of ${expected.outcome}`;
  }
  const fields = comparedFields(actual);
  for (const [field, expectedValue] of Object.entries(comparedFields(expected))) {
    const actualValue = fields[field];
    if (!matchesSubset(actualValue, expectedValue))
      return `${field} is ${JSON.stringify(actualValue)} instead of ${JSON.stringify(expectedValue)}`;
  }
  return undefined;
}

/** Returns the fields to compare. ERROR has none, and IGNORED at most a note. */
function comparedFields(
  one: PluginOutcome | PluginSample['expect'][number],
): Readonly<Record<string, unknown>> {
  if (one.outcome === 'EVENT') return { ...one.event };
  if (one.outcome === 'ACKNOWLEDGED') return { ...one.acknowledgement };
  return one.outcome === 'IGNORED' && one.note ? { note: one.note } : {};
}

/** Returns whether `has` contains `wanted`. Members of an object that `wanted` does not list are not compared. */
function matchesSubset(has: unknown, wanted: unknown): boolean {
  if (!isObject(wanted) || wanted instanceof Date) return isDeepStrictEqual(has, wanted);
  return isObject(has) && Object.entries(wanted).every(([name, value]) => matchesSubset(has[name], value));
}
