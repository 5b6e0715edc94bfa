import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { formatDuration } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { session } from '../session.js';
import { MAX_COMMENT_LENGTH } from './acknowledge.tsx';
import { showChange, type Alert } from './live-alerts.js';
import { DEFAULT_QUIET_FOR, describeQuietTime, QUIET_TIMES } from './quiet-times.js';

interface Properties {
  readonly alert: Alert;
  readonly onChange: () => void;
}

/** A button that resolves an open alert, with a comment and the time for which its repeats open no other. */
export function Resolve({ alert, onChange }: Properties) {
  const [comment, setComment] = useState('');
  const [quietFor, setQuietFor] = useState(DEFAULT_QUIET_FOR);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (alert.state !== 'OPEN' || session.value?.role === 'VIEWER') return null;
  const resolve = async () => {
    setBusy(true);
    try {
      const body = { quiet_for: quietFor, ...(comment.trim() !== '' && { comment: comment.trim() }) };
      showChange((await client.call('resolveAlert', { path: { alert_id: alert.alert_id }, body })) as Alert);
      setComment('');
      setFailure(undefined);
    } catch (error) {
      setFailure(explainError(error));
    }
    setBusy(false);
    // Also after a failure: somebody else may have resolved it.
    onChange();
  };
  return (
    <form
      class="action"
      onSubmit={(event) => {
        event.preventDefault();
        void resolve();
      }}
    >
      <ResolutionFields
        comment={comment}
        onComment={setComment}
        quietFor={quietFor}
        onQuietFor={setQuietFor}
      />
      <button type="submit" disabled={busy}>
        Resolve
        <span class="unseen"> {alert.title.slice(0, 200)}</span>
      </button>
      <small class="help">{describeQuietTime(quietFor)}</small>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </form>
  );
}

interface FieldProperties {
  readonly comment: string;
  readonly onComment: (comment: string) => void;
  readonly quietFor: string;
  readonly onQuietFor: (quietFor: string) => void;
}

/** The fields of a resolution: what solved the problem, and what happens if it is still reported. */
export function ResolutionFields({ comment, onComment, quietFor, onQuietFor }: FieldProperties) {
  return (
    <>
      <input
        aria-label="What solved it"
        placeholder="What solved it"
        maxLength={MAX_COMMENT_LENGTH}
        value={comment}
        onInput={({ currentTarget }) => onComment(currentTarget.value)}
      />
      <select
        aria-label="If the source still reports it"
        value={quietFor}
        onChange={({ currentTarget }) => onQuietFor(currentTarget.value)}
      >
        {Object.entries(QUIET_TIMES).map(([duration, text]) => (
          <option key={duration} value={duration}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}

/** When, by whom and why an alert was resolved. */
export function Resolution({ alert }: Pick<Properties, 'alert'>) {
  const { resolved_at, resolved_after, resolved_by, resolved_comment } = alert;
  if (resolved_at === null) return null;
  return (
    <>
      <Time at={resolved_at} /> after {formatDuration((resolved_after ?? 0) * 1_000)}
      {resolved_by === null ? null : (
        <>
          {' '}
          by <bdi>{resolved_by}</bdi>
        </>
      )}
      {resolved_comment === null ? null : (
        <>
          : <bdi>{resolved_comment}</bdi>
        </>
      )}
    </>
  );
}

/** Says that an alert that a user has resolved returns, while its repeats open no other. */
export function QuietNotice({ alert }: Pick<Properties, 'alert'>) {
  const { state, quiet_until, resolved_at, last_received_at } = alert;
  const leftMs = quiet_until === null ? 0 : Date.parse(quiet_until) - Date.now();
  if (state === 'OPEN' || leftMs <= 0) return null;
  const isReported = resolved_at !== null && last_received_at > resolved_at;
  const subject = isReported ? 'Still reported by the source' : 'The source has not reported a recovery';
  return (
    <Notice>
      {subject}; returns in {formatDuration(leftMs)} if it stays.
    </Notice>
  );
}
