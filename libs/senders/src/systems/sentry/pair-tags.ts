import type { Json } from '#shared/kernel/json.js';
import type { Reader } from '../../vocabulary/alarm.js';
import { toTags, type Labels } from '../../vocabulary/labels.js';
import { firstAt, type Path } from '../../vocabulary/path.js';

/** Returns a reader for tags, which Sentry writes as pairs (`[["server_name", "db-2"]]`) or as objects with a key and a value. */
export function pairTags(...paths: readonly Path[]): Reader<Labels> {
  return firstAt(paths, (from) => toTags(Array.isArray(from) ? (from as Json[]).map(toObject) : from));
}

function toObject(tag: Json): Json {
  if (!Array.isArray(tag)) return tag;
  const [key = null, value = null] = tag as Json[];
  return { key, value };
}
