import { isObject, parseJson } from '#shared/kernel/json.js';
import { RawJson } from '#shared/kernel/raw-json.js';

/** Matches the cursor at the end of a list that is already JSON text. In a record its quotes would be escaped. */
const CURSOR_AT_END = /"next_cursor":"([^"\\]+)"\}$/;
/** Only so many characters are searched: the counts and the cursor are the last fields of a list, after its records. */
const LONGEST_END = 8_192;

/** Returns the Link to the next page (RFC 8288), relative to the request; `undefined` after the last page. */
export function nextPage(answer: unknown, url: string): string | undefined {
  const cursor = cursorOf(answer);
  if (cursor === undefined) return undefined;
  const at = url.indexOf('?');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at + 1));
  // The new cursor replaces the previous cursor or start.
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
  // parseJson keeps every digit of a number; comparisons in queries are exact.
  const query = parseJson(json);
  return JSON.stringify(isObject(query) ? { ...query, page: pageWith(query['page'], cursor) } : query);
}

function pageWith(page: unknown, cursor: string): object {
  const { start: _, ...rest } = isObject(page) ? page : {};
  return { ...rest, cursor };
}
