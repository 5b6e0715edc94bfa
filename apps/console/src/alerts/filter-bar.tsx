import { ArrowDownWideNarrow, Layers, ListFilter, X } from 'lucide';
import { useState } from 'preact/hooks';
import { linkTo, navigate } from '../address.js';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { formatCount } from '../format.js';
import { MARKS, type Mark, type View } from './alert-filter.js';
import { parseLabel } from './label-query.js';
import { findFacets, findLabelNames, type Facet } from './facets.js';
import { openAlerts } from './live-alerts.js';
import { linkOf } from './views.js';

const show = (view: View, replace = false): void => navigate(linkOf(view), { replace });

const without = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.filter((each) => each !== value);

/** The conditions of the list: a field for words and labels, a menu of what occurs, and the chips of what is set. */
export function FilterBar({ view }: { readonly view: View }) {
  /** What is no part of the address yet: each redraw would remove it from the field. */
  const [label, setLabel] = useState('');
  return (
    <div class="filter-bar">
      <form
        role="search"
        aria-label="Filter"
        onSubmit={(event) => {
          event.preventDefault();
          const parsed = parseLabel(label.trim());
          if (parsed === undefined) return;
          setLabel('');
          show({ ...view, words: '', labels: { ...view.labels, [parsed[0]]: parsed[1] } });
        }}
      >
        <Icon of={ListFilter} />
        <input
          id="filter"
          type="search"
          aria-label="Filter"
          placeholder="Words, or a label like team=db"
          spellcheck={false}
          autocomplete="off"
          value={label || view.words}
          onInput={({ currentTarget: { value } }) => {
            // A label is taken with Enter, when all of it is written.
            const isLabel = value.includes('=');
            setLabel(isLabel ? value : '');
            if (!isLabel) show({ ...view, words: value }, true);
          }}
        />
      </form>
      <FilterMenu view={view} />
      <div class="bar end">
        <label class="choice">
          <Icon of={Layers} />
          <span class="unseen">Group by</span>
          <select
            value={view.group}
            onChange={({ currentTarget }) => show({ ...view, group: currentTarget.value })}
          >
            <option value="">No groups</option>
            <option value="rule">By rule</option>
            <option value="source">By source</option>
            {groupLabels(view.group).map((name) => (
              <option key={name} value={`labels.${name}`}>
                By {name.slice(0, 40)}
              </option>
            ))}
          </select>
        </label>
        <label class="choice">
          <Icon of={ArrowDownWideNarrow} />
          <span class="unseen">Order</span>
          <select
            value={view.order}
            onChange={({ currentTarget }) => show({ ...view, order: currentTarget.value as View['order'] })}
          >
            <option value="worst">Worst first</option>
            <option value="newest">Newest first</option>
          </select>
        </label>
      </div>
    </div>
  );
}

/** Names of labels to group by: those that occur, and the one of the address. */
function groupLabels(group: string): readonly string[] {
  const names = new Set(findLabelNames(openAlerts.value));
  if (group.startsWith('labels.')) names.add(group.slice('labels.'.length));
  return [...names];
}

function FilterMenu({ view }: { readonly view: View }) {
  return (
    <Menu
      menuClass="from-start"
      label="Add filter"
      button={
        <>
          <Icon of={ListFilter} />
          <span class="text">Add filter</span>
        </>
      }
    >
      <FilterChoices view={view} />
    </Menu>
  );
}

/** What the open alerts have, as conditions. */
function FilterChoices({ view }: { readonly view: View }) {
  const { sources, projects, labels } = findFacets(openAlerts.value);
  const sections: readonly (readonly [string, readonly Facet[], (facet: Facet) => View])[] = [
    ['Source', sources, ({ id }) => ({ ...view, sources: [...without(view.sources, id), id] })],
    ['Project', projects, ({ id }) => ({ ...view, projects: [...without(view.projects, id), id] })],
    [
      'Label',
      labels,
      ({ id, name }) => ({ ...view, labels: { ...view.labels, [id]: name.slice(id.length + 1) } }),
    ],
  ];
  return (
    <>
      {(Object.keys(MARKS) as Mark[])
        .filter((mark) => !view.marks.includes(mark))
        .map((mark) => (
          <a key={mark} href={linkOf({ ...view, marks: [...view.marks, mark] })}>
            {MARKS[mark]}
          </a>
        ))}
      {sections.map(([heading, facets, narrow]) =>
        facets.length === 0 ? null : (
          <>
            <h3 class="menu-heading">{heading}</h3>
            {facets.map((facet) => (
              <a key={`${facet.id} ${facet.name}`} href={linkOf(narrow(facet))}>
                <bdi>{facet.name.slice(0, 80)}</bdi>
                <small class="end">{formatCount(facet.count)}</small>
              </a>
            ))}
          </>
        ),
      )}
    </>
  );
}

interface Chip {
  readonly name: string;
  readonly rest: View;
}

/** The conditions that are set, each with a button that removes it. */
export function FilterChips({ view }: { readonly view: View }) {
  const chips = chipsOf(view);
  if (chips.length === 0) return null;
  return (
    <ul class="filter-chips" aria-label="Conditions">
      {chips.map(({ name, rest }) => (
        <li key={name}>
          <span class="chip">
            <bdi>{name.slice(0, 200)}</bdi>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${name.slice(0, 200)}`}
              onClick={() => {
                // The focused button is removed with its chip.
                document.querySelector<HTMLElement>('#filter')?.focus();
                show(rest);
              }}
            >
              <Icon of={X} />
            </button>
          </span>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <a class="chip" href={linkTo('now', undefined, { all: '', project: '' })}>
            Clear
          </a>
        </li>
      ) : null}
    </ul>
  );
}

function chipsOf(view: View): readonly Chip[] {
  const nameOf = (id: string) =>
    openAlerts.value.find(({ webhook_id }) => webhook_id === id)?.source.name ?? id;
  return [
    ...view.severities.map((severity) => ({
      name: severity.replace('_', ' ').toLowerCase(),
      rest: { ...view, severities: without(view.severities, severity) },
    })),
    ...view.marks.map((mark) => ({
      name: MARKS[mark],
      rest: { ...view, marks: without(view.marks, mark) },
    })),
    ...view.sources.map((id) => ({
      name: `source ${nameOf(id)}`,
      rest: { ...view, sources: without(view.sources, id) },
    })),
    ...view.projects.map((id) => ({
      name: `project ${id}`,
      rest: { ...view, projects: without(view.projects, id) },
    })),
    ...Object.entries(view.labels).map(([name, value]) => {
      const { [name]: _, ...labels } = view.labels;
      return { name: `${name}=${value}`, rest: { ...view, labels } };
    }),
  ];
}
