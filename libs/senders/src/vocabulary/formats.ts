import type { Plugin } from '../plugin-api/plugin.js';
import { pointerOf, type AlarmFinder } from './alarms.js';
import { alarmsOf, type Sender } from './sender.js';

/** Returns the `parse` of a plugin whose sender has several formats. The first format that recognises the body parses it. */
export function formatsOf(...senders: readonly Sender[]): Plugin['parse'] {
  const formats = senders.map((sender) => ({ finds: sender.alarms, parse: alarmsOf(sender) }));
  const reason = `expected ${senders.map(({ expects }) => expects.body).join(', or ')}`;
  return (delivery, options) =>
    formats.find(({ finds }) => finds(delivery.body) !== undefined)?.parse(delivery, options) ?? [
      { outcome: 'ERROR', pointer: '', reason },
    ];
}

/** Extends a finder to lists of its bodies. A list with an element that the finder does not recognise is not recognised. */
export function alsoListed(find: AlarmFinder): AlarmFinder {
  return (body) => {
    if (!Array.isArray(body) || body.length === 0) return find(body);
    const found = body.map(find);
    return found.every((alarms) => alarms !== undefined)
      ? found.flatMap((alarms, index) =>
          alarms.map(({ value, pointer }) => ({ value, pointer: pointerOf([index]) + pointer })),
        )
      : undefined;
  };
}
