import {
  Activity,
  ArrowUpRight,
  BellOff,
  CircleCheck,
  CircleX,
  Eye,
  Link2,
  MessageSquare,
  Send,
  Siren,
  UserRound,
} from 'lucide';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { Icon } from '../design/icon.tsx';
import { formatCount } from '../format.js';
import { ActionButton } from '../parts/action-button.tsx';
import { LinkedText, TimedText } from '../parts/rich-text.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age, Time } from '../parts/time.tsx';
import { parseSearch, toParameters } from '../screens/search-query.js';
import { EventPayload } from './event-payload.tsx';
import { DeleteNote } from './notes.tsx';

export type Entry = Schemas['AlertTimelineInfo']['results'][number];

interface Properties {
  readonly entry: Entry;
  readonly alertId: string;
  readonly onChange: () => void;
}

/** One thing that happened: when, what, and what a reader can look up or do about it. */
export function TimelineEntry({ entry, alertId, onChange }: Properties) {
  return (
    <li class={toneOf(entry)}>
      <span class="mark">
        <Icon of={iconOf(entry)} />
      </span>
      <div class="happened">
        <Happening entry={entry} alertId={alertId} onChange={onChange} />
      </div>
      <span class="when">
        <Age at={entry.at} suffix=" ago" />
      </span>
    </li>
  );
}

function Happening({ entry, alertId, onChange }: Properties) {
  const { event, acknowledgement, note, notification, text } = entry;
  if (event !== undefined) return <Event event={event} alertId={alertId} />;
  if (note !== undefined) return <Note note={note} alertId={alertId} onChange={onChange} />;
  if (notification !== undefined)
    return (
      <>
        <TimedText text={text} />
        <Responses notification={notification} onChange={onChange} />
      </>
    );
  return (
    <>
      {acknowledgement?.acknowledged || entry.change !== undefined ? (
        <strong>
          <TimedText text={text} />
        </strong>
      ) : (
        <TimedText text={text} />
      )}
    </>
  );
}

const ICONS = {
  event: Activity,
  change: ArrowUpRight,
  acknowledgement: Eye,
  note: MessageSquare,
  silence: BellOff,
  inhibition: Link2,
  escalation: Siren,
  notification: Send,
} as const;

function iconOf({ kind, change, event, notification }: Entry) {
  if (change?.change === 'resolved' || event?.event_type === 'RECOVERY') return CircleCheck;
  if (change?.change === 'assigned') return UserRound;
  if (notification?.state === 'FAILED') return CircleX;
  return Object.hasOwn(ICONS, kind) ? ICONS[kind] : Activity;
}

/** The class of an entry: what kind it is, and whether it is good or bad news. */
function toneOf({ kind, change, event, notification }: Entry): string {
  const severity = (change?.severity ?? event?.severity ?? '').toLowerCase();
  if (change?.change === 'resolved' || event?.event_type === 'RECOVERY') return `${kind} good`;
  if (change !== undefined)
    return ['opened', 'reopened', 'escalated'].includes(change.change) ? `${kind} ${severity}` : kind;
  return notification?.state === 'FAILED' ? `${kind} bad` : kind;
}

function Event({
  event,
  alertId,
}: {
  readonly event: NonNullable<Entry['event']>;
  readonly alertId: string;
}) {
  const { event_id, event_type, severity, title, count, last_at } = event;
  return (
    <>
      {event_type === 'RECOVERY' ? <strong>Recovery</strong> : <SeverityMark severity={severity} />}{' '}
      {event_type === 'ERROR' ? 'Error: ' : null}
      <bdi>{title || '(no title)'}</bdi>
      {count === 1 ? null : (
        <>
          {' '}
          <a href={linkToEvents(alertId)}>{formatCount(count)} alike</a> until <Time at={last_at} />
        </>
      )}
      <EventPayload eventId={event_id} />
    </>
  );
}

function Note({
  note,
  alertId,
  onChange,
}: Omit<Properties, 'entry'> & { readonly note: NonNullable<Entry['note']> }) {
  const { note_id, author, text } = note;
  return (
    <>
      <span class="bar">
        <span>
          Note by <bdi>{author}</bdi>
        </span>
        <DeleteNote alertId={alertId} noteId={note_id} author={author} onChange={onChange} />
      </span>
      <p class="prose">
        <LinkedText text={text} />
      </p>
    </>
  );
}

interface ResponsesProperties {
  readonly notification: NonNullable<Entry['notification']>;
  readonly onChange: () => void;
}

/** The responses of the receiver to a notification, and a button that sends it again. */
function Responses({ notification, onChange }: ResponsesProperties) {
  const { notification_id, subscription, subscription_id, state, digest_id, attempts, attempt_count } =
    notification;
  const isFinal = state !== 'PENDING' && state !== 'HELD';
  if (attempts.length === 0 && digest_id === null && !isFinal) return null;
  const resend = async () => {
    await client.call('resendNotification', { path: { notification_id }, body: {} });
    onChange();
  };
  return (
    <details>
      <summary>{attempt_count === 1 ? '1 attempt' : `${formatCount(attempt_count)} attempts`}</summary>
      <ol class="attempts">
        {attempts.map(({ at, status, latency_ms, error, answer }) => (
          <li key={at}>
            <Time at={at} />
            {latency_ms === null ? '' : `, ${formatCount(latency_ms)} ms`}:{' '}
            <bdi>{error ?? `answered ${status}`}</bdi>
            {answer === null || answer === '' ? null : (
              <>
                {' '}
                <bdi>{answer.slice(0, 300)}</bdi>
              </>
            )}
          </li>
        ))}
      </ol>
      <span class="bar">
        {digest_id === null ? null : <a href={linkTo('told', 'notifications', { digest_id })}>Its digest</a>}
        {isFinal ? (
          <ActionButton label="Send again" name={`to ${subscription ?? subscription_id}`} act={resend} />
        ) : null}
      </span>
    </details>
  );
}

/** Returns a link to a search for all events of the alert, of any time. */
export function linkToEvents(alertId: string): string {
  const search = parseSearch(new URLSearchParams({ of: 'events', from: '' }));
  const filter = [{ k: 'alert_id', v: alertId, o: 'eq' as const }];
  return linkTo('search', undefined, toParameters({ ...search, filter }));
}
