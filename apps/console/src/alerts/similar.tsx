import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { serverNow } from '../clock.js';
import { formatCount, formatDuration } from '../format.js';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { parseSearch, toParameters, type Condition } from '../screens/search-query.js';
import type { Alert } from './open-alerts.js';

const DAYS = 30;
/** Milliseconds. */
const DAY_MS = 86_400_000;
/** The number of alerts that are listed. */
const SHOWN = 5;

type Similar = Required<
  Pick<
    Schemas['AlertInfo'],
    'alert_id' | 'title' | 'severity' | 'state' | 'opened_at' | 'resolved_after' | 'resolved_by'
  >
>;

/** Earlier alerts of the same rule, or of the same event key where there is no rule: how often, and how they ended. */
export function SimilarAlerts({ alert }: { readonly alert: Alert }) {
  const filter = findFilter(alert);
  const loaded = useLoaded(alert.alert_id, (signal) => readSimilar(alert, filter, signal));
  const found = loaded.value.value;
  const search = { ...parseSearch(new URLSearchParams({ of: 'alerts', from: `now - ${DAYS}d` })), filter };
  return (
    <section class="card" aria-label="Similar alerts">
      <div class="card-head">
        <h2>Similar alerts</h2>
        {found === undefined || found.count === 0 ? null : (
          <a href={linkTo('search', undefined, toParameters(search))}>
            {formatCount(found.count)} in {DAYS} days
          </a>
        )}
      </div>
      {found === undefined ? <p class="help">{loaded.failure.value ?? 'Loading …'}</p> : null}
      {found?.count === 0 ? (
        <p class="help">
          None in the last {DAYS} days: {alert.rule === null ? 'its event key' : 'its rule'} is new.
        </p>
      ) : null}
      <ul class="similar">
        {found?.alerts.map((each) => (
          <li key={each.alert_id}>
            <SeverityMark severity={each.severity} />
            <a href={linkTo('alert', each.alert_id)} dir="auto">
              {each.title.slice(0, 200) || '(no title)'}
            </a>
            <small>
              <Age at={each.opened_at} suffix=" ago" />, <Ending alert={each} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ending({ alert: { state, resolved_after, resolved_by } }: { readonly alert: Similar }) {
  if (state === 'OPEN') return <>still open</>;
  return (
    <>
      lasted {formatDuration((resolved_after ?? 0) * 1_000)}
      {resolved_by === null ? null : (
        <>
          , resolved by <bdi>{resolved_by}</bdi>
        </>
      )}
    </>
  );
}

function findFilter({ rule, webhook_id, event_key }: Alert): Condition[] {
  const conditions =
    rule === null
      ? [
          { k: 'webhook_id', v: webhook_id, o: 'eq' },
          { k: 'event_key', v: event_key, o: 'eq' },
        ]
      : [{ k: 'rule', v: rule, o: 'eq' }];
  return conditions as Condition[];
}

async function readSimilar({ alert_id }: Alert, filter: readonly Condition[], signal: AbortSignal) {
  const since = new Date(serverNow() - DAYS * DAY_MS).toISOString();
  const query = {
    filter: [
      ...filter,
      { k: 'opened_at', v: since, o: 'datetime_gte' as const },
      { k: 'alert_id', v: alert_id, o: 'not' as const },
    ],
    only: ['alert_id', 'title', 'severity', 'state', 'opened_at', 'resolved_after', 'resolved_by'],
    sort: { keys: [{ key: 'opened_at', desc: true }] },
    page: { start: 1, limit: SHOWN },
  };
  const { results, total_count } = await client.call('searchAlerts', { body: { query } }, { signal });
  return { alerts: results as readonly Similar[], count: total_count };
}
