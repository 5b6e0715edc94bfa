import { linkTo } from '../address.js';
import { LabelChips } from '../alerts/labels.tsx';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Time } from '../parts/time.tsx';
import { SEVERITIES, type Severity } from '../severity.js';
import { toText, getValue, type Sort } from './search-query.js';

export interface ResultRecord {
  readonly alert_id: string;
  readonly event_id?: string;
  readonly title: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The maximum number of characters in a cell. */
const MAX_CELL_LENGTH = 200;
/** The maximum number of labels in a cell. */
const MAX_LABELS = 4;
/** Matches fields of the record that are instants. Nested fields come from the sender and can be any text. */
const INSTANT_FIELD = /^\w+_at$/;

interface Properties {
  readonly records: readonly ResultRecord[];
  readonly columns: readonly string[];
  readonly onColumns: (columns: readonly string[]) => void;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Returns a link that narrows the search to records with a label. */
  readonly linkToLabel: (name: string, value: string) => string;
}

/** The table of the records that a search found, with a choice of columns. */
export function Results({ records, columns, onColumns, sort, onSort, linkToLabel }: Properties) {
  return (
    <>
      <form
        class="search"
        aria-label="Columns"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget as HTMLFormElement).get('columns') ?? '');
          const names = text.split(',').map((name) => name.trim());
          onColumns(names.filter((name) => name !== ''));
        }}
      >
        <label class="long">
          Columns
          <input
            name="columns"
            defaultValue={columns.join(', ')}
            key={columns.join(',')}
            spellcheck={false}
          />
        </label>
        <button type="submit">Show</button>
      </form>
      {records.length === 0 ? (
        <Notice>Nothing was found.</Notice>
      ) : (
        // Focusable, so that it can be scrolled sideways with the keyboard.
        <div class="wide" tabIndex={0} role="region" aria-label="Search results">
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" aria-sort={sortOrder(name, sort)}>
                    {name === 'labels' ? (
                      name
                    ) : (
                      <button
                        type="button"
                        class="plain"
                        // The sorted column is reversed. Any other column starts descending: newest or largest first.
                        onClick={() => onSort({ key: name, desc: sort.key === name ? !sort.desc : true })}
                      >
                        {name}
                        <span aria-hidden="true">{sort.key === name ? (sort.desc ? ' ↓' : ' ↑') : ''}</span>
                      </button>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={record.event_id ?? record.alert_id}>
                  {columns.map((name) => (
                    <td key={name}>
                      <Cell name={name} record={record} linkToLabel={linkToLabel} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function sortOrder(name: string, { key, desc }: Sort): 'ascending' | 'descending' | 'none' {
  if (key !== name) return 'none';
  return desc ? 'descending' : 'ascending';
}

interface CellProperties extends Pick<Properties, 'linkToLabel'> {
  readonly name: string;
  readonly record: ResultRecord;
}

function Cell({ name, record, linkToLabel }: CellProperties) {
  if (name === 'labels')
    return (
      <LabelChips
        labels={record.labels ?? {}}
        link={linkToLabel}
        title="Only records with this label"
        max={MAX_LABELS}
        isInTabOrder={false}
      />
    );
  const text = toText(getValue(record, name)).slice(0, MAX_CELL_LENGTH);
  if (name === 'title')
    return (
      <a dir="auto" href={linkTo('alert', record.alert_id)}>
        {text || '(no title)'}
      </a>
    );
  if (name === 'severity' && SEVERITIES.includes(text as Severity))
    return <SeverityMark severity={text as Severity} />;
  return text !== '' && INSTANT_FIELD.test(name) ? <Time at={text} /> : <bdi>{text}</bdi>;
}
