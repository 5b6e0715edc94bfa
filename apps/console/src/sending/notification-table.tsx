import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Time } from '../parts/time.tsx';
import { ActionButton } from './action-button.tsx';

export type Notification = Required<Schemas['NotificationInfo']>;
type Attempt = Schemas['NotificationDetails']['attempts'][number];

interface Properties {
  readonly notifications: readonly Notification[];
  readonly label: string;
  readonly onChange: () => void;
}

/** A table of notifications with their states. */
export function NotificationTable({ notifications, label, onChange }: Properties) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Kind</th>
            <th scope="col">Created</th>
            <th scope="col">Protocol</th>
            <th scope="col">State</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {notifications.map((each) => (
            <Row key={each.notification_id} notification={each} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  notification: { notification_id, created_at, kind, state, title, protocol_id, reason, alert_id },
  onChange,
}: {
  readonly notification: Notification;
  readonly onChange: () => void;
}) {
  const shortTitle = title.slice(0, 300);
  const isFinal = state !== 'PENDING' && state !== 'HELD';
  const resend = async () => {
    await client.call('resendNotification', { path: { notification_id }, body: {} });
    onChange();
  };
  return (
    <tr>
      <th scope="row">
        {alert_id === null ? (
          <bdi>{shortTitle}</bdi>
        ) : (
          <a href={linkTo('alert', alert_id)} dir="auto">
            {shortTitle}
          </a>
        )}
      </th>
      <td>{kind}</td>
      <td>
        <Time at={created_at} />
      </td>
      <td>{protocol_id}</td>
      <td>
        <strong>{state.toLowerCase()}</strong>
        {reason === null ? null : (
          <>
            : <bdi>{reason}</bdi>
          </>
        )}
        <Attempts of={notification_id} />
      </td>
      <td>
        {isFinal ? <ActionButton label="Send again" name={shortTitle.slice(0, 80)} act={resend} /> : null}
      </td>
    </tr>
  );
}

/** The attempts of a notification with the responses of the receiver. They are loaded when the user opens them. */
function Attempts({ of: notification_id }: { readonly of: string }) {
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
      <summary>Attempts</summary>
      {failure}
      {attempts?.length === 0 ? 'None yet.' : null}
      <ol class="timeline">
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
