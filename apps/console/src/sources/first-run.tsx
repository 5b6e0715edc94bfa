import { Check } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { linkTo, navigate } from '../address.js';
import { openAlerts } from '../alerts/live-alerts.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { currentDomain, session } from '../session.js';
import { createMarker, isAlarm, postSample, readFreshSample } from './samples.js';

/** Milliseconds. */
const REFRESH_MS = 5_000;
const DEMONSTRATION = { name: 'Demonstration', project_id: 'demonstration', plugin_id: 'direct' };

/**
 * Leads through an empty console in three steps: connect a source, see an alert, tell somebody. It is not shown once all of them
 * are done, nor to those who cannot do them.
 */
export function FirstRun() {
  const [isOver, setOver] = useState(localStorage.getItem(hiddenKey()) !== null);
  return isOver || session.value?.role === 'VIEWER' ? null : <Steps onOver={() => setOver(true)} />;
}

/** @param onOver ends the requests for the progress: it is hidden, or nothing is left to do */
function Steps({ onOver }: { readonly onOver: () => void }) {
  const progress = useLoaded('first run', readProgress, REFRESH_MS).value.value;
  const isDone = progress !== undefined && Object.values(progress).every(Boolean);
  useEffect(() => {
    if (isDone) onOver();
  }, [isDone]);
  if (progress === undefined || isDone) return null;
  const { hasSource, hasAlert, isSomebodyTold } = progress;
  const done = [hasSource, hasAlert, isSomebodyTold];
  const openAlert = openAlerts.value[0]?.alert_id;
  const current = done.indexOf(false);
  const hide = () => {
    localStorage.setItem(hiddenKey(), 'hidden');
    onOver();
  };
  return (
    <section class="card first-run" aria-label="First steps">
      <div class="card-head">
        <h2>{current === 0 ? 'Welcome. Three steps to your first alert' : 'First steps'}</h2>
        <button type="button" class="quiet small" onClick={hide}>
          Hide
        </button>
      </div>
      <ol>
        <Step number={1} title="Connect a source" isDone={hasSource} isCurrent={current === 0}>
          <p class="help">
            Choose what watches your systems. You get an address that it posts its alarms to.
          </p>
          <a
            class={`button ${current === 0 ? 'primary' : ''}`}
            href={linkTo('sources', undefined, { new: '' })}
          >
            {hasSource ? 'Connect another one' : 'Connect a source'}
          </a>
        </Step>
        <Step number={2} title="See an alert" isDone={hasAlert} isCurrent={current === 1}>
          <p class="help">
            {hasAlert
              ? 'Your first alert has arrived.'
              : 'Nothing to connect yet? A demonstration alarm shows how an alert looks.'}
          </p>
          {hasAlert ? (
            <a class="button" href={openAlert === undefined ? linkTo('search') : linkTo('alert', openAlert)}>
              Show it
            </a>
          ) : (
            <DemonstrationButton isPrimary={current === 1} />
          )}
        </Step>
        <Step number={3} title="Tell somebody" isDone={isSomebodyTold} isCurrent={current === 2}>
          <p class="help">
            Choose which alerts are sent, and where: chat, e-mail, phone or your own service.
          </p>
          <a
            class={`button ${current === 2 ? 'primary' : ''}`}
            href={linkTo('told', 'subscriptions', { new: '' })}
          >
            Tell somebody
          </a>
        </Step>
      </ol>
    </section>
  );
}

const hiddenKey = () => `first steps of ${currentDomain()}`;

interface StepProperties {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

function Step({ number, title, isDone, isCurrent, children }: StepProperties) {
  return (
    <li
      class={isDone ? 'done' : isCurrent ? 'current' : undefined}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span class="step-mark" aria-hidden="true">
        {isDone ? <Icon of={Check} /> : number}
      </span>
      <h3>
        {title}
        {isDone ? <span class="unseen"> (done)</span> : null}
      </h3>
      {children}
    </li>
  );
}

/** Sends an alarm as a sender would, through a source of its own, and shows its alert. */
function DemonstrationButton({ isPrimary }: { readonly isPrimary: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      const alertId = await sendDemonstration();
      showDone('This alert comes from a demonstration alarm. Delete its source when you no longer need it.');
      navigate(alertId === undefined ? linkTo('now') : linkTo('alert', alertId));
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      class={isPrimary ? 'primary' : undefined}
      disabled={isBusy}
      onClick={() => void send()}
    >
      {isBusy ? 'Sending …' : 'Send a demonstration alarm'}
    </button>
  );
}

async function sendDemonstration(): Promise<string | undefined> {
  const { name, project_id, plugin_id } = DEMONSTRATION;
  const { results } = await client.call('listWebhooks', { query: { name } });
  const existing = results.find(({ state }) => state === 'ENABLED');
  const webhook =
    existing ??
    (await client.call('createWebhook', { body: { name, project_id, plugin_info: { plugin_id } } }));
  const { samples } = await client.call('getPlugin', { path: { plugin_id } });
  const alarm = samples.find(isAlarm);
  const sample = alarm && (await readFreshSample(plugin_id, alarm.name, createMarker()));
  if (sample === undefined || webhook.webhook_url === undefined) return undefined;
  const { outcomes } = await postSample(webhook.webhook_url, sample);
  return outcomes.find(({ alert_id }) => alert_id !== null)?.alert_id ?? undefined;
}

async function readProgress(signal: AbortSignal) {
  const domain_id = currentDomain();
  const fields = [{ name: 'count', operator: 'count' as const }];
  const first = { page: { start: 1, limit: 1 } };
  const [sources, alerts, subscriptions] = await Promise.all([
    client.call(
      'searchWebhooks',
      { body: { domain_id, query: { ...first, only: ['webhook_id'] } } },
      { signal },
    ),
    client.call(
      'statAlerts',
      { body: { domain_id, query: { aggregate: [{ group: { fields } }] } } },
      { signal },
    ),
    client.call(
      'searchSubscriptions',
      { body: { domain_id, query: { ...first, only: ['subscription_id'] } } },
      { signal },
    ),
  ]);
  const [counted] = alerts.results as unknown as readonly { readonly count: number }[];
  return {
    hasSource: sources.results.length > 0,
    hasAlert: (counted?.count ?? 0) > 0,
    isSomebodyTold: subscriptions.results.length > 0,
  };
}
