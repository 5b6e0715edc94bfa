import { now } from '../clock.js';
import { formatDuration, formatTime } from '../format.js';

/** An instant in the user's time zone, with UTC as tooltip. Text that is no instant is shown unchanged. */
export function Time({ at }: { readonly at: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at} title={`${time.toISOString()} (UTC)`}>
      {formatTime(time)}
    </time>
  );
}

/** The time since an instant, updated each second. */
export function Age({ at, suffix = '' }: { readonly at: string; readonly suffix?: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at} title={`${formatTime(time)}, ${time.toISOString()} (UTC)`}>
      {formatDuration(now.value - time.getTime())}
      {suffix}
    </time>
  );
}
