import { useMemo, useReducer } from 'preact/hooks';
import { address, linkTo, show } from '../address.js';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { Answer } from './answer.tsx';
import { Filter } from './filter.tsx';
import {
  defaultsOf,
  parametersOf,
  RECORDS,
  searchIn,
  withZone,
  type Search as Wanted,
} from './search-query.js';

/** The screen to search alerts and events with the query language. */
export function Search() {
  const { parameters } = address.value;
  const [wanted, wrong] = useMemo(() => read(parameters), [parameters.toString()]);
  // Submitting an unchanged search runs it again, to find new records.
  const [times, again] = useReducer((count: number) => count + 1, 0);
  const change = (part: Partial<Wanted>) =>
    show(linkTo('search', undefined, parametersOf({ ...wanted, ...part })));
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
          again(undefined);
          change({ keyword: text('keyword'), from: withZone(text('from')), to: withZone(text('to')) });
        }}
      >
        <label>
          Search in
          <select
            value={wanted.records}
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
          <input name="keyword" type="search" defaultValue={wanted.keyword} key={wanted.keyword} />
        </label>
        <label>
          From
          <input name="from" placeholder="no limit" defaultValue={wanted.from} key={wanted.from} />
        </label>
        <label>
          To
          <input name="to" placeholder="now" defaultValue={wanted.to} key={wanted.to} />
        </label>
        <button type="submit">Search</button>
      </form>
      <Filter filter={wanted.filter} onChange={(filter) => change({ filter })} />
      {wrong === undefined ? (
        <Answer key={times} wanted={wanted} change={change} />
      ) : (
        <Notice kind="bad">{wrong}</Notice>
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
    return [searchIn(rest), `The filter in the page address is not valid: ${(error as Error).message}`];
  }
}
