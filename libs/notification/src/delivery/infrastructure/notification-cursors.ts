import type { ClientBase, Pool } from 'pg';
import type { FeedPosition } from '#monitoring/contracts/feed-position.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';

/** The maximum numbers of domains and of groups in one round. */
const MAX_DOMAINS = 256;
const MAX_GROUPS = 8;
/** The longest pause in seconds after changes of a domain failed. */
const MAX_PAUSE_SECONDS = 60;

export interface CursorRow {
  readonly domain_id: string;
  readonly xid: string;
  readonly index: string;
  readonly at: string;
}

/** Domains whose cursors have the same position, which are read together. */
export type CursorGroup = readonly [CursorRow, ...CursorRow[]];

export function toPosition({ xid, index, at }: CursorRow): FeedPosition {
  return { xid, index, offset: 0, at: Number(at) };
}

/** Selects cursors. */
export interface CursorSelection {
  /** Only this domain, if it is due. */
  readonly onlyDomain?: string;
  readonly excludedDomains?: readonly string[];
}

/** Locks cursors and groups them by position. Usually all domains are in one group, so that their changes are read at once. */
export async function lockCursors(
  client: ClientBase,
  { onlyDomain, excludedDomains = [] }: CursorSelection = {},
): Promise<readonly CursorGroup[]> {
  const { rows } = await client.query<CursorRow>({
    name: 'lock notification cursors',
    text: `
      select domain_id, xid::text, index::text, at::text from notification_cursor
      where (retry_at is null or ${buildDueCondition('retry_at', MAX_PAUSE_SECONDS)}) and ($1::text is null or domain_id = $1)
        and domain_id <> all($2::text[])
      order by notification_cursor.xid, notification_cursor.index, domain_id
      limit ${MAX_DOMAINS} for update skip locked`,
    values: [onlyDomain ?? null, excludedDomains],
  });
  const groups = Map.groupBy(rows, ({ xid, index }) => `${xid} ${index}`);
  return [...groups.values()].slice(0, MAX_GROUPS) as unknown as readonly CursorGroup[];
}

export async function moveCursors(
  client: ClientBase,
  domains: readonly string[],
  { xid, index, at }: FeedPosition,
): Promise<void> {
  await client.query({
    name: 'move notification cursors',
    text: `
      update notification_cursor
      set xid = $2::text::xid8, index = $3::bigint, at = $4::bigint, retry_at = null, failures = 0
      where domain_id = any($1::text[])`,
    values: [domains, xid, index, at],
  });
}

export async function postponeCursors(client: ClientBase | Pool, domains: readonly string[]): Promise<void> {
  await client.query({
    name: 'postpone notification cursors',
    text: `
      update notification_cursor set failures = failures + 1,
        retry_at = clock_timestamp() + make_interval(secs => least(${MAX_PAUSE_SECONDS}, 2 ^ least(failures, 6)))
      where domain_id = any($1::text[])`,
    values: [domains],
  });
}
