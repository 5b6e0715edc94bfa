import { X } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { parseFilterText } from '#shared/query/text/parse-filter-text.js';
import { printCondition, printFilterText } from '#shared/query/text/print-filter-text.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { useLoaded } from '../parts/use-loaded.js';
import { emptyRow, findSeverities, isEditable, toConditions, toRows, type Row } from './condition-rows.js';
import {
  ASKED_SEVERITIES,
  describeAlerts,
  OPERATOR_WORDS,
  readSeverities,
  severityCondition,
  type Condition,
  type Conditions,
} from './describe-conditions.js';
import { knownFields, knownValues, loadKnownAlerts } from './known-alerts.js';

interface Properties {
  readonly label: string;
  readonly value: Conditions;
  readonly onChange: (value: Conditions) => void;
  /** Why the service refused a condition. */
  readonly refusal?: string | undefined;
  /** Whether alternatives can be given, of which at least one must match. */
  readonly hasAny?: boolean;
}

/** Conditions on alerts: severities as buttons, other fields as rows, or all as text. Says which open alerts match. */
export function ConditionEditor({ label, value, onChange, refusal, hasAny = true }: Properties) {
  const id = useId();
  // Those that the rows show already: while somebody types, an earlier value may arrive after a later one was emitted.
  const own = useRef(new WeakSet<Conditions>([value]));
  const [rows, setRows] = useState<readonly Row[]>(() => [...toRows(value, true), emptyRow()]);
  useEffect(() => void loadKnownAlerts(), []);
  const emit = (next: Conditions) => {
    own.current.add(next);
    onChange(next);
  };
  useEffect(() => {
    // The conditions were changed elsewhere, for example as text.
    if (!own.current.has(value)) setRows([...toRows(value, true), emptyRow()]);
    own.current.add(value);
  }, [value]);
  const about = findSeverities(value);
  const change = (next: readonly Row[]) => {
    const last = next.at(-1);
    setRows(
      last === undefined || last.field !== '' || last.original !== undefined ? [...next, emptyRow()] : next,
    );
    emit(toConditions(next, about));
  };
  const toggle = (severity: string) => {
    const asked = (about && readSeverities(about)) ?? [];
    const wanted = asked.includes(severity)
      ? asked.filter((each) => each !== severity)
      : [...asked, severity];
    emit(toConditions(rows, wanted.length === 0 ? undefined : severityCondition(wanted)));
  };
  return (
    <fieldset class="group conditions">
      <legend>{label}</legend>
      {refusal === undefined ? null : <p class="refusal">{shorten(refusal)}</p>}
      <div class="bar" role="group" aria-label={`Severities of ${label}`}>
        {ASKED_SEVERITIES.map((severity) => (
          <button
            key={severity}
            type="button"
            class="small"
            aria-pressed={about !== undefined && readSeverities(about)?.includes(severity) === true}
            onClick={() => toggle(severity)}
          >
            <span class={`severity ${severity.toLowerCase()}`}>
              <span class="shape" aria-hidden="true" />
              {severity.toLowerCase()}
            </span>
          </button>
        ))}
        {about === undefined ? <small>any severity</small> : null}
      </div>
      <datalist id={`${id}-fields`}>
        {knownFields().map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      {rows.map((row, at) => (
        <ConditionRow
          key={row.id}
          row={row}
          name={`Condition ${at + 1} of ${label}`}
          fields={`${id}-fields`}
          hasAny={hasAny}
          isLast={at === rows.length - 1}
          onChange={(next) => change(rows.map((each) => (each === row ? next : each)))}
          onRemove={() => change(rows.filter((each) => each !== row))}
        />
      ))}
      <AsText label={label} value={value} hasAny={hasAny} onChange={onChange} />
      <Matching value={value} />
    </fieldset>
  );
}

/** Returns the beginning of a refusal, which may list all fields that there are. */
const shorten = (reason: string): string => reason.split(';', 1)[0] ?? '';

interface RowProperties {
  readonly row: Row;
  readonly name: string;
  readonly fields: string;
  readonly hasAny: boolean;
  readonly isLast: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ row, name, fields, hasAny, isLast, onChange, onRemove }: RowProperties) {
  const id = useId();
  const remove = (
    <button
      type="button"
      class="quiet icon-only"
      aria-label={`Remove ${name}`}
      disabled={isLast}
      onClick={onRemove}
    >
      <Icon of={X} />
    </button>
  );
  if (!isEditable(row))
    return (
      <div class="condition">
        <code dir="auto">{printCondition(row.original as Condition)}</code>
        {remove}
      </div>
    );
  const edit = (part: Partial<Row>) => onChange({ ...row, ...part, original: undefined });
  return (
    <div class="condition">
      {hasAny ? (
        <select
          class="joint"
          aria-label={`Whether ${name} must match`}
          value={row.isAny ? 'any' : 'all'}
          onChange={({ currentTarget }) => onChange({ ...row, isAny: currentTarget.value === 'any' })}
        >
          <option value="all">and</option>
          <option value="any">or</option>
        </select>
      ) : null}
      <input
        aria-label={`Field: ${name}`}
        list={fields}
        placeholder="labels.team"
        spellcheck={false}
        autocomplete="off"
        value={row.field}
        onInput={({ currentTarget }) => edit({ field: currentTarget.value })}
      />
      <select
        aria-label={`Operator: ${name}`}
        value={row.operator}
        onChange={({ currentTarget }) => edit({ operator: currentTarget.value })}
      >
        {Object.entries(OPERATOR_WORDS).map(([operator, words]) => (
          <option key={operator} value={operator}>
            {words}
          </option>
        ))}
      </select>
      <input
        aria-label={`Value: ${name}`}
        list={`${id}-values`}
        placeholder={
          row.operator === 'exists' ? 'yes, or no' : row.operator.endsWith('in') ? 'db, web' : 'db'
        }
        spellcheck={false}
        autocomplete="off"
        value={row.text}
        onInput={({ currentTarget }) => edit({ text: currentTarget.value })}
      />
      <datalist id={`${id}-values`}>
        {knownValues(row.field).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {remove}
    </div>
  );
}

function AsText({
  label,
  value,
  hasAny,
  onChange,
}: Required<Pick<Properties, 'label' | 'value' | 'hasAny' | 'onChange'>>) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const text = printFilterText(value);
  useEffect(() => setProblem(undefined), [text]);
  return (
    <details>
      <summary class="help">As text</summary>
      <textarea
        aria-label={`${label} as text`}
        spellcheck={false}
        // What is typed stays while alerts change or the text is refused; other conditions replace it.
        key={text}
        defaultValue={text}
        placeholder='severity >= ERROR and labels.team = "db"'
        onChange={({ currentTarget }) => {
          try {
            const parsed =
              currentTarget.value.trim() === '' ? undefined : parseFilterText(currentTarget.value);
            const next = (parsed ?? { filter: [], filter_or: [] }) as unknown as Conditions;
            if (!hasAny && next.filter_or.length > 0)
              throw new Error('alternatives are not possible here; use in');
            onChange(next);
            setProblem(undefined);
          } catch (error) {
            setProblem((error as Error).message);
          }
        }}
      />
      {problem === undefined ? null : (
        <p class="refusal" role="alert">
          {problem}
        </p>
      )}
    </details>
  );
}

