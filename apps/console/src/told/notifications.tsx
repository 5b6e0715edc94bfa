import { Inbox, RotateCw } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address, currentProject, linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { explainError } from '../connection.js';
import { Badge, type Tone } from '../design/badge.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { formatCount, formatDuration } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { inProject, type Condition } from '../screens/search-query.js';
import { protocolIcon } from './protocols.tsx';
import { useReceivers } from './receivers.js';
import { act, mayWrite, setParameter } from './record-list.tsx';

type Notification = Required<Schemas['NotificationInfo']>;
type Attempt = Schemas['NotificationDetails']['attempts'][number];

/** Milliseconds. */
const REFRESH_MS = 5_000;
const PAGE_SIZE = 100;

/** The states that each choice shows; `all` has no condition. */
const CHOICES = {
  problems: { text: 'Waiting or failed', states: ['PENDING', 'HELD', 'FAILED'] },
  waiting: { text: 'Waiting', states: ['PENDING', 'HELD'] },
  failed: { text: 'Failed', states: ['FAILED'] },
  held: { text: 'Held back', states: ['SILENCED', 'INHIBITED'] },
  sent: { text: 'Sent', states: ['SENT'] },
  all: { text: 'All', states: undefined },
} as const;

/** What is sent, waits or has failed, newest first; of one subscription or of one digest, if the address says so. */
export function Notifications() {
  const { parameters } = address.value;
  const [digest, subscription] = ['digest_id', 'subscription'].map((name) => parameters.get(name));
  const state = parameters.get('state')?.toLowerCase();
  const choice = Object.hasOwn(CHOICES, state ?? '') ? (state as keyof typeof CHOICES) : 'problems';
  const { states } = CHOICES[choice];
  const narrowed: Condition[] = [
    ...(digest === null || digest === undefined ? [] : [{ k: 'digest_id', v: digest, o: 'eq' as const }]),
    ...inProject(currentProject()),
    ...(subscription ? [{ k: 'subscription_id', v: subscription, o: 'eq' as const }] : []),
  ];
  const filter: Condition[] =
    digest || states === undefined ? narrowed : [...narrowed, { k: 'state', v: [...states], o: 'in' }];
  const loaded = useLoaded(
    `notifications ${JSON.stringify(filter)}`,
    async (signal) => {
      const query = { filter, page: { start: 1, limit: PAGE_SIZE } };
      const { results, total_count } = await client.call(
        'searchNotifications',
        { body: { query } },
        { signal },
      );
      return { listed: results as readonly Notification[], total: total_count ?? 0 };
    },
    REFRESH_MS,
  );
  const { nameOf } = useReceivers();
  const found = loaded.value.value;
  // The button stays until the user leaves the page, so that the result of a resend remains visible.
  const hasFailed = useRef(false);
  if (found?.listed.some((each) => each.state === 'FAILED')) hasFailed.current = true;
  return (
    <section class="stack" aria-label="Notifications">
      <div class="bar">
        {digest ? (
          <h2>Notifications of a digest</h2>
        ) : (
          Object.entries(CHOICES).map(([name, { text }]) => (
            <button
              key={name}
              type="button"
              class="small"
              aria-pressed={name === choice}
              onClick={() => setParameter('state', name === 'problems' ? '' : name)}
            >
              {text}
            </button>
          ))
        )}
        {subscription ? (
          <span class="chip">
            of <bdi>{nameOf(subscription)}</bdi>
            <button type="button" class="quiet small" onClick={() => setParameter('subscription', '')}>
              Show all
            </button>
          </span>
        ) : null}
      </div>
      {hasFailed.current && mayWrite() ? (
        <div class="bar">
          <ResendFailed among={narrowed} onDone={loaded.reload} />
        </div>
      ) : null}
      <LoadState loaded={loaded} rows={6} />
      {found?.total === 0 ? (
        <EmptyState
          icon={Inbox}
          title={
            digest
              ? 'The notifications of this digest are no longer stored'
              : choice === 'problems'
                ? 'No notifications are waiting or have failed'
                : 'No such notifications'
          }
        />
      ) : null}
      {found === undefined || found.total === 0 ? null : (
        <ul class="records rows">
          {found.listed.map((each) => (
            <Row
              key={each.notification_id}
              notification={each}
              receiver={nameOf(each.subscription_id)}
              reload={loaded.reload}
            />
          ))}
        </ul>
      )}
      {found !== undefined && found.total > found.listed.length ? (
        <Notice>
          {formatCount(found.total)} notifications; the newest {formatCount(found.listed.length)} are shown.
        </Notice>
      ) : null}
    </section>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  SENT: 'good',
  FAILED: 'bad',
  PENDING: 'warning',
  HELD: 'warning',
};

interface RowProperties {
  readonly notification: Notification;
  /** The name of the subscription. */
  readonly receiver: string;
  readonly reload: () => void;
}

function Row({ notification, receiver, reload }: RowProperties) {
  const { notification_id, created_at, kind, state, title, protocol_id, reason, alert_id } = notification;
  const { next_attempt_at, subscription_id } = notification;
  const shortTitle = title.slice(0, 300);
  const isFinal = state !== 'PENDING' && state !== 'HELD';
  const name = shortTitle.slice(0, 80);
  const wait = next_attempt_at === null ? 0 : Date.parse(next_attempt_at) - now.value;
  return (
    <li class="record">
      <span class="tile">
        <Icon of={protocolIcon(protocol_id)} />
      </span>
      <div class="record-main">
        <div class="record-name">
          <h2>
            {alert_id === null ? (
              <bdi>{shortTitle}</bdi>
            ) : (
              <a href={linkTo('alert', alert_id)} dir="auto">
                {shortTitle}
              </a>
            )}
          </h2>
          <Badge tone={TONES[state] ?? 'neutral'}>{state.toLowerCase()}</Badge>
          {isFinal || next_attempt_at === null ? null : (
            <Badge>{wait > 0 ? `tried again in ${formatDuration(wait)}` : 'tried now'}</Badge>
          )}
        </div>
        {reason === null ? null : (
          <p class="sentence">
            <bdi>{reason}</bdi>
          </p>
        )}
        <p class="help">
          {kind} to{' '}
          <a href={linkTo('told', 'subscriptions', { id: subscription_id })} dir="auto">
            {receiver}
          </a>
          , <Age at={created_at} suffix=" ago" />
          {next_attempt_at === null || isFinal ? null : (
            <>
              , next try <Time at={next_attempt_at} />
            </>
          )}
        </p>
        <Attempts of={notification_id} name={name} />
      </div>
      {mayWrite() && isFinal ? (
        <div class="record-acts">
          <button
            type="button"
            aria-label={`Send again ${name}`}
            onClick={() =>
              void act(
                () => client.call('resendNotification', { path: { notification_id }, body: {} }),
                `“${name}” is sent again.`,
                reload,
              )
            }
          >
            <Icon of={RotateCw} />
            Send again
          </button>
        </div>
      ) : null}
    </li>
  );
}

/** The attempts of a notification with the responses of the receiver. They are loaded when the user opens them. */
function Attempts({ of: notification_id, name }: { readonly of: string; readonly name: string }) {
  const [attempts, setAttempts] = useState<readonly Attempt[] | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const load = async () => {
    try {
      const found = await client.call('getNotification', { path: { notification_id } });
      setAttempts((found as Schemas['NotificationDetails']).attempts);
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  return (
    <details onToggle={({ currentTarget }) => (currentTarget as HTMLDetailsElement).open && void load()}>
      <summary class="help">
        Attempts<span class="unseen"> of {name}</span>
      </summary>
      {failure}
      {attempts?.length === 0 ? 'None yet.' : null}
      <ol class="lines">
        {attempts?.map(({ at, status, latency_ms, error, answer }) => (
          <li key={at}>
            <Time at={at} />, {latency_ms} ms: <bdi>{error ?? `answered ${status}`}</bdi>{' '}
            {answer === null || answer === '' ? null : <bdi>{answer.slice(0, 300)}</bdi>}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface ResendProperties {
  /** The conditions to which the list is narrowed, besides states. */
  readonly among: readonly Condition[];
  readonly onDone: () => void;
}

/** A button that sends all failed notifications of the list again, once the user knows how many they are. */
function ResendFailed({ among, onDone }: ResendProperties) {
  const filter: Condition[] = [...among, { k: 'state', v: 'FAILED', o: 'eq' }];
  return (
    <BackgroundJob
      label="Resend all failed notifications"
      name="Resend"
      storageKey="failed notifications"
      idOf={({ resend_id }) => resend_id}
      start={() => client.call('resendNotifications', { body: { query: { filter } } })}
      question={<FailedCount filter={filter} />}
      read={(resend_id) => client.call('getResend', { path: { resend_id } })}
      cancel={(resend_id) => client.call('cancelResend', { path: { resend_id } })}
      outcomeOf={({ done_count, resent_count }) =>
        `${formatCount(resent_count)} of ${formatCount(done_count)} sent again`
      }
      onDone={onDone}
    />
  );
}

function FailedCount({ filter }: { readonly filter: Condition[] }) {
  const { value } = useLoaded(`failed ${JSON.stringify(filter)}`, async (signal) => {
    const query = { filter, page: { start: 1, limit: 1 } };
    return (await client.call('searchNotifications', { body: { query } }, { signal })).total_count ?? 0;
  });
  const count = value.value;
  return (
    <>
      {count === undefined ? '…' : formatCount(count)} failed{' '}
      {count === 1 ? 'notification is' : 'notifications are'} sent again to{' '}
      {count === 1 ? 'its receiver' : 'their receivers'}.
    </>
  );
}
