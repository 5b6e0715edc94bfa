import { isObject, parseJson } from '#shared/kernel/json.js';
import { RawJson } from '#shared/kernel/raw-json.js';

/** Matches the cursor at the end of a list that is already JSON text. In a record its quotes would be escaped. */
const CURSOR_AT_END = /"next_cursor":"([^"\\]+)"\}$/;
/** Only so many characters are searched: the counts and the cursor are the last fields of a list, after its records. */
const MAX_END_CHARS = 8_192;

/** Returns the Link to the next page (RFC 8288), relative to the request; `undefined` after the last page. */
export function createNextPageLink(response: unknown, url: string): string | undefined {
  const cursor = findCursor(response);
  if (cursor === undefined) return undefined;
  const queryStart = url.indexOf('?');
  const query = new URLSearchParams(queryStart === -1 ? '' : url.slice(queryStart + 1));
  // The new cursor replaces the previous cursor or start.
  query.delete('query.page.start');
  query.delete('query.page.cursor');
  const json = query.get('query');
  if (json === null) query.set('query.page.cursor', cursor);
  else query.set('query', setCursor(json, cursor));
  const page = query.get('query.page');
  if (page !== null) {
    query.set('query.page', JSON.stringify(createPage(parseJson(page), cursor)));
    query.delete('query.page.cursor');
  }
  return `<?${query.toString()}>; rel="next"`;
}

function findCursor(response: unknown): string | undefined {
  if (response instanceof RawJson) return CURSOR_AT_END.exec(response.text.slice(-MAX_END_CHARS))?.[1];
  return (response as { readonly next_cursor?: string } | undefined)?.next_cursor;
}

function setCursor(json: string, cursor: string): string {
  // parseJson keeps every digit of a number; comparisons in queries are exact.
  const query = parseJson(json);
  return JSON.stringify(isObject(query) ? { ...query, page: createPage(query['page'], cursor) } : query);
}

function createPage(page: unknown, cursor: string): object {
  const { start: _, ...rest } = isObject(page) ? page : {};
  return { ...rest, cursor };
}
