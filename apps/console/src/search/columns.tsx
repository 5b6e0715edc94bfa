import { ArrowDown, ArrowUp, Columns3, X } from 'lucide';
import { useId } from 'preact/hooks';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import type { Records } from '../screens/search-query.js';
import { FIELDS, nameField } from './describe-field.js';

interface Properties {
  readonly records: Records;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** Chooses the columns of a table and their order. The heads of the table can be dragged as well. */
export function ColumnsMenu({ records, columns, onChange }: Properties) {
  const listId = useId();
  return (
    <Menu
      button={
        <>
          <Icon of={Columns3} />
          Columns
        </>
      }
    >
      <ol class="columns">
        {columns.map((name, index) => (
          <li key={name}>
            <span>{nameField(name)}</span>
            {(
              [
                ['up', ArrowUp, index - 1],
                ['down', ArrowDown, index + 1],
              ] as const
            ).map(([way, icon, to]) => (
              <button
                key={way}
                type="button"
                class="quiet small icon-only"
                aria-label={`Move ${nameField(name)} ${way}`}
                disabled={to < 0 || to >= columns.length}
                onClick={(event) => {
                  event.stopPropagation();
                  onChange(moveColumn(columns, name, columns[to] ?? name));
                }}
              >
                <Icon of={icon} />
              </button>
            ))}
            <button
              type="button"
              class="quiet small icon-only"
              aria-label={`Remove ${nameField(name)}`}
              disabled={columns.length === 1}
              onClick={(event) => {
                event.stopPropagation();
                onChange(columns.filter((each) => each !== name));
              }}
            >
              <Icon of={X} />
            </button>
          </li>
        ))}
      </ol>
      <form
        class="bar"
        aria-label="Add a column"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget as HTMLFormElement;
          const name = String(new FormData(form).get('column') ?? '').trim();
          form.reset();
          if (name !== '' && !columns.includes(name)) onChange([...columns, name]);
        }}
      >
        <input
          name="column"
          aria-label="Column"
          placeholder="Field, like labels.team"
          list={listId}
          spellcheck={false}
          autocomplete="off"
        />
        <datalist id={listId}>
          {FIELDS[records]
            .filter((name) => !columns.includes(name))
            .map((name) => (
              <option key={name} value={name} />
            ))}
        </datalist>
        <button type="submit">Add</button>
      </form>
    </Menu>
  );
}

/** Returns the columns with one of them in the place of another, as if it were dragged there. */
export function moveColumn(columns: readonly string[], name: string, to: string): readonly string[] {
  const target = columns.indexOf(to);
  if (target === -1 || !columns.includes(name)) return columns;
  return columns.filter((each) => each !== name).toSpliced(target, 0, name);
}
