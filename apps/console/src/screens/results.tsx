import { ArrowDown, ArrowUp, SearchX } from 'lucide';
import { useState } from 'preact/hooks';
import { linkTo } from '../address.js';
import { LabelChips } from '../alerts/labels.tsx';
import { now } from '../clock.js';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Time } from '../parts/time.tsx';
import { moveColumn } from '../search/columns.tsx';
import { describeValue, nameField } from '../search/describe-field.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { toText, getValue, type Sort } from './search-query.js';

export interface ResultRecord {
  readonly alert_id: string;
  readonly event_id?: string;
  readonly title: string;
  readonly state?: string;
  readonly opened_at?: string;
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

/** The table of the records that a search found. Its columns are moved by dragging their heads. */
export function Results({ records, columns, onColumns, sort, onSort, linkToLabel }: Properties) {
  const [dragged, setDragged] = useState<string | undefined>(undefined);
  const [target, setTarget] = useState<string | undefined>(undefined);
  if (records.length === 0)
    return (
      <EmptyState icon={SearchX} title="Nothing was found.">
        <p>Try a longer time, fewer words or fewer conditions.</p>
      </EmptyState>
    );
  const drop = (name: string) => {
    if (dragged !== undefined) onColumns(moveColumn(columns, dragged, name));
    setDragged(undefined);
    setTarget(undefined);
  };
  return (
    // Focusable, so that it can be scrolled sideways with the keyboard.
    <div class="table cards results" tabIndex={0} role="region" aria-label="Search results">
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                aria-sort={sortOrder(name, sort)}
                draggable
                class={target === name && dragged !== name ? 'dropping' : undefined}
                onDragStart={() => setDragged(name)}
                onDragOver={(event) => {
                  event.preventDefault();
                  setTarget(name);
                }}
                onDragEnd={() => setTarget(undefined)}
                onDrop={(event) => {
                  event.preventDefault();
                  drop(name);
                }}
              >
                {name === 'labels' ? (
                  nameField(name)
                ) : (
                  <button
                    type="button"
                    class="sort"
                    // The sorted column is reversed. Any other column starts descending: newest or largest first.
                    onClick={() => onSort({ key: name, desc: sort.key === name ? !sort.desc : true })}
                  >
                    {nameField(name)}
                    {sort.key === name ? <Icon of={sort.desc ? ArrowDown : ArrowUp} /> : null}
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
                <td
                  key={name}
                  class={name === 'title' ? 'title' : undefined}
                  data-name={name === 'title' ? undefined : nameField(name)}
                >
                  <Cell name={name} record={record} linkToLabel={linkToLabel} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
  // An open alert is not resolved: how long it is open so far says the same.
  const isAge = name === 'resolved_after' && record.state === 'OPEN';
  const value = isAge ? (now.peek() - Date.parse(record.opened_at ?? '')) / 1_000 : getValue(record, name);
  const text = (describeValue(name, value) ?? toText(value)).slice(0, MAX_CELL_LENGTH);
  if (name === 'title')
    return (
      <a dir="auto" href={linkTo('alert', record.alert_id)}>
        {text || '(no title)'}
      </a>
    );
  if (name === 'severity' && SEVERITIES.includes(text as Severity))
    return <SeverityMark severity={text as Severity} />;
  return text !== '' && INSTANT_FIELD.test(name) ? <Time at={text} isShort /> : <bdi>{text}</bdi>;
}
