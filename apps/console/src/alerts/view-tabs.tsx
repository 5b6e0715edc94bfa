import { Bookmark, Ellipsis, Star, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { address, navigate } from '../address.js';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { Flag } from '../design/schema-form.tsx';
import { showDone } from '../design/toast.tsx';
import { formatCount } from '../format.js';
import { matcherOf, parseView } from './alert-filter.js';
import { knowledge } from './knowledge.js';
import { openAlerts } from './live-alerts.js';
import { needsTellings } from './use-shown.js';
import {
  BUILT_IN,
  deleteView,
  findQuery,
  linkToView,
  savedViews,
  saveView,
  setFirstView,
  type SavedView,
} from './views.js';

/** The views as tabs, each with the number of its alerts, and what can be done with the present one. */
export function ViewTabs() {
  const [isNaming, setNaming] = useState(false);
  const { views, first } = savedViews();
  const all = [...BUILT_IN, ...views];
  const query = findQuery(address.value.parameters, all);
  const current = all.find((view) => view.query === query);
  return (
    <div class="view-tabs">
      <nav class="tabs" aria-label="Views">
        {all.map((view) => (
          <a
            key={view.name}
            href={linkToView(view.query)}
            aria-current={view === current ? 'page' : undefined}
          >
            {view.query === first && first !== '' ? (
              <>
                <Icon of={Star} />
                <span class="unseen">Now opens with: </span>
              </>
            ) : null}
            <bdi>{view.name.slice(0, 60)}</bdi> <Count view={view} />
          </a>
        ))}
      </nav>
      {current === undefined ? (
        <button type="button" class="quiet small" onClick={() => setNaming(true)}>
          <Icon of={Bookmark} />
          <span class="text">Save view …</span>
        </button>
      ) : (
        <ViewMenu view={current} isFirst={current.query === first} isOwn={views.includes(current)} />
      )}
      {isNaming ? <NameView query={query} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

/** The number of alerts of a view. That of those told to nobody is known only while they are shown. */
function Count({ view: { query } }: { readonly view: SavedView }) {
  const own = parseView(new URLSearchParams(query));
  const present = parseView(address.value.parameters);
  const view = { ...own, projects: own.projects.length === 0 ? present.projects : own.projects };
  if (needsTellings(view)) return null;
  const count = openAlerts.value.filter(matcherOf(view, knowledge())).length;
  return <span class="count">{formatCount(count)}</span>;
}

interface MenuProperties {
  readonly view: SavedView;
  readonly isFirst: boolean;
  readonly isOwn: boolean;
}

function ViewMenu({ view, isFirst, isOwn }: MenuProperties) {
  if (isFirst && !isOwn) return null;
  return (
    <Menu
      buttonClass="button quiet small icon-only"
      label={`View ${view.name}`}
      button={<Icon of={Ellipsis} />}
    >
      {isFirst ? null : (
        <button
          type="button"
          onClick={() => {
            setFirstView(view.query);
            showDone(`Now opens with: ${view.name}`);
          }}
        >
          <Icon of={Star} />
          Open Now with it
        </button>
      )}
      {isOwn ? (
        <button
          type="button"
          onClick={() => {
            const undo = deleteView(view);
            showDone(`View deleted: ${view.name}`, undo);
          }}
        >
          <Icon of={Trash2} />
          Delete
        </button>
      ) : null}
    </Menu>
  );
}

const MAX_NAME_LENGTH = 60;

function NameView({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [isFirst, setFirst] = useState(false);
  const isTaken = BUILT_IN.some((view) => view.name === name.trim());
  return (
    <Dialog title="Save view" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTaken) return;
          saveView({ name: name.trim(), query }, isFirst);
          onClose();
          navigate(linkToView(query), { replace: true });
        }}
      >
        <FormField
          label="Name"
          isRequired
          help="It is kept in this browser, for you and this domain. To share it, send the address of the page."
          refusal={isTaken ? 'This view is built in. Choose another name.' : undefined}
        >
          <input
            autofocus
            maxLength={MAX_NAME_LENGTH}
            pattern=".*\S.*"
            placeholder="My team"
            value={name}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setName(currentTarget.value)}
          />
        </FormField>
        <Flag label="Open Now with it" isSet={isFirst} onChange={setFirst} />
        <div class="bar">
          <button type="submit" class="primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
