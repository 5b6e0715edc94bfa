import { useState } from 'preact/hooks';
import { explainError } from '../connection.js';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { Notice } from '../parts/notice.tsx';
import { acknowledge, MAX_COMMENT_LENGTH } from './acts.js';
import type { Alert } from './open-alerts.js';

interface Properties {
  readonly alert: Alert;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** Acknowledges an alert with a comment. What is written stays, whatever others do to the alert meanwhile. */
export function AcknowledgeDialog({ alert, onChange, onClose }: Properties) {
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  return (
    <Dialog title="Acknowledge" onClose={onClose}>
      <form
        class="form"
        onSubmit={async (event) => {
          event.preventDefault();
          setBusy(true);
          setFailure(undefined);
          const isDone = await acknowledge([alert], { comment: comment.trim() }, onChange, (error) =>
            setFailure(explainError(error)),
          );
          setBusy(false);
          if (isDone) onClose();
        }}
      >
        <FormField label="Comment" isRequired help="For everybody who reads the alert.">
          <input
            autofocus
            placeholder="Replacing the disk"
            maxLength={MAX_COMMENT_LENGTH}
            pattern=".*\S.*"
            value={comment}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              setComment(currentTarget.value)
            }
          />
        </FormField>
        {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
        <div class="bar">
          <button type="submit" class="primary" disabled={busy}>
            Acknowledge
          </button>
        </div>
      </form>
    </Dialog>
  );
}
