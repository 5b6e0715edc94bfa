import { serverNow } from '../clock.js';
import { formatDuration } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import type { Alert } from './open-alerts.js';

interface Properties {
  readonly alert: Alert;
}

/** When, by whom and why an alert was resolved. */
export function Resolution({ alert }: Properties) {
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
export function QuietNotice({ alert }: Properties) {
  const { state, quiet_until, resolved_at, last_received_at } = alert;
  const leftMs = quiet_until === null ? 0 : Date.parse(quiet_until) - serverNow();
  if (state === 'OPEN' || leftMs <= 0) return null;
  const isReported = resolved_at !== null && last_received_at > resolved_at;
  const subject = isReported ? 'Still reported by the source' : 'The source has not reported a recovery';
  return (
    <Notice>
      {subject}; returns in {formatDuration(leftMs)} if it stays.
    </Notice>
  );
}
