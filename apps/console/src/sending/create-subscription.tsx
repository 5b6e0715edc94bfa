import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { useLoaded } from '../parts/use-loaded.js';
import { Notice } from '../parts/notice.tsx';
import { useSubmit } from '../parts/use-submit.js';
import { parseFilter } from '../screens/search-query.js';
import { session } from '../session.js';
import { PreviewResult } from './preview-result.tsx';
import { usePreview } from './use-preview.tsx';

/** Days that a preview covers. */
const PREVIEW_DAYS = 30;

/** The form for a new subscription. Before it is saved, it can be previewed with the alerts of the last days. */
export function CreateSubscription({ onDone }: { readonly onDone: () => void }) {
  const { value } = useLoaded('protocols', (signal) => client.call('listProtocols', {}, { signal }));
  const preview = usePreview<Schemas['SubscriptionPreview']>();
  const [message, setMessage] = useState<string | undefined>(undefined);
  const { onSubmit, isBusy, refusal } = useSubmit(async (text, { submitter }) => {
    setMessage(undefined);
    const protocol_id = text('protocol_id');
    const filter = [...parseFilter(text('filter') || '[]')];
    if (submitter?.getAttribute('value') === 'preview') {
      const body = { protocol_id, filter, days: PREVIEW_DAYS };
      return preview.run((signal) => client.call('previewDraftSubscription', { body }, { signal }));
    }
    const options = JSON.parse(text('options') || '{}') as Record<string, unknown>;
    const body = { name: text('name'), protocol_id, filter, options };
    const { signing_secret } = await client.call('createSubscription', { body });
    setMessage(
      signing_secret === null
        ? 'The subscription was created.'
        : `The signing secret, which is shown only once: ${signing_secret}`,
    );
    return onDone();
  });
  if (session.value?.role === 'VIEWER') return null;
  return (
    <details>
      <summary>New subscription</summary>
      <form class="search" aria-label="New subscription" onSubmit={onSubmit}>
        <label>
          Protocol
          <select name="protocol_id" required>
            {(value.value?.results ?? []).map(({ protocol_id, name }) => (
              <option key={protocol_id} value={protocol_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Name of the subscription
          <input name="name" />
        </label>
        <label class="long">
          Options
          <input name="options" spellcheck={false} placeholder='{"url": "https://example.com/hook"}' />
        </label>
        <label class="long">
          Conditions on the alert
          <input
            name="filter"
            spellcheck={false}
            placeholder='[{"k": "severity", "v": "ERROR", "o": "gte"}]'
          />
        </label>
        <button type="submit" value="preview" disabled={isBusy}>
          Try on the last {PREVIEW_DAYS} days
        </button>
        <button type="submit" value="create" disabled={isBusy}>
          Create the subscription
        </button>
      </form>
      {refusal === undefined ? null : <Notice kind="bad">{refusal}</Notice>}
      {message === undefined ? null : <Notice>{message}</Notice>}
      {preview.progress}
      {preview.result === undefined ? null : (
        <PreviewResult preview={preview.result}>
          {formatCount(preview.result.notifications)} notifications in {PREVIEW_DAYS} days,{' '}
          {formatCount(preview.result.units)} units.{' '}
          {preview.result.quota.exceeded === null
            ? 'The quota is sufficient.'
            : `The quota per ${preview.result.quota.exceeded} would have refused ${formatCount(preview.result.quota.refused)} units.`}
        </PreviewResult>
      )}
    </details>
  );
}
