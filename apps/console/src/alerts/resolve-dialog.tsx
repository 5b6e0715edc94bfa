import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { DEFAULT_QUIET_FOR, describeQuietTime } from './quiet-times.js';
import { ResolutionFields } from './resolve.tsx';
import { callForAlerts } from './call-for-alerts.js';

interface Properties {
  readonly ids: readonly string[];
  /** The title of the alert, if it is one. */
  readonly title: string | undefined;
  /** @param resolvedCount the number of alerts that were resolved; `undefined` if the user changed their mind */
  readonly onClose: (resolvedCount: number | undefined) => void;
}

/** Asks for the terms before one or several alerts of a list are resolved. */
export function ResolveDialog({ ids, title, onClose }: Properties) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [comment, setComment] = useState('');
  const [quietFor, setQuietFor] = useState(DEFAULT_QUIET_FOR);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const resolve = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const terms = { quiet_for: quietFor, ...(comment.trim() !== '' && { comment: comment.trim() }) };
      const count = await callForAlerts(ids, async (query) => {
        const { resolved_count } = await client.call('resolveAlerts', { body: { query, ...terms } });
        return resolved_count;
      });
      onClose(count);
    } catch (error) {
      setFailure(explainError(error));
      setBusy(false);
    }
  };
  const heading = title === undefined ? `Resolve ${formatCount(ids.length)} alerts?` : 'Resolve this alert?';
  return (
    <dialog ref={dialog} aria-label={heading} onClose={() => onClose(undefined)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void resolve();
        }}
      >
        <h2>{heading}</h2>
        {title === undefined ? null : (
          <p class="prose">
            <bdi>{title}</bdi>
          </p>
        )}
        <ResolutionFields
          comment={comment}
          onComment={setComment}
          quietFor={quietFor}
          onQuietFor={setQuietFor}
        />
        <p class="help">{describeQuietTime(quietFor)}</p>
        {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
        <p class="bar">
          <button type="submit" class="primary" disabled={busy}>
            Resolve
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
}
