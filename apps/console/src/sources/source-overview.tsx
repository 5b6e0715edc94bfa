import { CircleCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { Badge } from '../design/badge.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount, formatDuration } from '../format.js';
import { HOUR_SECONDS } from '../parts/bar-times.js';
import { Bars } from '../parts/bars.tsx';
import { Field } from '../parts/field.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { countRecords, fillGaps } from '../screens/count-records.js';
import type { Webhook } from './read-source.js';

/** Milliseconds. */
const REFRESH_MS = 15_000;
const HOURS = 24;
const SHOWN_ALERTS = 6;

/** How the source is: what arrived, what went wrong, and its latest alerts. */
export function SourceOverview({ webhook, plugin }: { readonly webhook: Webhook; readonly plugin: string }) {
  const { health, plugin_info, settings, webhook_id } = webhook;
  const labels = Object.entries(settings.labels ?? {});
  return (
    <div class="overview">
      <div class="stack">
        <LastDay webhookId={webhook_id} />
        <LatestAlerts webhookId={webhook_id} />
      </div>
      <div class="stack">
        <Problems webhook={webhook} />
        <section class="card">
          <h2>About it</h2>
          <dl class="facts">
            <Field name="Last delivery">
              {health.last_received_at === null ? (
                'never'
              ) : (
                <Age at={health.last_received_at} suffix=" ago" />
              )}
            </Field>
            <Field name="Deliveries">{formatCount(health.received_count)}</Field>
            <Field name="Waiting">
              {formatCount(health.backlog)}
              {health.backlog > 0 ? `, the oldest for ${formatDuration(health.lag_ms)}` : ''}
            </Field>
            <Field name="System">
              {plugin}, version {plugin_info.version}
            </Field>
            <Field name="Project">
              <bdi>{webhook.project_id}</bdi>
            </Field>
            {labels.length === 0 ? null : (
              <Field name="Labels">
                <span class="findings">
                  {labels.map(([name, value]) => (
                    <span key={name} class="chip">
                      <bdi>
                        {name}={value}
                      </bdi>
                    </span>
                  ))}
                </span>
              </Field>
            )}
            <Field name="Created">
              <Time at={webhook.created_at} />
            </Field>
          </dl>
        </section>
      </div>
    </div>
  );
}

function LastDay({ webhookId }: { readonly webhookId: string }) {
  const loaded = useLoaded(
    webhookId,
    async (signal) => {
      const to = Date.now() / 1_000;
      const from = (Math.floor(to / HOUR_SECONDS) - HOURS + 1) * HOUR_SECONDS;
      const filter = [
        { k: 'webhook_id', v: webhookId, o: 'eq' as const },
        { k: 'created_at', v: new Date(from * 1_000).toISOString(), o: 'datetime_gte' as const },
      ];
      const counts = await countRecords(HOUR_SECONDS, 'events', { filter }, signal);
      return fillGaps(counts, HOUR_SECONDS, { from, to });
    },
    REFRESH_MS,
  );
  const bars = loaded.value.value;
  const total = formatCount((bars ?? []).reduce((sum, { count }) => sum + count, 0));
  return (
    <section class="card">
      <div class="card-head">
        <h2>Last 24 hours</h2>
        <span class="help figure">{total} events</span>
      </div>
      <LoadState loaded={loaded} />
      {bars === undefined ? null : (
        <Bars bars={bars} step={HOUR_SECONDS} label={`${total} events in the last 24 hours`} />
      )}
    </section>
  );
}

function LatestAlerts({ webhookId }: { readonly webhookId: string }) {
  const loaded = useLoaded(
    webhookId,
    async (signal) => {
      const query = {
        filter: [{ k: 'webhook_id', v: webhookId, o: 'eq' as const }],
        sort: { keys: [{ key: 'opened_at', desc: true }] },
        only: ['alert_id', 'title', 'severity', 'state', 'opened_at'],
        page: { start: 1, limit: SHOWN_ALERTS },
      };
      const { results } = await client.call('searchAlerts', { body: { query } }, { signal });
      return results as readonly Pick<
        Required<Schemas['AlertInfo']>,
        'alert_id' | 'title' | 'severity' | 'state' | 'opened_at'
      >[];
    },
    REFRESH_MS,
  );
  const alerts = loaded.value.value;
  return (
    <section class="card">
      <div class="card-head">
        <h2>Latest alerts</h2>
        <a class="button small" href={linkTo('search', undefined, { filter: `webhook_id = "${webhookId}"` })}>
          Search its alerts
        </a>
      </div>
      <LoadState loaded={loaded} rows={3} />
      {alerts === undefined ? null : alerts.length === 0 ? (
        <p class="help">No alarm of this source has opened an alert yet.</p>
      ) : (
        <ul class="lines">
          {alerts.map(({ alert_id, title, severity, state, opened_at }) => (
            <li key={alert_id}>
              <SeverityMark severity={severity} />
              <a href={linkTo('alert', alert_id)} dir="auto">
                {title.slice(0, 300) || '(no title)'}
              </a>
              {state === 'OPEN' ? <Badge tone="error">open</Badge> : <Badge>resolved</Badge>}
              <small>
                <Age at={opened_at} suffix=" ago" />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is or was wrong with the deliveries of the source, each with what was said about it. */
function Problems({ webhook: { health } }: { readonly webhook: Webhook }) {
  const { refused = [], last_error, last_fallback, fallback_count, upgrade, unkept_count } = health;
  const problems = [
    ...refused.map(({ status, count, last_at, last_reason }) => (
      <Problem key={status} title={`${formatCount(count)} refused with status ${status}`} at={last_at}>
        {last_reason}
      </Problem>
    )),
    last_fallback === null ? null : (
      <Problem
        key="fallback"
        title={`${formatCount(fallback_count)} ${fallback_count === 1 ? 'did' : 'do'} not fit the plugin`}
        at={last_fallback.at}
      >
        {`“Automatic” read it instead: ${last_fallback.reason}`}
      </Problem>
    ),
    upgrade === null ? null : (
      <Problem key="upgrade" title={`Not upgraded to ${upgrade.version}`} at={upgrade.checked_at}>
        {upgrade.reason}
      </Problem>
    ),
    unkept_count === 0 ? null : (
      <Problem key="unkept" title={`${formatCount(unkept_count)} for which the quarantine had no room`} />
    ),
    last_error === null ? null : (
      <Problem key="error" title="Last error">
        {last_error}
      </Problem>
    ),
  ].filter((each) => each !== null);
  return (
    <section class="card">
      <h2>Problems</h2>
      {problems.length === 0 ? (
        <p class="reception good">
          <Icon of={CircleCheck} />
          No delivery was refused, and the plugin could read all.
        </p>
      ) : (
        <ul class="problems">{problems}</ul>
      )}
    </section>
  );
}

interface ProblemProperties {
  readonly title: string;
  readonly at?: string;
  readonly children?: ComponentChildren;
}

function Problem({ title, at, children }: ProblemProperties) {
  return (
    <li>
      <strong>{title}</strong>
      {at === undefined ? null : (
        <small>
          , the last <Age at={at} suffix=" ago" />
        </small>
      )}
      <p class="help">
        <bdi>{typeof children === 'string' ? children.slice(0, 1_000) : children}</bdi>
      </p>
    </li>
  );
}
