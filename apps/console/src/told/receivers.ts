import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { useLoaded } from '../parts/use-loaded.js';

type Subscription = Required<Schemas['SubscriptionInfo']>;
type OnCall = Required<Schemas['OnCallInfo']>;

const PAGE = { start: 1, limit: 1_000 };
const SORT = { keys: [{ key: 'name' }] };

export interface Receivers {
  readonly subscriptions: readonly Pick<Subscription, 'subscription_id' | 'name' | 'trigger' | 'state'>[];
  readonly onCalls: readonly Pick<OnCall, 'on_call_id' | 'name'>[];
  /** Names a subscription or a schedule. */
  readonly nameOf: (id: string) => string;
}

/** The subscriptions and schedules of the domain, by their names. */
export function useReceivers(): Receivers {
  const { value } = useLoaded('receivers', async (signal) => {
    const [subscriptions, onCalls] = await Promise.all([
      client.call(
        'searchSubscriptions',
        {
          body: { query: { sort: SORT, page: PAGE, only: ['subscription_id', 'name', 'trigger', 'state'] } },
        },
        { signal },
      ),
      client.call(
        'searchOnCalls',
        { body: { query: { sort: SORT, page: PAGE, only: ['on_call_id', 'name'] } } },
        { signal },
      ),
    ]);
    return {
      subscriptions: subscriptions.results as Receivers['subscriptions'],
      onCalls: onCalls.results as Receivers['onCalls'],
    };
  });
  const { subscriptions, onCalls } = value.value ?? { subscriptions: [], onCalls: [] };
  const nameOf = (id: string) =>
    subscriptions.find(({ subscription_id }) => subscription_id === id)?.name ??
    onCalls.find(({ on_call_id }) => on_call_id === id)?.name ??
    (value.value === undefined ? '…' : 'somebody who was deleted');
  return { subscriptions, onCalls, nameOf };
}
