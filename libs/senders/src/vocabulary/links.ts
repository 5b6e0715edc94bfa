import { isObject, type Json } from '#shared/kernel/json.js';
import type { PluginLink } from '../plugin-api/plugin.js';
import { textOf } from './text.js';

/** Converts a list of objects with `name` and `url`, or an object of addresses by name; `undefined` if it is anything else. */
export function toLinks(from: Json): readonly PluginLink[] | undefined {
  const pairs = Array.isArray(from)
    ? from.map((one: Json) => (isObject(one) ? [textOf(one['name']), textOf(one['url'])] : []))
    : isObject(from)
      ? Object.entries(from).map(([name, url]) => [name, textOf(url)])
      : [[]];
  const links = pairs.flatMap(([name, url]) =>
    name === undefined || url === undefined ? [] : [{ name, url }],
  );
  return links.length < pairs.length ? undefined : links;
}
