import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { countOf } from '../format.js';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import { download, MOST, type Form } from './download.js';
import { OverTime } from './over-time.tsx';
import { Results, type Found } from './results.tsx';
import { OPERATIONS, parametersOf, queryOf, type Search } from './search-query.js';

/** The page size. */
const SHOWN = 100;

interface Properties {
  readonly wanted: Search;
  readonly change: (part: Partial<Search>) => void;
}

interface Page {
  readonly key: string;
  readonly records: readonly Found[];
  readonly total: number;
  readonly cursor: string | undefined;
}

/** The result of a search, as a chart over time and as a table. */
export function Answer({ wanted, change }: Properties) {
  const key = JSON.stringify(parametersOf(wanted));
  const { value, failure } = useLoaded(key, (signal) => find(wanted, key, { start: 1 }, signal));
  const [more, setMore] = useState<Page | undefined>(undefined);
  const [refusal, refuse] = useState<string | undefined>(undefined);
  const attempt = (act: Promise<void>) =>
    void act.then(
      () => refuse(undefined),
      (error: unknown) => refuse(explain(error)),
    );
  const save = (form: Form) => attempt(download(wanted, form));
  // While a search runs, the table keeps the previous result. If the search fails, only the error is shown.
  const isSearching = value.value?.key !== key;
  const first = failure.value !== undefined && isSearching ? undefined : value.value;
  const found = more !== undefined && more.key === first?.key ? more : first;
  const searching = failure.value === undefined ? 'Searching …' : '';
  const showMore = async ({ records, cursor, ...rest }: Page) => {
    const next = await find(wanted, key, { cursor: cursor ?? '' });
    setMore({ ...rest, cursor: next.cursor, records: [...records, ...next.records] });
  };
  return (
    <>
      {failure.value === undefined ? null : <Notice kind="bad">{failure.value}</Notice>}
      {refusal === undefined ? null : <Notice kind="bad">{refusal}</Notice>}
      <OverTime
        wanted={wanted}
        onZoom={(from, to) =>
          change({ from: new Date(from * 1_000).toISOString(), to: new Date(to * 1_000).toISOString() })
        }
      />
      <p class="bar">
        <span role="status">{found === undefined || isSearching ? searching : summaryOf(found)}</span>
        <button type="button" onClick={() => save('csv')}>
          Download CSV
        </button>
        <button type="button" onClick={() => save('jsonl')}>
          Download JSON lines
        </button>
        {found !== undefined && !isSearching && found.total > MOST ? (
          <span>A file contains only the first {countOf(MOST)} records.</span>
        ) : null}
      </p>
      {found === undefined ? null : (
        <Results
          records={found.records}
          columns={wanted.columns}
          onColumns={(columns) => change({ columns })}
          sort={wanted.sort}
          onSort={(sort) => change({ sort })}
        />
      )}
      {found?.cursor === undefined || isSearching ? null : (
        <button type="button" onClick={() => attempt(showMore(found))}>
          Show {SHOWN} more
        </button>
      )}
    </>
  );
}

function summaryOf({ total, records }: Page): string {
  const all = `${countOf(total)} found`;
  return total > records.length ? `${all}, the first ${countOf(records.length)} are shown` : all;
}

async function find(
  wanted: Search,
  key: string,
  from: { readonly start: number } | { readonly cursor: string },
  signal?: AbortSignal,
): Promise<Page> {
  const query = { ...queryOf(wanted), page: { ...from, limit: SHOWN } };
  const { results, total_count, next_cursor } = await client.call(
    OPERATIONS[wanted.records].search,
    { body: { query } },
    signal === undefined ? {} : { signal },
  );
  const records = results as unknown as readonly Found[];
  return { key, records, total: total_count ?? records.length, cursor: next_cursor };
}
