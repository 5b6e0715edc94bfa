import { useEffect, useState } from 'preact/hooks';
import { guardAddress, navigate } from '../address.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { DiscardDialog } from '../parts/discard-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { session } from '../session.js';

/** The maximum length of a note in the API. */
const MAX_NOTE_LENGTH = 1_000;

interface Properties {
  readonly alertId: string;
  readonly onChange: () => void;
}

/** The form for a note. */
export function AddNote({ alertId, onChange }: Properties) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  /** Where the user wants to go although a note is half written. */
  const [target, setTarget] = useState<string | undefined>(undefined);
  const isDirty = text.trim() !== '';
  useEffect(() => {
    if (!isDirty) return undefined;
    return guardAddress(() => {
      setTarget(location.hash);
      return false;
    });
  }, [isDirty]);
  if (session.value?.role === 'VIEWER') return null;
  const add = async () => {
    setBusy(true);
    try {
      await client.call('addAlertNote', { path: { alert_id: alertId }, body: { text } });
      setText('');
      setTarget(undefined);
      setFailure(undefined);
      onChange();
    } catch (error) {
      setFailure(explainError(error));
    }
    setBusy(false);
  };
  return (
    <form
      class="note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <textarea
        id="note"
        aria-label="Note"
        placeholder="Note, like: the supplier is informed"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={busy || !isDirty}>
        Add note
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {isDirty && target !== undefined ? (
        <DiscardDialog
          onDiscard={() => {
            setText('');
            setTarget(undefined);
            navigate(target);
          }}
          onKeep={() => setTarget(undefined)}
        />
      ) : null}
    </form>
  );
}

interface DeleteProperties extends Properties {
  readonly noteId: string;
  readonly author: string;
}

/** A button that deletes a note of the user, after a second press. Administrators also delete notes of others. */
export function DeleteNote({ alertId, noteId, author, onChange }: DeleteProperties) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const { role, user_id } = session.value ?? {};
  if (role === 'VIEWER' || (role !== 'ADMIN' && author !== user_id)) return null;
  const remove = async () => {
    if (!isAsking) return setAsking(true);
    try {
      await client.call('deleteAlertNote', { path: { alert_id: alertId, note_id: noteId } });
      // The pressed button is removed with the note.
      document.querySelector<HTMLElement>('#note')?.focus();
      onChange();
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  return (
    <>
      <button
        type="button"
        class="quiet small"
        onClick={() => void remove()}
        onBlur={() => setAsking(false)}
        onKeyDown={({ key }) => key === 'Escape' && setAsking(false)}
      >
        {isAsking ? 'Really delete it?' : 'Delete'}
        <span class="unseen"> the note by {author.slice(0, 200)}</span>
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </>
  );
}
