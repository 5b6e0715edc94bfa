import type { Json } from '#shared/kernel/json.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { parseBase64Json, parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { value } from '../../vocabulary/path.js';

const data = firstOf<Json>(
  (alarm) => parseEmbeddedJson(value('data')(alarm)),
  (alarm) => parseBase64Json(value('data_base64')(alarm)),
);

/** Returns a reader that converts the data of the event, from whichever attribute and encoding it has. */
export function withData<T>(read: (data: Json) => T | undefined): Reader<T> {
  return (alarm) => {
    const found = data(alarm);
    return found === undefined ? undefined : read(found);
  };
}

/** Returns a reader for fields inside the data. */
export function inData<T>(read: Reader<T>): Reader<T> {
  return (alarm) => withData((found) => read({ ...alarm, value: found }))(alarm);
}
