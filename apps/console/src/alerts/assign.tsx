import { useId, useState } from 'preact/hooks';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Notice } from '../parts/notice.tsx';
import { session } from '../session.js';
import { openAlerts, showChange, type Alert } from './live-alerts.js';

/** The maximum length of an assignee in the API. */
const MAX_ASSIGNEE_LENGTH = 256;

interface Properties {
  readonly alert: Alert;
  readonly onChange: () => void;
}

/** Assigns an open alert to the user, to somebody else or to nobody. */
export function Assign({ alert, onChange }: Properties) {
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const listId = useId();
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  const ownName = session.value?.user_id ?? '';
  const assign = async (assignee: string | null) => {
    setBusy(true);
    try {
      const request = { path: { alert_id: alert.alert_id }, body: { assignee } };
      showChange((await client.call('assignAlert', request)) as Alert);
      setName('');
      setFailure(undefined);
    } catch (error) {
      setFailure(explainError(error));
    }
    setBusy(false);
    // Also after a failure: the alert may have been resolved meanwhile.
    onChange();
  };
  return (
    <form
      class="action"
      aria-label="Assign"
      onSubmit={(event) => {
        event.preventDefault();
        void assign(name.trim());
      }}
    >
      <input
        aria-label="Assign to"
        placeholder="User id or e-mail"
        required
        maxLength={MAX_ASSIGNEE_LENGTH}
        list={listId}
        autocomplete="off"
        spellcheck={false}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <datalist id={listId}>
        {findPeople().map((person) => (
          <option key={person} value={person} />
        ))}
      </datalist>
      <button type="submit" disabled={busy}>
        Assign
      </button>
      {alert.assignee === ownName ? null : (
        <button
          type="button"
          disabled={busy}
          title="The alert is acknowledged as well"
          onClick={() => void assign(ownName)}
        >
          Assign to me
        </button>
      )}
      {alert.assignee === null ? null : (
        <button type="button" disabled={busy} onClick={() => void assign(null)}>
          Assign to nobody
        </button>
      )}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </form>
  );
}

/** Returns who works on open alerts, as suggestions. Users who may not list keys know no others. */
function findPeople(): readonly string[] {
  const names = openAlerts.value.flatMap(({ assignee, acknowledged_by }) => [assignee, acknowledged_by]);
  return [...new Set(names.filter((name) => name !== null))].toSorted();
}
