import { BellOff, CircleCheck, CircleX, Clock, Link2, Siren } from 'lucide';
import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { linkTo } from '../address.js';
import { now } from '../clock.js';
import { Icon } from '../design/icon.tsx';
import { formatCount, formatDuration } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { findRunning } from './find-running.js';
import { readNextStep, type NextStep } from './next-step.js';
import type { Alert } from './open-alerts.js';
import { tellings, tellingsFailure, useTellings, type Telling } from './tellings.js';
import type { AlertTimeline } from './timeline.tsx';

interface Properties {
  readonly alert: Alert;
  readonly timeline: AlertTimeline | undefined;
}

/** Who was told of the alert, who is next, and what holds something back. That nobody was is what people look for first. */
export function ToldCard({ alert, timeline }: Properties) {
  useTellings([alert.alert_id]);
  const telling = tellings.value.get(alert.alert_id);
  return (
    <section class="card told-card" aria-label="Who was told">
      <div class="card-head">
        <h2>Who was told</h2>
        <a href={linkTo('told', 'what-if', { alert: alert.alert_id })}>Why these?</a>
      </div>
      {telling !== undefined ? (
        <Told telling={telling} alert={alert} />
      ) : tellingsFailure.value === undefined ? (
        <p class="help">Loading …</p>
      ) : (
        <Notice kind="bad">Not known: {tellingsFailure.value}</Notice>
      )}
      <Next alert={alert} timeline={timeline} />
    </section>
  );
}

function Told({ telling, alert }: { readonly telling: Telling; readonly alert: Alert }) {
  const { told, told_count, state, silenced_by, inhibited_by } = telling;
  return (
    <ul class="told-list">
      {state === 'NOBODY' || state === 'FAILED' ? (
        <Line icon={BellOff} tone="bad">
          <strong>{state === 'FAILED' ? 'It reached nobody.' : 'Nobody was told.'}</strong>{' '}
          {state === 'FAILED'
            ? 'Every message failed.'
            : 'No subscription or escalation matches this alert, or what matches is off.'}{' '}
          <a href={linkTo('told', 'what-if', { alert: alert.alert_id })}>Who would be told now?</a>
        </Line>
      ) : null}
      {state === 'FORGOTTEN' ? (
        <Line icon={Clock}>
          Who was told is no longer known: the alert is older than the notifications that are kept.
        </Line>
      ) : null}
      {state === 'PENDING' ? <Line icon={Clock}>It is being decided whom to tell …</Line> : null}
      {told.map(({ subscription_id, name, protocol_id, state: each, at }) => (
        <Line key={subscription_id} icon={iconOf(each)} tone={toneOf(each)}>
          <a href={linkTo('told', 'subscriptions', { id: subscription_id })}>
            <bdi>{name ?? subscription_id}</bdi>
          </a>{' '}
          <span class="help">
            {protocol_id}, {WORDS[each]} <Age at={at} suffix=" ago" />
          </span>
        </Line>
      ))}
      {told_count > told.length ? (
        <li class="help">and {formatCount(told_count - told.length)} more</li>
      ) : null}
      {silenced_by.map(({ silence_id, name, reason, ends_at }) => (
        <Line key={silence_id} icon={BellOff}>
          <strong>Silenced</strong> by{' '}
          <a href={linkTo('told', 'silences', { id: silence_id })}>
            <bdi>{name}</bdi>
          </a>{' '}
          until <Time at={ends_at} />
          {reason === '' ? null : (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </Line>
      ))}
      {inhibited_by.map(({ inhibition_id, name, source_alert_id }) => (
        <Line key={inhibition_id} icon={Link2}>
          <strong>Inhibited</strong> by <bdi>{name}</bdi>, because{' '}
          <a href={linkTo('alert', source_alert_id)}>another alert</a> explains it
        </Line>
      ))}
    </ul>
  );
}

type State = Telling['told'][number]['state'];

const WORDS: Readonly<Record<State, string>> = {
  PENDING: 'waits to be sent, since',
  HELD: 'waits for its digest, since',
  SENT: 'sent',
  FAILED: 'failed',
  SUPERSEDED: 'superseded',
  SILENCED: 'held back by a silence',
  INHIBITED: 'held back by an inhibition',
  CANCELLED: 'cancelled',
};

function iconOf(state: State): IconNode {
  if (state === 'SENT') return CircleCheck;
  if (state === 'FAILED') return CircleX;
  return state === 'PENDING' || state === 'HELD' ? Clock : BellOff;
}

const toneOf = (state: State): string => ({ SENT: 'good', FAILED: 'bad' })[state as string] ?? '';

interface LineProperties {
  readonly icon: IconNode;
  readonly tone?: string;
  readonly children: ComponentChildren;
}

function Line({ icon, tone = '', children }: LineProperties) {
  return (
    <li class={tone}>
      <Icon of={icon} />
      <span>{children}</span>
    </li>
  );
}

/** The next step of the escalation, with the people that it tells if they are known. */
function Next({ alert, timeline }: Properties) {
  const { step, next_at } = alert.escalation;
  const running = timeline === undefined ? undefined : findRunning(alert, timeline);
  const { escalation_id, since } = running ?? {};
  const loaded = useLoaded([alert.alert_id, escalation_id, since, step, next_at].join(' '), async (signal) =>
    step === null || next_at === null || running === undefined
      ? undefined
      : readNextStep(running, step, next_at, signal),
  );
  if (step === null || alert.state !== 'OPEN') return null;
  const found = loaded.value.value;
  return (
    <ul class="told-list next" aria-label="Who is next">
      <Line icon={Siren} tone="warning">
        {next_at === null ? (
          <>
            <strong>No further step</strong> for now: {step === 0 ? 'none' : `step ${step}`} was told
            {alert.acknowledged ? ', and the alert is acknowledged' : ''}
          </>
        ) : (
          <>
            <strong>Next</strong> in {formatDuration(Date.parse(next_at) - now.value)}:{' '}
            <NextPeople found={found} />
          </>
        )}
        {running === undefined ? null : (
          <span class="help">
            {' '}
            by the escalation <bdi>{running.name}</bdi>
          </span>
        )}
      </Line>
    </ul>
  );
}

function NextPeople({ found }: { readonly found: NextStep | undefined }) {
  if (found === undefined) return <>the next step</>;
  return (
    <>
      <bdi>{found.names.join(', ')}</bdi>
      {found.onCall === undefined ? null : (
        <>
          {' '}
          (on call of <bdi>{found.onCall}</bdi>)
        </>
      )}
    </>
  );
}
