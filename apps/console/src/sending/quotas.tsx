import { client } from '../client.js';
import { countOf } from '../format.js';
import { useLoaded } from '../parts/load.js';
import { Notice } from '../parts/notice.tsx';
import { ReadState } from '../parts/read-state.tsx';
import { Time } from '../parts/time.tsx';
import { usedUpAt } from './used-up.js';

/** Milliseconds. */
const EVERY = 10_000;
const WINDOWS = ['day', 'month'] as const;

/** How much of each quota is used, and when it will be used up. */
export function Quotas() {
  const loaded = useLoaded(
    'quotas',
    async (signal) => {
      const { results } = await client.call('listQuotas', {}, { signal });
      return Promise.all(
        results.map(({ quota_id = '' }) => client.call('getQuotaUsage', { path: { quota_id } }, { signal })),
      );
    },
    EVERY,
  );
  const found = loaded.value.value;
  return (
    <section>
      <h2>Quotas</h2>
      <ReadState of={loaded} />
      {found?.length === 0 ? <Notice>No quotas are set.</Notice> : null}
      <ul class="timeline">
        {(found ?? []).flatMap(({ quota_id, protocol_id, limit, remaining }) =>
          WINDOWS.flatMap((window) => {
            const most = limit[window] ?? -1;
            const left = remaining[window];
            if (most < 0 || left === null) return [];
            const label = `${protocol_id}, this ${window}: ${countOf(most - left)} of ${countOf(most)} used`;
            const end = usedUpAt(most - left, most, window, new Date());
            return [
              <li key={`${quota_id} ${window}`}>
                <meter min={0} max={Math.max(most, 1)} value={most - left} aria-label={label} /> {label}
                {end === undefined ? null : left === 0 ? (
                  '. The quota is exhausted.'
                ) : (
                  <>
                    . At this rate it will be exhausted at <Time at={end.toISOString()} />.
                  </>
                )}
              </li>,
            ];
          }),
        )}
      </ul>
    </section>
  );
}
