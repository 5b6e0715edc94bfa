import { now } from '../clock.js';
import { durationOf, localTime } from '../format.js';

/** In the reader's zone, with UTC where one points at it. */
export function Time({ at }: { readonly at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={at} title={`${time.toISOString()} (UTC)`}>
      {localTime(time)}
    </time>
  );
}

/** How long ago it was, kept right while one looks. */
export function Age({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={`${localTime(new Date(at))}, ${new Date(at).toISOString()} (UTC)`}>
      {durationOf(now.value - Date.parse(at))}
    </time>
  );
}
