import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';

type Subscription = Required<Schemas['SubscriptionInfo']>;

/** Milliseconds. */
const REFRESH_MS = 10_000;
/** The number of subscriptions that are named. */
const MAX_NAMED = 5;

/** Says which subscriptions tell nobody, because their receivers fail or the service has disabled them. */
export function FailingSubscriptions() {
  const loaded = useLoaded('failing subscriptions', readFailing, REFRESH_MS);
  const found = loaded.value.value;
  if (found === undefined || found.total === 0) return null;
  return (
    <Notice kind="bad">
      {found.total === 1
        ? 'A subscription does not get through: '
        : `${formatCount(found.total)} subscriptions do not get through: `}
      {found.subscriptions.map(({ subscription_id, name, state_reason, health }, at) => (
        <span key={subscription_id}>
          {at === 0 ? '' : ', '}
          <bdi>{name}</bdi> (<bdi>{state_reason ?? health.last_error}</bdi>)
        </span>
      ))}
      {found.total > MAX_NAMED ? ', …' : ''}.{' '}
      <a href={linkTo('told', 'subscriptions', { failing: 'yes' })}>Show subscriptions</a>
    </Notice>
  );
}

async function readFailing(signal: AbortSignal) {
  const query = {
    filter: [{ k: 'health.failing', v: true, o: 'eq' as const }],
    sort: { keys: [{ key: 'name' }] },
    page: { start: 1, limit: MAX_NAMED },
  };
  const { results, total_count } = await client.call('searchSubscriptions', { body: { query } }, { signal });
  return { subscriptions: results as readonly Subscription[], total: total_count };
}
