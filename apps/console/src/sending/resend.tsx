import { client } from '../client.js';
import { formatCount } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';

const FAILED_QUERY = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' as const }] };

/** A button that sends all failed notifications again. */
export function ResendFailed({ onDone }: { readonly onDone: () => void }) {
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
