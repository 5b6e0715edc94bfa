import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { useLoaded } from '../parts/use-loaded.js';
import { Notice } from '../parts/notice.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Time } from '../parts/time.tsx';
import { ActionButton } from './action-button.tsx';
import { CreateSilence } from './create-silence.tsx';

type Silence = Required<Schemas['SilenceInfo']>;

/** Milliseconds. */
const REFRESH_MS = 10_000;
const PAGE_SIZE = 100;

/** The active and the pending silences. */
export function Silences() {
  const loaded = useLoaded(
    'silences',
    async (signal) => {
      const query = {
        filter: [{ k: 'state', v: ['ACTIVE', 'PENDING'], o: 'in' as const }],
        page: { start: 1, limit: PAGE_SIZE },
      };
      const { results } = await client.call('searchSilences', { body: { query } }, { signal });
      return results as readonly Silence[];
    },
    REFRESH_MS,
  );
  const found = loaded.value.value;
  return (
    <section>
      <h2>Silences</h2>
      <LoadState loaded={loaded} />
      <CreateSilence onDone={loaded.reload} />
      {found?.length === 0 ? <Notice>There are no active or pending silences.</Notice> : null}
      <ul class="timeline">
        {(found ?? []).map(({ silence_id, name, state, ends_at, reason, created_by }) => (
          <li key={silence_id}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {state === 'ACTIVE' ? null : <span class="tag">{state.toLowerCase()}</span>} until{' '}
            <Time at={ends_at} />, by <bdi>{created_by}</bdi>: <bdi>{reason}</bdi>{' '}
            <ActionButton
              label="End"
              name={name}
              act={async () => {
                await client.call('expireSilence', { path: { silence_id }, body: {} });
                loaded.reload();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
