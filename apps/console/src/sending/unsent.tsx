import { useRef } from 'preact/hooks';
import { client } from '../client.js';
import { countOf } from '../format.js';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import { ReadState } from '../parts/read-state.tsx';
import { session } from '../session.js';
import { NotificationTable, type Notification } from './notification-table.tsx';
import { ResendFailed } from './resend.tsx';

/** Milliseconds. */
const EVERY = 5_000;
const SHOWN = 50;

/** The notifications that wait or have failed, newest first. */
export function Unsent() {
  const loaded = useLoaded(
    'unsent',
    async (signal) => {
      const query = {
        filter: [{ k: 'state', v: ['PENDING', 'HELD', 'FAILED'], o: 'in' as const }],
        page: { start: 1, limit: SHOWN },
      };
      const found = await client.call('searchNotifications', { body: { query } }, { signal });
      return { listed: found.results as readonly Notification[], total: found.total_count ?? 0 };
    },
    EVERY,
  );
  const found = loaded.value.value;
  // The button stays until the user leaves the page, so that the result of a resend remains visible.
  const hasFailed = useRef(false);
  if (found?.listed.some(({ state }) => state === 'FAILED')) hasFailed.current = true;
  return (
    <section>
      <h2>Waiting or failed</h2>
      <ReadState of={loaded} />
      {found?.total === 0 ? <Notice>No notifications are waiting or have failed.</Notice> : null}
      {found !== undefined && found.total > found.listed.length ? (
        <Notice>
          {countOf(found.total)} notifications; the newest {countOf(found.listed.length)} are shown.
        </Notice>
      ) : null}
      {hasFailed.current && session.value?.role !== 'VIEWER' ? <ResendFailed onDone={loaded.again} /> : null}
      {found === undefined || found.total === 0 ? null : (
        <NotificationTable
          notifications={found.listed}
          label="Waiting and failed notifications"
          onChange={loaded.again}
        />
      )}
    </section>
  );
}
