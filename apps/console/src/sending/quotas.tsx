import { client } from '../client.js';
import { formatCount } from '../format.js';
import { useLoaded } from '../parts/use-loaded.js';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Time } from '../parts/time.tsx';
import { estimateExhaustion } from './estimate-exhaustion.js';

/** Milliseconds. */
const REFRESH_MS = 10_000;
const WINDOWS = ['day', 'month'] as const;

/** How much of each quota is used, and when it will be used up. */
export function Quotas() {
  const loaded = useLoaded(
    'quotas',
    async (signal) => {
      const { results } = await client.call('listQuotas', {}, { signal });
      return Promise.all(
        results.map(async ({ quota_id = '', managed_by }) => ({
          ...(await client.call('getQuotaUsage', { path: { quota_id } }, { signal })),
          managed_by,
        })),
      );
    },
    REFRESH_MS,
  );
  const found = loaded.value.value;
  return (
    <section>
      <h2>Quotas</h2>
      <LoadState loaded={loaded} />
      {found?.length === 0 ? <Notice>No quotas are set.</Notice> : null}
      <ul class="timeline">
        {(found ?? []).flatMap(({ quota_id, protocol_id, limit, remaining, managed_by }) =>
          WINDOWS.flatMap((window) => {
            const maximum = limit[window] ?? -1;
            const unusedUnits = remaining[window];
            if (maximum < 0 || unusedUnits === null) return [];
            const label = `${protocol_id}, this ${window}: ${formatCount(maximum - unusedUnits)} of ${formatCount(maximum)} used`;
            const exhaustedAt = estimateExhaustion(maximum - unusedUnits, maximum, window, new Date());
            return [
              <li key={`${quota_id} ${window}`}>
                <meter min={0} max={Math.max(maximum, 1)} value={maximum - unusedUnits} aria-label={label} />{' '}
                {label}
                {exhaustedAt === undefined ? null : unusedUnits === 0 ? (
                  '. The quota is exhausted.'
                ) : (
                  <>
                    . At this rate it will be exhausted at <Time at={exhaustedAt.toISOString()} />.
                  </>
                )}{' '}
                <ManagedBy name={managed_by} />
              </li>,
            ];
          }),
        )}
      </ul>
    </section>
  );
}
