import { useMemo } from 'preact/hooks';
import { client } from '../client.js';
import { countOf } from '../format.js';
import { Bars } from '../parts/bars.tsx';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import type { Row } from './search-query.js';

const HOUR = 3_600;
const HOURS = 24;
/** Milliseconds. */
const EVERY = 60_000;

/** The alarms of the last 24 hours, by the hour. */
export function LastDay() {
  const { value, failure } = useLoaded('last day', readHours, EVERY);
  const hours = value.value;
  const { times, counts } = useMemo(() => fill(hours ?? new Map()), [hours]);
  const sum = counts.reduce((all, count) => all + count, 0);
  return (
    <section>
      <h2>Last 24 hours</h2>
      {failure.value === undefined ? null : <Notice kind="bad">{failure.value}</Notice>}
      <Bars
        times={times}
        counts={counts}
        step={HOUR}
        label={`${countOf(sum)} alarms in the last 24 hours, at most ${countOf(Math.max(...counts))} in an hour`}
      />
    </section>
  );
}

/** Alarms by the hour that they arrived in, in seconds since 1970. */
async function readHours(signal: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const query = {
    filter: [
      { k: 'created_at', v: `now - ${HOURS}h`, o: 'timediff_gte' as const },
      { k: 'event_type', v: 'ALERT', o: 'eq' as const },
    ],
    aggregate: [
      {
        group: {
          keys: [{ key: 'created_at', name: 'hour', date_format: '%Y-%m-%dT%H' }],
          fields: [{ name: 'alarms', operator: 'count' as const }],
        },
      },
    ],
  };
  const { results } = await client.call('statEvents', { body: { query } }, { signal });
  return new Map(
    (results as unknown as Row[]).map(({ hour, alarms }) => [
      Date.parse(`${String(hour)}:00Z`) / 1_000,
      Number(alarms),
    ]),
  );
}

function fill(hours: ReadonlyMap<number, number>): { readonly times: number[]; readonly counts: number[] } {
  const last = Math.floor(Date.now() / 1_000 / HOUR) * HOUR;
  const times = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR);
  return { times, counts: times.map((time) => hours.get(time) ?? 0) };
}
