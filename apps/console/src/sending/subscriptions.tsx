import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { useLoaded } from '../parts/use-loaded.js';
import { Notice } from '../parts/notice.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Age } from '../parts/time.tsx';
import { ActionButton } from './action-button.tsx';
import { CreateSubscription } from './create-subscription.tsx';

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
  subscription: { subscription_id, name, state, state_reason, protocol_id, health },
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