/** Milliseconds after the last key for which the question waits. */
const TYPING_MS = 400;

/** The conditions as a sentence, and how many open alerts match them now. */
function Matching({ value }: { readonly value: Conditions }) {
  const key = JSON.stringify(value);
  const { value: found, failure } = useLoaded(`matching ${key}`, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
    signal.throwIfAborted();
    const count = await countOpenAlerts(value, signal);
    return { key, count };
  });
  const known = found.value?.key === key ? found.value.count : undefined;
  return (
    <p class="help" role="status" dir="auto">
      {describeAlerts(value)}
      {failure.value !== undefined
        ? ` · ${shorten(failure.value)}`
        : known === undefined
          ? ' · …'
          : ` · ${formatCount(known)} open ${known === 1 ? 'alert matches' : 'alerts match'} now`}
    </p>
  );
}

/** Returns how many open alerts the conditions find now. */
export async function countOpenAlerts(
  { filter, filter_or }: { readonly filter: readonly object[]; readonly filter_or: readonly object[] },
  signal: AbortSignal,
): Promise<number> {
  const open = { k: 'state', v: 'OPEN', o: 'eq' };
  const query = { filter: [...filter, open], filter_or, page: { start: 1, limit: 1 } };
  const { total_count } = await client.call('searchAlerts', { body: { query: query as never } }, { signal });
  return total_count ?? 0;
}
