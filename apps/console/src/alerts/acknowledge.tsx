import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { Notice } from '../parts/notice.tsx';
import { session } from '../session.js';
import { takeAlert, type Alert } from './live-alerts.js';

/** The maximum length of a comment in the API. */
const LONGEST = 1_024;

interface Properties {
  readonly alert: Alert;
  /** Whether there is a field for a comment. */
  readonly hasComment?: boolean;
  readonly onChange?: () => void;
}

/** A button that acknowledges an open alert, or takes the acknowledgement back. */
export function Acknowledge({ alert, hasComment = false, onChange }: Properties) {
  const [comment, setComment] = useState('');
  const [failure, fail] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  // A user who is writing a comment still wants to acknowledge, even if somebody else has done so meanwhile.
  const isTaken = alert.acknowledged && comment === '';
  const id = isTaken ? 'unacknowledgeAlert' : 'acknowledgeAlert';
  const change = async () => {
    setBusy(true);
    try {
      const body = comment.trim() === '' ? {} : { comment: comment.trim() };
      takeAlert((await client.call(id, { path: { alert_id: alert.alert_id }, body })) as Alert);
      setComment('');
      fail(undefined);
      onChange?.();
    } catch (error) {
      fail(explain(error));
    }
    setBusy(false);
  };
  return (
    <form
      class="action"
      onSubmit={(event) => {
        event.preventDefault();
        void change();
      }}
    >
      {hasComment && !isTaken ? (
        <input
          aria-label="Comment"
          placeholder="Comment, like: replacing the disk"
          maxLength={LONGEST}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
      ) : null}
      <button type="submit" disabled={busy}>
        {isTaken ? 'Unacknowledge' : 'Acknowledge'}
        <span class="unseen"> {alert.title.slice(0, 200)}</span>
      </button>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </form>
  );
}
