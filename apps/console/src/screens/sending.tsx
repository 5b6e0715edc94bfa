import { address, linkTo } from '../address.js';
import { Heading } from '../parts/heading.tsx';
import { Silences } from '../sending/silences.tsx';
import { Subscriptions } from '../sending/subscriptions.tsx';
import { Notifications } from '../sending/notifications.tsx';

const PARTS = [
  ['subscriptions', Subscriptions],
  ['notifications', Notifications],
  ['silences', Silences],
] as const;

/**
 * The screen of everything around notifications: subscriptions, unsent notifications and silences, or of the one part in
 * the URL, to which notifications of the service link.
 */
export function Sending() {
  const { id } = address.value;
  const part = PARTS.find(([name]) => name === id);
  return (
    <>
      <Heading text="Sending" />
      {part === undefined ? null : (
        <p>
          <a href={linkTo('sending')}>Everything about sending</a>
        </p>
      )}
      {(part === undefined ? PARTS : [part]).map(([name, Part]) => (
        <Part key={name} />
      ))}
    </>
  );
}
