import { useMemo, useState } from 'preact/hooks';
import { address, linkTo, show } from '../address.js';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { countOf } from '../format.js';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import { download, type Form } from './download.js';
import { Filter } from './filter.tsx';
import { OverTime } from './over-time.tsx';
import { Results, type Found } from './results.tsx';
import {
  OPERATIONS,
  parametersOf,
  queryOf,
  RECORDS,
  searchIn,
  type Search as Wanted,
} from './search-query.js';

const SHOWN = 100;

/** Alerts and events by the query language. */
export function Search() {
  const { parameters } = address.value;
  const [wanted, wrong] = useMemo(() => read(parameters), [parameters.toString()]);
  const change = (part: Partial<Wanted>) =>
    show(linkTo('search', undefined, parametersOf({ ...wanted, ...part })));
  return (
    <>
      <h1>Search</h1>
      <form
        class="search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          change({ keyword: text('keyword'), from: text('from'), to: text('to') });
        }}
      >
        <label>
          Of
          <select
            value={wanted.records}
            onChange={({ currentTarget }) =>
              show(
                linkTo('search', undefined, {
                  ...parametersOf({ ...wanted, filter: [] }),
                  of: currentTarget.value,
                  columns: '',
                }),
              )
            }
          >
            {RECORDS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Words
          <input name="keyword" type="search" defaultValue={wanted.keyword} key={wanted.keyword} />
        </label>
        <label>
          From
          <input name="from" defaultValue={wanted.from} key={wanted.from} />
        </label>
        <label>
          To
          <input name="to" placeholder="now" defaultValue={wanted.to} key={wanted.to} />
        </label>
        <button type="submit">Search</button>
      </form>
      <Filter filter={wanted.filter} onChange={(filter) => change({ filter })} />
      {wrong === undefined ? <Answer wanted={wanted} change={change} /> : <Notice kind="bad">{wrong}</Notice>}
    </>
  );
}

function Answer({
  wanted,
  change,
}: {
  readonly wanted: Wanted;
  readonly change: (part: Partial<Wanted>) => void;
}) {
  const key = JSON.stringify(parametersOf(wanted));
  const { value, failure } = useLoaded(key, (signal) => find(wanted, signal));
  const [refusal, refuse] = useState<string | undefined>(undefined);
  const save = (form: Form) => download(wanted, form).catch((error: unknown) => refuse(explain(error)));
  const found = value.value;
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
        <span role="status">
          {found === undefined
            ? 'Searching …'
            : found.total > found.records.length
              ? `${countOf(found.total)} found, the newest ${countOf(found.records.length)} are shown`
              : `${countOf(found.total)} found`}
        </span>
        <button type="button" onClick={() => void save('csv')}>
          Download CSV
        </button>
        <button type="button" onClick={() => void save('jsonl')}>
          Download JSON lines
        </button>
      </p>
      {found === undefined ? null : (
        <Results
          records={found.records}
          columns={wanted.columns}
          onColumns={(columns) => change({ columns })}
        />
      )}
    </>
  );
}

function read(parameters: URLSearchParams): readonly [Wanted, string | undefined] {
  try {
    return [searchIn(parameters), undefined];
  } catch (error) {
    const rest = new URLSearchParams(parameters);
    rest.delete('filter');
    return [searchIn(rest), `The filter in the address cannot be read: ${(error as Error).message}`];
  }
}

async function find(
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ readonly records: readonly Found[]; readonly total: number }> {
  const query = { ...queryOf(wanted), page: { start: 1, limit: SHOWN } };
  const { results, total_count } = await client.call(
    OPERATIONS[wanted.records].search,
    { body: { query } },
    { signal },
  );
  return { records: results as unknown as readonly Found[], total: total_count ?? results.length };
}
