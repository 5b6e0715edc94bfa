import { isDeepStrictEqual } from 'node:util';
import { isObject } from '#shared/kernel/json.js';
import { parseAnywhere } from './parse-delivery.js';
import type { AnyPlugin, PluginDelivery, PluginOutcome, PluginSample } from './plugin.js';
import { readBody } from '../body/read-body.js';

/** The time at which samples arrive. It is fixed, so that their outcomes are always the same. */
export const SAMPLES_ARRIVE = new Date('2026-01-01T00:00:00.000Z');

/** Builds the delivery of a sample. @throws Error if the body cannot be parsed */
export function deliveryOf(sample: PluginSample): PluginDelivery {
  const content_type = sample.content_type ?? 'application/json';
  const read = readBody(Buffer.from(sample.body), content_type);
  if (!read.ok) throw new Error(`sample "${sample.name}": ${read.reason}`);
  return {
    body: read.body,
    content_type,
    headers: { 'content-type': content_type, ...sample.headers },
    query: {},
    path_suffix: '',
    received_at: SAMPLES_ARRIVE,
  };
}

/** Returns how the outcomes of a sample differ from the expected ones; `undefined` if they do not. */
export async function checkSample(plugin: AnyPlugin, sample: PluginSample): Promise<string | undefined> {
  const outcomes = await parseAnywhere(plugin, deliveryOf(sample), sample.options ?? {});
  if (outcomes.length !== sample.expect.length) {
    return `sample "${sample.name}": ${outcomes.length} outcomes instead of ${sample.expect.length}`;
  }
  for (const [index, expected] of sample.expect.entries()) {
    const wrong = differs(outcomes[index], expected);
    if (wrong !== undefined) return `sample "${sample.name}", outcome ${index}: ${wrong}`;
  }
  return undefined;
}

function differs(
  got: PluginOutcome | undefined,
  expected: PluginSample['expect'][number],
): string | undefined {
  if (got?.outcome !== expected.outcome) {
    const why = got && 'reason' in got ? ` (${got.reason})` : '';
    return `${got?.outcome}${why} instead of ${expected.outcome}`;
  }
  const fields = fieldsOf(got);
  for (const [field, wanted] of Object.entries(fieldsOf(expected))) {
    const has = fields[field];
    if (!covers(has, wanted))
      return `${field} is ${JSON.stringify(has)} instead of ${JSON.stringify(wanted)}`;
  }
  return undefined;
}

/** Returns the fields to compare. IGNORED and ERROR have none. */
function fieldsOf(one: PluginOutcome | PluginSample['expect'][number]): Readonly<Record<string, unknown>> {
  if (one.outcome === 'EVENT') return { ...one.event };
  return one.outcome === 'ACKNOWLEDGED' ? { ...one.acknowledgement } : {};
}

/** Returns whether `has` contains `wanted`. Members of an object that `wanted` does not list are not compared. */
function covers(has: unknown, wanted: unknown): boolean {
  if (!isObject(wanted) || wanted instanceof Date) return isDeepStrictEqual(has, wanted);
  return isObject(has) && Object.entries(wanted).every(([name, value]) => covers(has[name], value));
}
