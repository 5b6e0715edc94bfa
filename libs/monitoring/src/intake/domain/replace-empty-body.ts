import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import type { Delivery } from './delivery.js';

type Replaced = Pick<Delivery, 'body' | 'content_type' | 'query' | 'path_suffix'>;

const EMPTY_OBJECT = Buffer.from('{}');
const FORM = 'application/x-www-form-urlencoded';

/** Replaces an empty body for plugins whose senders put all data into the path (by an empty object) or the query (by a form). */
export function replaceEmptyBody<T extends Replaced>(plugin: AnyPlugin | undefined, posted: T): T {
  if (posted.body.length > 0) return posted;
  const taken = plugin?.takesEmptyBody?.(posted.path_suffix, posted.query) ?? false;
  if (taken === 'QUERY')
    return { ...posted, content_type: FORM, body: Buffer.from(new URLSearchParams(posted.query).toString()) };
  return taken ? { ...posted, body: EMPTY_OBJECT } : posted;
}
