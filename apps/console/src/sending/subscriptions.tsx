import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { Field } from '../parts/field.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSubmit } from '../parts/use-submit.js';
import { parseFilterLists } from '../screens/search-query.js';
import { session } from '../session.js';
import { ActionButton } from './action-button.tsx';
import { PreviewResult, usePreview } from './use-preview.tsx';

type Subscription = Required<Schemas['SubscriptionInfo']>;

/** Milliseconds. */
const REFRESH_MS = 5_000;
const PAGE_SIZE = 1_000;

/** The subscriptions, and whether their notifications are delivered. */
export function Subscriptions() {
  const loaded = useLoaded(
    'subscriptions',
    async (signal) => {
      const query = { sort: { keys: [{ key: 'name' }] }, page: { start: 1, limit: PAGE_SIZE } };
      const { results } = await client.call('searchSubscriptions', { body: { query } }, { signal });
      return results as readonly Subscription[];
    },
    REFRESH_MS,
  );
  const found = loaded.value.value;
  return (
    <section>
      <h2>Subscriptions</h2>
      <LoadState loaded={loaded} />
      <CreateSubscription onDone={loaded.reload} />
      {found?.length === 0 ? <Notice>There are no subscriptions yet.</Notice> : null}
      {found === undefined || found.length === 0 ? null : (
        <div class="wide" tabIndex={0} role="region" aria-label="Subscriptions and their receivers">
          <table>
            <thead>
              <tr>
                <th scope="col">Subscription</th>
                <th scope="col">Protocol</th>
                <th scope="col">Last sent</th>
                <th scope="col">Last error</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody>
              {found.map((each) => (
                <Row key={each.subscription_id} subscription={each} onChange={loaded.reload} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({
  subscription: { subscription_id, name, state, state_reason, protocol_id, health, managed_by },
  onChange,
}: {
  readonly subscription: Subscription;
  readonly onChange: () => void;
}) {
  const path = { subscription_id };
  const isEnabled = state === 'ENABLED';
  const verify = async () => {
    const { ok, reason, latency_ms } = await client.call('verifySubscription', { path, body: {} });
    return ok ? `received in ${latency_ms} ms` : `failed: ${reason}`;
  };
  const toggle = async () => {
    await client.call(isEnabled ? 'disableSubscription' : 'enableSubscription', { path, body: {} });
    onChange();
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {isEnabled ? null : <span class="tag">{state.toLowerCase()}</span>}
        {health.failing ? <span class="tag">failing</span> : null}
        <ManagedBy name={managed_by} />
      </th>
      <td>{protocol_id}</td>
      <td>
        {health.last_sent_at === null ? (
          'never'
        ) : (
          <>
            <Age at={health.last_sent_at} /> ago
          </>
        )}
      </td>
      <td>
        <bdi>{state_reason ?? describeError(health)}</bdi>
      </td>
      <td>
        <ActionButton label="Send a test" name={`to ${name}`} act={verify} />{' '}
        <ActionButton label={isEnabled ? 'Disable' : 'Enable'} name={name} act={toggle} />
      </td>
    </tr>
  );
}

/** Returns the last error, which may be that the receiver asks for a pause. */
function describeError({ failures, last_error }: Subscription['health']): string {
  if (last_error === null) return '–';
  return failures > 1 ? `${failures} in a row: ${last_error}` : last_error;
}

/** Days that a preview covers. */
const PREVIEW_DAYS = 30;

/** The form for a new subscription. Before it is saved, it can be previewed with the alerts of the last days. */
function CreateSubscription({ onDone }: { readonly onDone: () => void }) {
  const loaded = useLoaded('protocols', (signal) => client.call('listProtocols', {}, { signal }));
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const protocols = loaded.value.value?.results ?? [];
  const protocol = protocols.find(({ protocol_id }) => protocol_id === chosen) ?? protocols[0];
  const preview = usePreview<Schemas['SubscriptionPreview']>();
  const [message, setMessage] = useState<string | undefined>(undefined);
  const { onSubmit, isBusy, refusal } = useSubmit(async (text, { submitter }) => {
    setMessage(undefined);
    const protocol_id = text('protocol_id');
    const conditions = parseFilterLists(text('filter') || '[]');
    if (submitter?.getAttribute('value') === 'preview') {
      const body = { protocol_id, ...conditions, days: PREVIEW_DAYS };
      return preview.run((signal) => client.call('previewDraftSubscription', { body }, { signal }));
    }
    const options = JSON.parse(text('options') || '{}') as Record<string, unknown>;
    const body = { name: text('name'), protocol_id, ...conditions, options };
    const { signing_secret } = await client.call('createSubscription', { body });
    setMessage(
      signing_secret === null
        ? 'The subscription was created.'
        : `The signing secret, which is shown only once: ${signing_secret}`,
    );
    return onDone();
  });
  if (session.value?.role === 'VIEWER') return null;
  // Without its protocols, the form cannot be submitted, and the browser would refuse it without a reason that people understand.
  if (protocols.length === 0) return <LoadState loaded={loaded} />;
  return (
    <details>
      <summary>New subscription</summary>
      <form class="search" aria-label="New subscription" onSubmit={onSubmit}>
        <label>
          Protocol
          <select
            name="protocol_id"
            required
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            {protocols.map(({ protocol_id, name }) => (
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
          <input name="filter" spellcheck={false} placeholder='severity >= ERROR and labels.team = "db"' />
        </label>
        <button type="submit" value="preview" disabled={isBusy}>
          Try on the last {PREVIEW_DAYS} days
        </button>
        <button type="submit" value="create" disabled={isBusy}>
          Create the subscription
        </button>
      </form>
      {protocol === undefined ? null : <OptionList schema={protocol.options_schema} />}
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

/** The options of a protocol, and what they mean. */
function OptionList({ schema }: { readonly schema: Readonly<Record<string, unknown>> }) {
  const properties = (schema['properties'] ?? {}) as Readonly<
    Record<string, { readonly description?: string }>
  >;
  const required = (schema['required'] ?? []) as readonly string[];
  return (
    <dl>
      {Object.entries(properties).map(([name, { description = '' }]) => (
        <Field key={name} name={required.includes(name) ? `${name} (required)` : name}>
          {description}
        </Field>
      ))}
    </dl>
  );
}
