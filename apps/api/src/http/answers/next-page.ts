import { isObject, parseJson } from '#shared/kernel/json.js';
import { RawJson } from '#shared/kernel/raw-json.js';

/** The end of a list that is JSON already. No record can contain it, because its quotes would be escaped there. */
const CURSOR_AT_END = /"next_cursor":"([^"\\]+)"\}$/;
/** The list ends with its counts and the cursor: the records before need not be searched. */
const LONGEST_END = 8_192;

/** The Link to the page after this one (RFC 8288); `undefined` where none follows. The reference is relative to the request. */
export function nextPage(answer: unknown, url: string): string | undefined {
  const cursor = cursorOf(answer);
  if (cursor === undefined) return undefined;
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  // The cursor takes the place of the one before, and of a start.
  query.delete('query.page.start');
  query.delete('query.page.cursor');
  const json = query.get('query');
  if (json === null) query.set('query.page.cursor', cursor);
  else query.set('query', withCursor(json, cursor));
  const page = query.get('query.page');
  if (page !== null) {
    query.set('query.page', JSON.stringify(pageWith(parseJson(page), cursor)));
    query.delete('query.page.cursor');
  }
  return `<?${query.toString()}>; rel="next"`;
}

function cursorOf(answer: unknown): string | undefined {
  if (answer instanceof RawJson) return CURSOR_AT_END.exec(answer.text.slice(-LONGEST_END))?.[1];
  return (answer as { readonly next_cursor?: string } | undefined)?.next_cursor;
}

function withCursor(json: string, cursor: string): string {
  // A query compares numbers in all of their digits.
  const query = parseJson(json);
  return JSON.stringify(isObject(query) ? { ...query, page: pageWith(query['page'], cursor) } : query);
}

function pageWith(page: unknown, cursor: string): object {
  const { start: _, ...rest } = isObject(page) ? page : {};
  return { ...rest, cursor };
}
