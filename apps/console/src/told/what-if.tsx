import { Search } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address, linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import type { Severity } from '../severity.js';
import { protocolIcon, useProtocols } from './protocols.tsx';
import { StepLine } from './step-line.tsx';
import { Untold } from './untold.tsx';
import { describeSeconds, describeWhen, joinWords } from './words.js';

type Preview = Schemas['AlertTellingPreview'];
type Alert = Required<Schemas['AlertInfo']>;

/** The number of alerts that are offered. */
const MAX_OFFERED = 25;

/** Who would be told of an alert of the past if it opened now, and why not the others. */
export function WhatIf() {
  const alertId = address.value.parameters.get('alert');
  return alertId === null ? <PickAlert /> : <Answer key={alertId} alertId={alertId} />;
}

/** Milliseconds after the last key for which the search waits. */
const TYPING_MS = 300;

/** Finds an alert by words; the newest are offered at once. */
function PickAlert() {
  const [words, setWords] = useState('');
  const loaded = useLoaded(`alerts of ${words}`, async (signal) => {
    if (words !== '') await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
    signal.throwIfAborted();
    const query = {
      ...(words.trim() === '' ? {} : { keyword: words.trim() }),
      sort: { keys: [{ key: 'opened_at', desc: true }] },
      page: { start: 1, limit: MAX_OFFERED },
    };
    return (await client.call('searchAlerts', { body: { query } }, { signal })).results as readonly Alert[];
  });
  const found = loaded.value.value;
  return (
    <section class="stack" aria-label="What if">
      <div class="field">
        <label for="what-if-words">Pick an alert, to see who would be told if it opened now</label>
        <input
          id="what-if-words"
          type="search"
          placeholder="Words of its title, host, labels …"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      <LoadState loaded={loaded} />
      {found?.length === 0 ? (
        <EmptyState icon={Search} title="No alerts">
          <p>No alert has these words.</p>
        </EmptyState>
      ) : null}
      <ul class="lines card">
        {(found ?? []).map(({ alert_id, title, severity, opened_at }) => (
          <li key={alert_id}>
            <SeverityMark severity={severity as Severity} />
            <a href={linkTo('told', 'what-if', { alert: alert_id })} dir="auto">
              {title.slice(0, 200)}
            </a>
            <small>{describeWhen(opened_at, now.value)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ alertId }: { readonly alertId: string }) {
  const loaded = useLoaded(`telling of ${alertId}`, (signal) =>
    client.call('previewAlertTelling', { path: { alert_id: alertId }, body: {} }, { signal }),
  );
  const quotas = useLoaded('exhausted quotas', readExhausted);
  const { nameOf } = useProtocols();
  const preview = loaded.value.value;
  if (preview === undefined) return <LoadState loaded={loaded} />;
  const { alert, subscriptions, escalations, inhibited_by, untold, untold_count } = preview;
  // The previous release does not say it.
  const silenced_by = preview.silenced_by ?? null;
  const isNobody = subscriptions.length === 0 && escalations.length === 0;
  const isHeld = silenced_by !== null || inhibited_by !== null;
  const isNobodyNow =
    isHeld || (escalations.length === 0 && subscriptions.every(({ flapping_until }) => flapping_until));
  const tellers = joinWords([
    ...(subscriptions.length === 0 ? [] : [count(subscriptions.length, 'subscription')]),
    ...(escalations.length === 0 ? [] : [count(escalations.length, 'escalation')]),
  ]);
  return (
    <section class="stack" aria-label="What if">
      <div class="card">
        <div class="card-head">
          <div class="bar">
            <SeverityMark severity={alert.severity as Severity} />
            <h2>
              <a class="plain-link" href={linkTo('alert', alertId)} dir="auto">
                {alert.title.slice(0, 300)}
              </a>
            </h2>
          </div>
          <a class="button small" href={linkTo('told', 'what-if')}>
            Another alert
          </a>
        </div>
        <p role="status">
          {isNobody ? (
            <strong class="bad">If it opened now, nobody would be told.</strong>
          ) : isNobodyNow ? (
            <strong class="bad">
              If it opened now, nobody would be told at once: {tellers} would tell of it, but it is held back.
            </strong>
          ) : (
            <strong>If it opened now, {tellers} would tell of it.</strong>
          )}
        </p>
      </div>
      {silenced_by === null ? null : (
        <Notice kind="bad">
          Silenced until {describeWhen(silenced_by.until, now.value)}
          {silenced_by.reason === '' ? null : (
            <>
              : <bdi>{silenced_by.reason}</bdi>
            </>
          )}
          . <a href={linkTo('told', 'silences', { id: silenced_by.silence_id })}>The silence</a>
        </Notice>
      )}
      {inhibited_by === null ? null : (
        <Notice kind="bad">
          Held back until {describeWhen(inhibited_by.until, now.value)}:{' '}
          <a href={linkTo('alert', inhibited_by.source_alert_id)}>another open alert</a> explains it, by{' '}
          <a href={linkTo('told', 'inhibitions', { id: inhibited_by.inhibition_id })}>this inhibition</a>.
        </Notice>
      )}
      {subscriptions.length === 0 ? null : (
        <ul class="records" aria-label="Would be told">
          {subscriptions.map((each) => (
            <Told
              key={each.subscription_id}
              told={each}
              protocol={nameOf(each.protocol_id)}
              isExhausted={quotas.value.value?.has(each.protocol_id) === true}
              isHeld={isHeld}
            />
          ))}
        </ul>
      )}
      {escalations.map((each) => (
        <Escalation key={each.escalation_id} escalation={each} isHeld={isHeld} />
      ))}
      <Untold untold={untold} total={untold_count} alertId={alertId} />
    </section>
  );
}

const count = (number: number, noun: string): string =>
  `${formatCount(number)} ${noun}${number === 1 ? '' : 's'}`;

interface ToldProperties {
  readonly told: Preview['subscriptions'][number];
  readonly protocol: string;
  readonly isExhausted: boolean;
  /** By a silence or an inhibition. */
  readonly isHeld: boolean;
}

function Told({ told, protocol, isExhausted, isHeld }: ToldProperties) {
  const { subscription_id, name, protocol_id, wait } = told;
  // The previous release does not say it.
  const flapping_until = told.flapping_until ?? null;
  const waits = isHeld || isExhausted || flapping_until !== null;
  return (
    <li class={waits ? 'record idle' : 'record'}>
      <span class="tile">
        <Icon of={protocolIcon(protocol_id)} />
      </span>
      <div class="record-main">
        <div class="record-name">
          <h3>
            <a href={linkTo('told', 'subscriptions', { id: subscription_id })} dir="auto">
              {name}
            </a>
          </h3>
          <Badge tone={waits ? 'warning' : 'good'}>{waits ? 'held back' : 'told'}</Badge>
        </div>
        <p class="sentence">
          {isHeld ? `By ${protocol}, when nothing holds the alert back any more.` : null}
          {flapping_until === null
            ? null
            : ` It knows that this alert opens too often: it is told once that has ended, ${describeWhen(flapping_until, now.value)} at the earliest.`}
          {isExhausted ? ` The quota of ${protocol} is used up: the message would wait.` : null}
          {waits
            ? null
            : wait === 0
              ? `At once, by ${protocol}.`
              : `After ${describeSeconds(wait)}, together with others of its group, by ${protocol}.`}
        </p>
      </div>
    </li>
  );
}

interface EscalationProperties {
  readonly escalation: Preview['escalations'][number];
  /** By a silence or an inhibition. */
  readonly isHeld: boolean;
}

function Escalation({ escalation, isHeld }: EscalationProperties) {
  const { escalation_id, name, until, steps, fallback } = escalation;
  return (
    <section class="card" aria-label={`Escalation ${name}`}>
      <h3>
        Escalation{' '}
        <a href={linkTo('told', 'escalations', { id: escalation_id })} dir="auto">
          {name}
        </a>
      </h3>
      <StepLine
        steps={steps.map(({ step, after, receivers, reason }) => ({
          key: String(step),
          when: describeStart(after, steps[0]?.after ?? 0, isHeld),
          what: (
            <>
              <bdi>{joinWords(receivers.map((each) => each.name)) || 'Nobody'}</bdi>
              {reason === null ? null : (
                <span class="bad">
                  {' '}
                  (<bdi>{reason}</bdi>)
                </span>
              )}
            </>
          ),
        }))}
      />
      <p class="help">
        {until === 'RESOLVED' ? 'Until the end of the alert' : 'Until somebody acknowledges'}. If no step
        reaches anybody: <bdi>{fallback?.name ?? 'nobody, as that subscription was deleted'}</bdi>.
      </p>
    </section>
  );
}

/** When a step is told: what holds the alert back puts off the first one, and the others keep their distance from it. */
function describeStart(after: number, first: number, isHeld: boolean): string {
  if (!isHeld) return after === 0 ? 'At once' : `After ${describeSeconds(after)}`;
  return after === first ? 'When nothing holds it back' : `${describeSeconds(after - first)} later`;
}

/** Returns the protocols whose quota has no unit left. */
async function readExhausted(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { results } = await client.call('listQuotas', {}, { signal });
  const usages = await Promise.all(
    results.map(({ quota_id = '' }) => client.call('getQuotaUsage', { path: { quota_id } }, { signal })),
  );
  return new Set(
    usages
      .filter(({ remaining }) => remaining.day === 0 || remaining.month === 0)
      .map(({ protocol_id }) => protocol_id),
  );
}
