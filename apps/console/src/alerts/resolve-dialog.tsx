import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { callForAlerts } from './call-for-alerts.js';
import { MAX_COMMENT_LENGTH } from './acts.js';
import { showChange } from './live-alerts.js';
import type { Alert } from './open-alerts.js';
import { DEFAULT_QUIET_FOR, describeQuietTime, QUIET_TIMES } from './quiet-times.js';
import { expectMoves } from './use-aim.js';

interface Properties {
  readonly alerts: readonly Alert[];
  /** @param resolvedCount the number of alerts that were resolved; `undefined` if the user changed their mind */
  readonly onClose: (resolvedCount: number | undefined) => void;
}

/** Asks for the terms before one or several alerts are resolved. */
export function ResolveDialog({ alerts, onClose }: Properties) {
  const [comment, setComment] = useState('');
  const [quietFor, setQuietFor] = useState(DEFAULT_QUIET_FOR);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [alert] = alerts;
  const isOne = alerts.length === 1;
  const resolve = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const terms = { quiet_for: quietFor, ...(comment.trim() !== '' && { comment: comment.trim() }) };
      onClose(await resolveAlerts(alerts, terms));
    } catch (error) {
      setFailure(explainError(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={isOne ? 'Resolve this alert?' : `Resolve ${formatCount(alerts.length)} alerts?`}
      onClose={() => onClose(undefined)}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void resolve();
        }}
      >
        {isOne ? (
          <p class="prose">
            <bdi>{alert?.title || '(no title)'}</bdi>
          </p>
        ) : null}
        <FormField label="What solved it">
          <input
            autofocus
            maxLength={MAX_COMMENT_LENGTH}
            value={comment}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              setComment(currentTarget.value)
            }
          />
        </FormField>
        <FormField label="If the source still reports it" isRequired help={describeQuietTime(quietFor)}>
          <select
            value={quietFor}
            onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
              setQuietFor(currentTarget.value)
            }
          >
            {Object.entries(QUIET_TIMES).map(([duration, text]) => (
              <option key={duration} value={duration}>
                {text}
              </option>
            ))}
          </select>
        </FormField>
        {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
        <div class="bar">
          <button type="submit" class="primary" disabled={busy}>
            Resolve
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface Terms {
  readonly quiet_for: string;
  readonly comment?: string;
}

async function resolveAlerts(alerts: readonly Alert[], terms: Terms): Promise<number> {
  expectMoves(alerts);
  const [alert] = alerts;
  if (alerts.length === 1 && alert !== undefined) {
    const { alert_id } = alert;
    showChange((await client.call('resolveAlert', { path: { alert_id }, body: terms })) as Alert);
    return 1;
  }
  return callForAlerts(alerts, async (query) => {
    const { resolved_count } = await client.call('resolveAlerts', { body: { query, ...terms } });
    return resolved_count;
  });
}
