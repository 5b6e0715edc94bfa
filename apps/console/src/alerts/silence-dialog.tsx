import { useState } from 'preact/hooks';
import { linkTo } from '../address.js';
import { serverNow } from '../clock.js';
import { explainError } from '../connection.js';
import { Dialog } from '../design/dialog.tsx';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { silence } from './acts.js';
import type { Alert } from './open-alerts.js';
import { findSilenceTargets, findSpans, MAX_SILENCED } from './silence-target.js';

/** The number of letters of a title that are shown. */
const MAX_TITLE = 200;

interface Properties {
  readonly alerts: readonly Alert[];
  readonly onClose: (isDone?: boolean) => void;
  readonly onChange?: () => void;
}

/** What to silence and for how long, each combination one click. It can be taken back, so that nothing is asked twice. */
export function SilenceDialog({ alerts, onClose, onChange }: Properties) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const spans = findSpans(new Date(serverNow()));
  const targets = findSilenceTargets(alerts);
  const [filter, ...otherFilters] = targets[0]?.filters ?? [];
  return (
    <Dialog title="Silence" onClose={() => onClose()}>
      <p class="help">
        {alerts.length === 1 ? (
          <>
            <bdi>{alerts[0]?.title.slice(0, MAX_TITLE)}</bdi>.{' '}
          </>
        ) : null}
        Nobody is told of what is silenced. Alerts stay open and visible.
      </p>
      {targets.length > 0 ? null : (
        <Notice kind="bad">
          At most {formatCount(MAX_SILENCED)} alerts can be silenced at once: select fewer, or silence what
          they have in common.
        </Notice>
      )}
      {targets.map((target) => (
        <section key={target.name} class="silence-choice" aria-label={target.name}>
          <h3>
            <bdi>{target.name}</bdi>
          </h3>
          <p class="help">{target.help}</p>
          <div class="bar">
            {spans.map((span) => (
              <button
                key={span.label}
                type="button"
                disabled={busy}
                onClick={async () => {
                  setBusy(true);
                  setFailure(undefined);
                  const isDone = await silence(target, span, onChange, (error) =>
                    setFailure(explainError(error)),
                  );
                  setBusy(false);
                  if (isDone) onClose(true);
                }}
              >
                {span.label}
                <span class="unseen"> {target.name}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {filter === undefined || otherFilters.length > 0 ? null : (
        <a href={linkTo('told', 'silences', { silence: JSON.stringify(filter) })}>
          Other conditions or times …
        </a>
      )}
    </Dialog>
  );
}
