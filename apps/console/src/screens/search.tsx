import { useMemo, useReducer } from 'preact/hooks';
import { address, linkTo, navigate } from '../address.js';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { SearchResult } from './search-result.tsx';
import { Filter } from './filter.tsx';
import {
  defaultsOf,
  toParameters,
  RECORDS,
  parseSearch,
  addTimeZone,
  type Search as Wanted,
} from './search-query.js';

/** The screen to search alerts and events with the query language. */
export function Search() {
  const { parameters } = address.value;
  const [search, problem] = useMemo(() => parseParameters(parameters), [parameters.toString()]);
  // Submitting an unchanged search runs it again, to find new records.
  const [runCount, runAgain] = useReducer((count: number) => count + 1, 0);
  const change = (part: Partial<Wanted>) =>
    navigate(linkTo('search', undefined, toParameters({ ...search, ...part })));
  return (
    <>
      <Heading text="Search" />
      <form
        class="search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget as HTMLFormElement);
          const text = (name: string) => String(form.get(name) ?? '').trim();
          runAgain(undefined);
          change({ keyword: text('keyword'), from: addTimeZone(text('from')), to: addTimeZone(text('to')) });
        }}
      >
        <label>
          Search in
          <select
            value={search.records}
            onChange={({ currentTarget }) => {
              const records = RECORDS.find((name) => name === currentTarget.value) ?? 'alerts';
              change({ records, filter: [], ...defaultsOf(records) });
            }}
          >
            {RECORDS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Words
          <input name="keyword" type="search" defaultValue={search.keyword} key={search.keyword} />
        </label>
        <label>
          From
          <input name="from" placeholder="no limit" defaultValue={search.from} key={search.from} />
        </label>
        <label>
          To
          <input name="to" placeholder="now" defaultValue={search.to} key={search.to} />
        </label>
        <button type="submit">Search</button>
      </form>
      <Filter filter={search.filter} onChange={(filter) => change({ filter })} />
      {problem === undefined ? (
        <SearchResult key={runCount} search={search} change={change} />
      ) : (
        <Notice kind="bad">{problem}</Notice>
      )}
    </>
  );
}

function parseParameters(parameters: URLSearchParams): readonly [Wanted, string | undefined] {
  try {
    return [parseSearch(parameters), undefined];
  } catch (error) {
    const rest = new URLSearchParams(parameters);
    rest.delete('filter');
    return [parseSearch(rest), `The filter in the page address is not valid: ${(error as Error).message}`];
  }
}
