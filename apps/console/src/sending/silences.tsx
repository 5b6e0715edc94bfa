import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address } from '../address.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSubmit } from '../parts/use-submit.js';
import { parseFilterLists, addTimeZone } from '../screens/search-query.js';
import { session } from '../session.js';
import { ActionButton } from './action-button.tsx';
import { PreviewResult, usePreview } from './use-preview.tsx';

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
        {(found ?? []).map(({ silence_id, name, state, ends_at, reason, created_by, managed_by }) => (
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
            />{' '}
            <ManagedBy name={managed_by} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Days that a preview covers. */
const PREVIEW_DAYS = 7;

/** The form for a new silence. The URL may contain its conditions, such as those that match an alert. */
function CreateSilence({ onDone }: { readonly onDone: () => void }) {
  const preview = usePreview<Schemas['SilencePreview']>();
  const { onSubmit, isBusy, refusal } = useSubmit(async (text, { submitter, target }) => {
    const conditions = parseFilterLists(text('filter'));
    if (submitter?.getAttribute('value') === 'preview') {
      const body = { ...conditions, days: PREVIEW_DAYS };
      return preview.run((signal) => client.call('previewSilence', { body }, { signal }));
    }
    const body = {
      name: text('name'),
      ...conditions,
      ends_at: addTimeZone(text('ends_at')),
      reason: text('reason'),
    };
    await client.call('createSilence', { body });
    (target as HTMLFormElement).reset();
    return onDone();
  });
  if (session.value?.role === 'VIEWER') return null;
  const linkedFilter = address.value.parameters.get('silence') ?? '';
  return (
    <details open={linkedFilter !== ''}>
      <summary>New silence</summary>
      <form class="search" aria-label="New silence" onSubmit={onSubmit}>
        <label class="long">
          Alerts to silence
          <input
            name="filter"
            required
            spellcheck={false}
            defaultValue={linkedFilter}
            placeholder='title contains "database" and labels.site = dub'
          />
        </label>
        <label>
          Name of the silence
          <input name="name" />
        </label>
        <label>
          Until
          <input name="ends_at" defaultValue="now + 2h" />
        </label>
        <label>
          Reason
          <input name="reason" />
        </label>
        <button type="submit" value="preview" disabled={isBusy}>
          Try on the last {PREVIEW_DAYS} days
        </button>
        <button type="submit" value="create" disabled={isBusy}>
          Silence
        </button>
      </form>
      {refusal === undefined ? null : <Notice kind="bad">{refusal}</Notice>}
      {preview.progress}
      {preview.result === undefined ? null : (
        <PreviewResult preview={preview.result}>
          It would have silenced {formatCount(preview.result.changes)} changes of alerts in {PREVIEW_DAYS}{' '}
          days.
        </PreviewResult>
      )}
    </details>
  );
}
