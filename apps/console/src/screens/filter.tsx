import { Plus, X } from 'lucide';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { printCondition, printFilterText } from '#shared/query/text/print-filter-text.js';
import { FormField } from '../design/form-field.tsx';
import { Icon } from '../design/icon.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { FIELDS } from '../search/describe-field.js';
import { suggestValues } from '../search/suggest-values.js';
import { parseValue } from './condition-value.js';
import { parseFilter, type Condition, type Records } from './search-query.js';

/** The operators, and how people read them. */
const OPERATORS = [
  ['eq', 'is'],
  ['not', 'is not'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ['contain', 'contains'],
  ['not_contain', 'does not contain'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
  ['regex', 'matches'],
] as const;

interface Properties {
  readonly records: Records;
  readonly filter: readonly Condition[];
  readonly onChange: (filter: readonly Condition[]) => void;
}

/** The conditions of a search, as chips and as text. */
export function Filter({ records, filter, onChange }: Properties) {
  const section = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<'none' | 'condition' | 'text'>('none');
  const remove = (index: number) => {
    // The focused button is removed with its chip, so the focus is moved to the section for keyboard users.
    section.current?.focus();
    onChange(filter.toSpliced(index, 1));
  };
  const toggle = (part: 'condition' | 'text') => setOpen(open === part ? 'none' : part);
  return (
    <section ref={section} tabIndex={-1} aria-label="Conditions" class="conditions">
      <ul>
        {filter.map((condition, index) => (
          <li key={JSON.stringify(condition)} class="chip">
            <bdi>{describeCondition(condition)}</bdi>
            <button type="button" class="quiet small icon-only" onClick={() => remove(index)}>
              <Icon of={X} />
              <span class="unseen">Remove {describeCondition(condition)}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="small"
        aria-expanded={open === 'condition'}
        onClick={() => toggle('condition')}
      >
        <Icon of={Plus} />
        Condition
      </button>
      <button
        type="button"
        class="quiet small"
        aria-expanded={open === 'text'}
        onClick={() => toggle('text')}
      >
        As text
      </button>
      {open === 'condition' ? (
        <AddCondition records={records} onAdd={(condition) => onChange([...filter, condition])} />
      ) : null}
      {open === 'text' ? <FilterText filter={filter} onChange={onChange} /> : null}
    </section>
  );
}

function describeCondition(condition: Condition): string {
  return printCondition(condition).slice(0, 200);
}

interface AddProperties {
  readonly records: Records;
  readonly onAdd: (condition: Condition) => void;
}

function AddCondition({ records, onAdd }: AddProperties) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [name, setName] = useState('');
  // It was opened to write one.
  useEffect(() => field.current?.focus(), []);
  const { value } = useLoaded(`${records} ${name}`, async (signal) =>
    name === '' ? [] : suggestValues(records, name, signal),
  );
  return (
    <form
      class="bar"
      aria-label="Add a condition"
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget as HTMLFormElement;
        const form = new FormData(element);
        const [k, o, text] = ['k', 'o', 'v'].map((part) => String(form.get(part) ?? '').trim());
        onAdd({ k, o, v: parseValue(k ?? '', o ?? '', text ?? '') } as Condition);
        element.reset();
        setName('');
        field.current?.focus();
      }}
    >
      <input
        ref={field}
        name="k"
        aria-label="Field"
        required
        placeholder="severity or labels.team"
        list={`${id}-fields`}
        spellcheck={false}
        autocomplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value.trim())}
      />
      <datalist id={`${id}-fields`}>
        {FIELDS[records].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <select name="o" aria-label="Operator">
        {OPERATORS.map(([operator, text]) => (
          <option key={operator} value={operator}>
            {text}
          </option>
        ))}
      </select>
      <input
        name="v"
        aria-label="Value"
        placeholder="value"
        list={`${id}-values`}
        spellcheck={false}
        autocomplete="off"
      />
      <datalist id={`${id}-values`}>
        {(value.value ?? []).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <button type="submit">Add</button>
    </form>
  );
}

function FilterText({ filter, onChange }: Omit<Properties, 'records'>) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const text = printFilterText({ filter });
  useEffect(() => setProblem(undefined), [text]);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget as HTMLFormElement).get('text');
        try {
          onChange(String(given).trim() === '' ? [] : parseFilter(String(given)));
          setProblem(undefined);
        } catch (error) {
          setProblem((error as Error).message);
        }
      }}
    >
      <FormField label="Conditions in the query language" refusal={problem}>
        <textarea
          name="text"
          rows={3}
          spellcheck={false}
          defaultValue={text}
          key={text}
          placeholder='severity >= ERROR and labels.team = "db"'
        />
      </FormField>
      <div>
        <button type="submit">Use</button>
      </div>
    </form>
  );
}
