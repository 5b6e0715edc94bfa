import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';

/** The maximum length of a note in the API. */
const MAX_NOTE_LENGTH = 1_000;
/** Milliseconds. Loaded periodically, because others add notes as well. */
const REFRESH_MS = 5_000;

/** The notes of an alert, oldest first, with a form for another. */
export function Notes({ alertId }: { readonly alertId: string }) {
  const loaded = useLoaded(
    alertId,
    async (signal) => {
      const { results } = await client.call('listAlertNotes', { path: { alert_id: alertId } }, { signal });
      return results as readonly Required<Schemas['AlertNoteInfo']>[];
    },
    REFRESH_MS,
  );
  const notes = loaded.value.value ?? [];
  return (
    <section>
      <h2>Notes</h2>
      <LoadState loaded={loaded} />
      <ol class="timeline">
        {notes.map(({ note_id, author, text, created_at }) => (
          <li key={note_id}>
            <Time at={created_at} /> <bdi>{author}</bdi>
            <p class="prose">
              <bdi>{text}</bdi>
            </p>
          </li>
        ))}
      </ol>
      {session.value?.role === 'VIEWER' ? null : <NoteForm alertId={alertId} onChange={loaded.reload} />}
    </section>
  );
}

function NoteForm({ alertId, onChange }: { readonly alertId: string; readonly onChange: () => void }) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    try {
      await client.call('addAlertNote', { path: { alert_id: alertId }, body: { text } });
      setText('');
      setFailure(undefined);
      onChange();
    } catch (error) {
      setFailure(explainError(error));
    }
    setBusy(false);
  };
  return (
    <form
      class="action"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <textarea
        aria-label="Note"
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" disabled={busy || text.trim() === ''}>
        Add note
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </form>
  );
}
