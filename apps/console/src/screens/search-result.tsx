import { Download } from 'lucide';
import { useState } from 'preact/hooks';
import { searchLabel } from '../alerts/labels.tsx';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { formatCount } from '../format.js';
import { Bars, type Bar } from '../parts/bars.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { ColumnsMenu } from '../search/columns.tsx';
import { currentDomain } from '../session.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../parts/bar-times.js';
import { countRecords, fillGaps, type Span } from './count-records.js';
import { download, MAX_RECORDS, type FileFormat } from './download.js';
import { Results, type ResultRecord } from './results.tsx';
import { OPERATIONS, toParameters, toQuery, type Search } from './search-query.js';

/** The page size. */
const PAGE_SIZE = 100;

interface Properties {
  readonly search: Search;
  readonly change: (part: Partial<Search>) => void;
}

interface Page {
  readonly key: string;
  readonly records: readonly ResultRecord[];
  readonly total: number;
  readonly cursor: string | undefined;
}

/** The result of a search, as a chart over time and as a table. */
export function SearchResult({ search, change }: Properties) {
  const key = JSON.stringify(toParameters(search));
  const { value, failure } = useLoaded(key, (signal) => findPage(search, key, { start: 1 }, signal));
  const [extendedPage, setExtendedPage] = useState<Page | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const attempt = (action: Promise<void>) =>
    void action.then(
      () => setRefusal(undefined),
      (error: unknown) => setRefusal(explainError(error)),
    );
  const save = (form: FileFormat) => attempt(download(search, form));
  // While a search runs, the table keeps the previous result. If the search fails, only the error is shown.
  const isSearching = value.value?.key !== key;
  const firstPage = failure.value !== undefined && isSearching ? undefined : value.value;
  const page = extendedPage !== undefined && extendedPage.key === firstPage?.key ? extendedPage : firstPage;
  const searching = failure.value === undefined ? 'Searching …' : '';
  const showMore = async ({ records, cursor, ...rest }: Page) => {
    const next = await findPage(search, key, { cursor: cursor ?? '' });
    setExtendedPage({ ...rest, cursor: next.cursor, records: [...records, ...next.records] });
  };
  return (
    <>
      {failure.value === undefined ? null : <Notice kind="bad">{failure.value}</Notice>}
      {refusal === undefined ? null : <Notice kind="bad">{refusal}</Notice>}
      <OverTime
        search={search}
        onZoom={(from, to) =>
          change({ from: new Date(from * 1_000).toISOString(), to: new Date(to * 1_000).toISOString() })
        }
      />
      <div class="bar">
        <strong role="status">{page === undefined || isSearching ? searching : summaryOf(page)}</strong>
        {page !== undefined && !isSearching && page.total > MAX_RECORDS ? (
          <span class="help">A file contains only the first {formatCount(MAX_RECORDS)} records.</span>
        ) : null}
        <span class="end" />
        <ColumnsMenu
          records={search.records}
          columns={search.columns}
          onChange={(columns) => change({ columns })}
        />
        <Menu
          button={
            <>
              <Icon of={Download} />
              Download
            </>
          }
        >
          <button type="button" onClick={() => save('csv')}>
            Download CSV
          </button>
          <button type="button" onClick={() => save('jsonl')}>
            Download JSON lines
          </button>
        </Menu>
      </div>
      {page === undefined ? null : (
        <Results
          records={page.records}
          columns={search.columns}
          onColumns={(columns) => change({ columns })}
          sort={search.sort}
          onSort={(sort) => change({ sort })}
          linkToLabel={(name, value) => searchLabel(name, value, search)}
        />
      )}
      {page?.cursor === undefined || isSearching ? null : (
        <button type="button" onClick={() => attempt(showMore(page))}>
          Show {PAGE_SIZE} more
        </button>
      )}
    </>
  );
}

function summaryOf({ total, records }: Page): string {
  const all = `${formatCount(total)} found`;
  return total > records.length ? `${all}, the first ${formatCount(records.length)} are shown` : all;
}

async function findPage(
  search: Search,
  key: string,
  from: { readonly start: number } | { readonly cursor: string },
  signal?: AbortSignal,
): Promise<Page> {
  const query = { ...toQuery(search), page: { ...from, limit: PAGE_SIZE } };
  const { results, total_count, next_cursor } = await client.call(
    OPERATIONS[search.records].search,
    { body: { domain_id: currentDomain(), query } },
    signal === undefined ? {} : { signal },
  );
  const records = results as unknown as readonly ResultRecord[];
  return { key, records, total: total_count ?? records.length, cursor: next_cursor };
}

/** Seconds. Longer spans are counted by day instead of hour. */
const MAX_HOURLY_SPAN_SECONDS = 3 * DAY_SECONDS;

/** A chart of the found records over time. Dragging over a span narrows the search to it. */
function OverTime({
  search,
  onZoom,
}: {
  readonly search: Search;
  readonly onZoom: (from: number, to: number) => void;
}) {
  const { value, failure } = useLoaded(JSON.stringify(toParameters(search)), (signal) =>
    countBars(search, signal),
  );
  const bars = value.value;
  if (failure.value !== undefined || bars === undefined || bars.length === 0) return null;
  const maxCount = formatCount(Math.max(...bars.map(({ count: of }) => of)));
  return (
    <section class="card" aria-label="Over time">
      <Bars
        bars={bars}
        step={stepOf(spanOf(search))}
        label={`Search results over time, at most ${maxCount} in a bar`}
        onZoom={onZoom}
      />
    </section>
  );
}

const stepOf = ({ from, to }: Span) => (to - from <= MAX_HOURLY_SPAN_SECONDS ? HOUR_SECONDS : DAY_SECONDS);

async function countBars(search: Search, signal: AbortSignal): Promise<readonly Bar[]> {
  const { sort: _, ...query } = toQuery(search);
  const span = spanOf(search);
  const step = stepOf(span);
  const found = await countRecords(step, search.records, query, signal);
  return found.size === 0 ? [] : fillGaps(found, step, span);
}

/** Returns the span of a search. If an end is unlimited or cannot be parsed, the found records determine it. */
function spanOf({ from, to }: Search): Span {
  const ends = parseInstant(to === '' ? 'now' : to) ?? Number.NEGATIVE_INFINITY;
  return { from: parseInstant(from) ?? Number.POSITIVE_INFINITY, to: ends };
}

/** Converts a time like `now - 1d`, or ISO 8601, to seconds since 1970; `undefined` if it is neither. */
function parseInstant(text: string): number | undefined {
  const now = Date.now() / 1_000;
  if (text === 'now') return now;
  const [, amount, unit] = /^now\s*-\s*(\d+)([hd])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (unit === 'h' ? HOUR_SECONDS : DAY_SECONDS);
  const time = Date.parse(text) / 1_000;
  return Number.isNaN(time) ? undefined : time;
}
