import { Search as SearchIcon } from 'lucide';
import { useMemo, useReducer } from 'preact/hooks';
import { address, linkTo, navigate } from '../address.js';
import { Icon } from '../design/icon.tsx';
import { Heading } from '../parts/heading.tsx';
import { Notice } from '../parts/notice.tsx';
import { TimeRange } from '../search/time-range.tsx';
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
      <div class="card search-bar">
        <form
          class="bar"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget as HTMLFormElement);
            const text = (name: string, before: string) => String(form.get(name) ?? before).trim();
            runAgain(undefined);
            change({
              keyword: text('keyword', ''),
              // The fields of the span are there only for one that is not offered.
              from: addTimeZone(text('from', search.from)),
              to: addTimeZone(text('to', search.to)),
            });
          }}
        >
          <select
            class="narrow"
            aria-label="Search in"
            value={search.records}
            onChange={({ currentTarget }) => {
              const records = RECORDS.find((name) => name === currentTarget.value) ?? 'alerts';
              change({ records, filter: [], ...defaultsOf(records) });
            }}
          >
            {RECORDS.map((name) => (
              <option key={name} value={name}>
                {name === 'alerts' ? 'Alerts' : 'Events'}
              </option>
            ))}
          </select>
          <div class="words">
            <Icon of={SearchIcon} />
            <input
              name="keyword"
              type="search"
              aria-label="Words"
              placeholder="Words of title, description, rule, resource or labels"
              defaultValue={search.keyword}
              key={search.keyword}
            />
          </div>
          <TimeRange
            key={`${search.from} ${search.to}`}
            from={search.from}
            to={search.to}
            onChoose={(from) => change({ from, to: '' })}
          />
          <button type="submit" class="primary">
            Search
          </button>
        </form>
        <Filter records={search.records} filter={search.filter} onChange={(filter) => change({ filter })} />
      </div>
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
