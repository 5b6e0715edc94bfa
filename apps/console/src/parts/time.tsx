import { now } from '../clock.js';
import { durationOf, localTime } from '../format.js';

/** In the reader's zone, with UTC where one points at it. What is no time is shown as it is. */
export function Time({ at }: { readonly at: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at} title={`${time.toISOString()} (UTC)`}>
      {localTime(time)}
    </time>
  );
}

/** How long ago it was, kept right while one looks. */
export function Age({ at }: { readonly at: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <bdi>{at}</bdi>;
  return (
    <time dateTime={at} title={`${localTime(time)}, ${time.toISOString()} (UTC)`}>
      {durationOf(now.value - time.getTime())}
    </time>
  );
}
