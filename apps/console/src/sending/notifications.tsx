import { useRef } from 'preact/hooks';
import { address } from '../address.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';
import { NotificationTable, type Notification } from './notification-table.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;
const PAGE_SIZE = 50;

/** The notifications that wait or have failed, or those of the digest in the URL, newest first. */
export function Notifications() {
  const digestId = address.value.parameters.get('digest_id');
  const condition =
    digestId === null
      ? { k: 'state', v: ['PENDING', 'HELD', 'FAILED'], o: 'in' as const }
      : { k: 'digest_id', v: digestId, o: 'eq' as const };
  const loaded = useLoaded(
    `notifications ${digestId}`,
    async (signal) => {
      const query = {
        filter: [condition],
        page: { start: 1, limit: PAGE_SIZE },
      };
      const found = await client.call('searchNotifications', { body: { query } }, { signal });
      return { listed: found.results as readonly Notification[], total: found.total_count ?? 0 };
    },
    REFRESH_MS,
  );
  const found = loaded.value.value;
  // The button stays until the user leaves the page, so that the result of a resend remains visible.
  const hasFailed = useRef(false);
  if (found?.listed.some(({ state }) => state === 'FAILED')) hasFailed.current = true;
  return (
    <section>
      <h2>{digestId === null ? 'Waiting or failed' : 'Notifications of a digest'}</h2>
      <LoadState loaded={loaded} />
      {found?.total === 0 ? (
        <Notice>
          {digestId === null
            ? 'No notifications are waiting or have failed.'
            : 'The notifications of this digest are no longer stored.'}
        </Notice>
      ) : null}
      {found !== undefined && found.total > found.listed.length ? (
        <Notice>
          {formatCount(found.total)} notifications; the newest {formatCount(found.listed.length)} are shown.
        </Notice>
      ) : null}
      {hasFailed.current && session.value?.role !== 'VIEWER' ? <ResendFailed onDone={loaded.reload} /> : null}
      {found === undefined || found.total === 0 ? null : (
        <NotificationTable
          notifications={found.listed}
          label={digestId === null ? 'Waiting and failed notifications' : 'Notifications of a digest'}
          onChange={loaded.reload}
        />
      )}
    </section>
  );
}

const FAILED_QUERY = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' as const }] };

/** A button that sends all failed notifications again. */
function ResendFailed({ onDone }: { readonly onDone: () => void }) {
  return (
    <BackgroundJob
      label="Resend all failed notifications"
      name="Resend"
      storageKey="failed notifications"
      idOf={({ resend_id }) => resend_id}
      start={() => client.call('resendNotifications', { body: { query: FAILED_QUERY } })}
      read={(resend_id) => client.call('getResend', { path: { resend_id } })}
      cancel={(resend_id) => client.call('cancelResend', { path: { resend_id } })}
      outcomeOf={({ done_count, resent_count }) =>
        `${formatCount(resent_count)} of ${formatCount(done_count)} sent again`
      }
      onDone={onDone}
    />
  );
}
