import { now } from '../clock.js';
import { formatDuration, formatShortTime, formatTime } from '../format.js';

interface Properties {
  readonly at: string;
  /** Whether it is one of many in a table: the tooltip has the exact time then. */
  readonly isShort?: boolean;
}

/** An instant in the user's time zone, with UTC as tooltip. Text that is no instant is shown unchanged. */
export function Time({ at, isShort = false }: Properties) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at} title={`${isShort ? `${formatTime(time)}, ` : ''}${time.toISOString()} (UTC)`}>
      {isShort ? formatShortTime(time, new Date(now.peek())) : formatTime(time)}
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
