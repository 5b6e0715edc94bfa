import { useEffect, useRef, useState } from 'preact/hooks';
import { printCondition, printFilterText } from '#shared/query/text/print-filter-text.js';
import { Notice } from '../parts/notice.tsx';
import { parseValue } from './condition-value.js';
import { parseFilter, type Condition } from './search-query.js';

const OPERATORS = [
  'eq',
  'not',
  'in',
  'not_in',
  'contain',
  'not_contain',
  'gt',
  'gte',
  'lt',
  'lte',
  'regex',
] as const;

interface Properties {
  readonly filter: readonly Condition[];
  readonly onChange: (filter: readonly Condition[]) => void;
}

/** The conditions of a search, as chips and as text. */
export function Filter({ filter, onChange }: Properties) {
  const section = useRef<HTMLElement>(null);
  const remove = (index: number) => {
    // The focused button is removed with its chip, so the focus is moved to the section for keyboard users.
    section.current?.focus();
    onChange(filter.toSpliced(index, 1));
  };
  return (
    <section ref={section} tabIndex={-1} aria-label="Conditions" class="filter">
      <ul class="chips">
        {filter.map((condition, index) => (
          <li key={JSON.stringify(condition)}>
            <bdi>{describeCondition(condition)}</bdi>
            <button type="button" onClick={() => remove(index)}>
              <span aria-hidden="true">×</span>
              <span class="unseen">Remove {describeCondition(condition)}</span>
            </button>
          </li>
        ))}
      </ul>
      <AddCondition onAdd={(condition) => onChange([...filter, condition])} />
      <FilterText filter={filter} onChange={onChange} />
    </section>
  );
}

function describeCondition(condition: Condition): string {
  return printCondition(condition).slice(0, 200);
}

function AddCondition({ onAdd }: { readonly onAdd: (condition: Condition) => void }) {
  return (
    <form
      class="search"
      aria-label="Add a condition"
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget as HTMLFormElement;
        const form = new FormData(element);
        const [k, o, text] = ['k', 'o', 'v'].map((name) => String(form.get(name) ?? '').trim());
        onAdd({ k, o, v: parseValue(k ?? '', o ?? '', text ?? '') } as Condition);
        element.reset();
      }}
    >
      <label>
        Field
        <input name="k" required placeholder="severity" spellcheck={false} />
      </label>
      <label>
        Operator
        <select name="o">
          {OPERATORS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Value
        <input name="v" placeholder="ERROR" spellcheck={false} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}

function FilterText({ filter, onChange }: Properties) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const text = printFilterText({ filter });
  useEffect(() => setProblem(undefined), [text]);
  return (
    <details>
      <summary>As text</summary>
      <form
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
        <label>
          Conditions in the query language
          <textarea
            name="text"
            rows={3}
            spellcheck={false}
            defaultValue={text}
            key={text}
            placeholder='severity >= ERROR and labels.team = "db"'
          />
        </label>
        {problem === undefined ? null : <Notice kind="bad">{problem}</Notice>}
        <button type="submit">Use</button>
      </form>
    </details>
  );
}
