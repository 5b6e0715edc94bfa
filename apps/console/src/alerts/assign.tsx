import { UserRound, UserRoundX } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { session } from '../session.js';
import { openAlerts } from './live-alerts.js';
import type { Alert } from './open-alerts.js';

/** The maximum length of an assignee in the API. */
const MAX_ASSIGNEE_LENGTH = 256;
/** The number of people that the menu names. */
const MAX_PEOPLE = 8;

interface Properties {
  readonly alerts: readonly Alert[];
  readonly menuClass?: string;
  readonly label?: string;
  readonly onAssign: (assignee: string | null) => void;
  /** What is in the button. */
  readonly children: ComponentChildren;
}

/** A menu that assigns alerts to the user, to somebody who works on others, to somebody else or to nobody. */
export function AssignMenu({ alerts, menuClass = '', label, onAssign, children }: Properties) {
  const [isAsking, setAsking] = useState(false);
  const ownName = session.value?.user_id ?? '';
  const isAll = (name: string | null) => alerts.every(({ assignee }) => assignee === name);
  const people = findPeople().filter((name) => name !== ownName && !isAll(name));
  return (
    <>
      <Menu menuClass={menuClass} button={children} {...(label !== undefined && { label })}>
        {isAll(ownName) ? null : (
          <button type="button" onClick={() => onAssign(ownName)}>
            <Avatar name={ownName} />
            To me
          </button>
        )}
        {people.slice(0, MAX_PEOPLE).map((name) => (
          <button key={name} type="button" onClick={() => onAssign(name)}>
            <Avatar name={name} />
            <span>
              To <bdi>{name}</bdi>
            </span>
          </button>
        ))}
        <button type="button" onClick={() => setAsking(true)}>
          <Icon of={UserRound} />
          To somebody else …
        </button>
        {isAll(null) ? null : (
          <button type="button" onClick={() => onAssign(null)}>
            <Icon of={UserRoundX} />
            To nobody
          </button>
        )}
      </Menu>
      {isAsking ? (
        <AskForPerson people={people} onAssign={onAssign} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

interface AskProperties extends Pick<Properties, 'onAssign'> {
  readonly people: readonly string[];
  readonly onClose: () => void;
}

function AskForPerson({ people, onAssign, onClose }: AskProperties) {
  const [name, setName] = useState('');
  const listId = useId();
  return (
    <Dialog title="Assign" onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onAssign(name.trim());
          onClose();
        }}
      >
        <FormField label="Assign to" isRequired help="The user id or e-mail of a person.">
          <input
            autofocus
            maxLength={MAX_ASSIGNEE_LENGTH}
            pattern=".*\S.*"
            list={listId}
            autocomplete="off"
            spellcheck={false}
            value={name}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) => setName(currentTarget.value)}
          />
        </FormField>
        <datalist id={listId}>
          {people.map((person) => (
            <option key={person} value={person} />
          ))}
        </datalist>
        <div class="bar">
          <button type="submit" class="primary">
            Assign
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns who works on open alerts, as suggestions. Users who may not list keys know no others. */
function findPeople(): readonly string[] {
  const names = openAlerts.value.flatMap(({ assignee, acknowledged_by }) => [assignee, acknowledged_by]);
  return [...new Set(names.filter((name) => name !== null))].toSorted();
}
