import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { Notice } from './notice.tsx';
import { useSave } from './use-save.js';

interface Properties {
  /** What is deleted, as in "Delete the source". */
  readonly what: string;
  /** Its name, which must be typed. */
  readonly name: string;
  readonly onDelete: () => Promise<unknown>;
  readonly onClose: () => void;
  /** What is lost with it. */
  readonly children: ComponentChildren;
}

/** Asks for the name of what is deleted, so that nobody deletes another record by a wrong click. */
export function ConfirmDelete({ what, name, onDelete, onClose, children }: Properties) {
  const [typed, setTyped] = useState('');
  const { onSubmit, isBusy, message } = useSave(onDelete);
  return (
    <Dialog title={`Delete the ${what}`} onClose={onClose}>
      <p>{children}</p>
      <form class="form" onSubmit={onSubmit}>
        <FormField label={`Type ${name} to delete it`} isRequired>
          <input
            autocomplete="off"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </FormField>
        {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
        <div class="bar">
          <button type="submit" class="danger" disabled={isBusy || typed.trim() !== name.trim()}>
            Delete
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
