import { isObject } from '#shared/kernel/json.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { mapPointer } from '../../envelopes/with-envelopes.js';

/** Parses each of several records that a Lambda function got on its own, because they may contain messages of different formats. */
export function parseEachRecord(parse: Plugin['parse']): Plugin['parse'] {
  return (delivery, options) => {
    const { body } = delivery;
    const records = isObject(body) ? body['Records'] : undefined;
    if (!isObject(body) || !Array.isArray(records) || records.length < 2) return parse(delivery, options);
    return records.flatMap((record, index) => {
      const pointer = `/Records/${index}`;
      if (!isObject(record) || Object.keys(record).length === 0)
        return [{ outcome: 'IGNORED', pointer, reason: 'not an alarm: the record is empty' } as const];
      return parse({ ...delivery, body: { ...body, Records: [record] } }, options).map((one) =>
        mapPointer(one, (inner) => pointer + inner.replace('/Records/0', '')),
      );
    });
  };
}
