import type { Json } from '#shared/kernel/json.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { base64JsonOf, embeddedOf } from '../../vocabulary/embedded.js';
import { value } from '../../vocabulary/path.js';

const data = firstOf<Json>(
  (alarm) => embeddedOf(value('data')(alarm)),
  (alarm) => base64JsonOf(value('data_base64')(alarm)),
);

/** What the data of the event is, wherever and however it is written. */
export function withData<T>(read: (data: Json) => T | undefined): Reader<T> {
  return (alarm) => {
    const found = data(alarm);
    return found === undefined ? undefined : read(found);
  };
}

/** Reads inside the data. */
export function inData<T>(read: Reader<T>): Reader<T> {
  return (alarm) => withData((found) => read({ ...alarm, value: found }))(alarm);
}
