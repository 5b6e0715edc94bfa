import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Notice } from '../parts/notice.tsx';
import { session } from '../session.js';
import { showChange, type Alert } from './live-alerts.js';

/** The maximum length of a comment in the API. */
export const MAX_COMMENT_LENGTH = 1_024;

interface Properties {
  readonly alert: Alert;
  /** Whether there is a field for a comment. */
  readonly hasComment?: boolean;
  readonly onChange?: () => void;
}

/** A button that acknowledges an open alert, or takes the acknowledgement back. */
export function Acknowledge({ alert, hasComment = false, onChange }: Properties) {
  const [comment, setComment] = useState('');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  // A user who is writing a comment still wants to acknowledge, even if somebody else has done so meanwhile.
  const isAcknowledged = alert.acknowledged && comment === '';
  const id = isAcknowledged ? 'unacknowledgeAlert' : 'acknowledgeAlert';
  const toggle = async () => {
    setBusy(true);
    try {
      const body = comment.trim() === '' ? {} : { comment: comment.trim() };
      showChange((await client.call(id, { path: { alert_id: alert.alert_id }, body })) as Alert);
      setComment('');
      setFailure(undefined);
      onChange?.();
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
        void toggle();
      }}
    >
      {hasComment && !isAcknowledged ? (
        <input
          aria-label="Comment"
          placeholder="Comment, like: replacing the disk"
          maxLength={MAX_COMMENT_LENGTH}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
      ) : null}
      <button type="submit" disabled={busy}>
        {isAcknowledged ? 'Unacknowledge' : 'Acknowledge'}
        <span class="unseen"> {alert.title.slice(0, 200)}</span>
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </form>
  );
}
