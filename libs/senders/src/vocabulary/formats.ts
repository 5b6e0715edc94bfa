import type { Plugin } from '../plugin-api/plugin.js';
import { pointerOf, type AlarmFinder } from './alarms.js';
import { alarmsOf, type Sender } from './sender.js';

/** The `parse` of a plugin whose sender has several formats: the first that knows the body reads it. */
export function formatsOf(...senders: readonly Sender[]): Plugin['parse'] {
  const formats = senders.map((sender) => ({ finds: sender.alarms, parse: alarmsOf(sender) }));
  const reason = `expected ${senders.map(({ expects }) => expects.body).join(', or ')}`;
  return (delivery, options) =>
    formats.find(({ finds }) => finds(delivery.body) !== undefined)?.parse(delivery, options) ?? [
      { outcome: 'ERROR', pointer: '', reason },
    ];
}

/** Also a list of such bodies, in which each has its own alarms. A list with a stranger in it is not known. */
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
