import type { Plugin } from '../plugin-api/plugin.js';
import { toJsonPointer, type AlarmFinder } from './alarm-finder.js';
import { createParser, type AlarmFormat } from './alarm-format.js';

/** Returns the `parse` of a plugin whose sender has several formats. The first format that recognises the body parses it. */
export function createMultiFormatParser(...alarmFormats: readonly AlarmFormat[]): Plugin['parse'] {
  const parsers = alarmFormats.map((format) => ({ findAlarms: format.alarms, parse: createParser(format) }));
  const reason = `expected ${alarmFormats.map(({ expects }) => expects.body).join(', or ')}`;
  return (delivery, options) =>
    parsers.find(({ findAlarms }) => findAlarms(delivery.body) !== undefined)?.parse(delivery, options) ?? [
      { outcome: 'ERROR', pointer: '', reason },
    ];
}

/**
 * Extends a finder to lists of its bodies. An element that the finder does not recognise is an alarm of its own, which gives an
 * error or is ignored. A list without any element that it recognises is not recognised.
 */
export function singleOrList(find: AlarmFinder): AlarmFinder {
  return (body) => {
    if (!Array.isArray(body) || body.length === 0) return find(body);
    const found = body.map(find);
    return found.some((alarms) => alarms !== undefined)
      ? found.flatMap((alarms, index) =>
          (alarms ?? [{ value: body[index] ?? null, pointer: '' }]).map(({ value, pointer }) => ({
            value,
            pointer: toJsonPointer([index]) + pointer,
          })),
        )
      : undefined;
  };
}
