import { client } from '../client.js';
import { countOf } from '../format.js';
import { LongWork } from '../parts/long-work.tsx';

const FAILED = { filter: [{ k: 'state', v: 'FAILED', o: 'eq' as const }] };

/** A button that sends all failed notifications again. */
export function ResendFailed({ onDone }: { readonly onDone: () => void }) {
  return (
    <LongWork
      label="Resend all failed notifications"
      name="Resend"
      place="failed notifications"
      idOf={({ resend_id }) => resend_id}
      start={() => client.call('resendNotifications', { body: { query: FAILED } })}
      read={(resend_id) => client.call('getResend', { path: { resend_id } })}
      cancel={(resend_id) => client.call('cancelResend', { path: { resend_id } })}
      outcomeOf={({ done_count, resent_count }) =>
        `${countOf(resent_count)} of ${countOf(done_count)} sent again`
      }
      onDone={onDone}
    />
  );
}
