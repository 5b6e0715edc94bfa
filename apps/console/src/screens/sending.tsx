import { Heading } from '../parts/heading.tsx';
import { Quotas } from '../sending/quotas.tsx';
import { Silences } from '../sending/silences.tsx';
import { Subscriptions } from '../sending/subscriptions.tsx';
import { UnsentNotifications } from '../sending/unsent.tsx';

/** The screen of everything around notifications: subscriptions, unsent notifications, silences and quotas. */
export function Sending() {
  return (
    <>
      <Heading text="Sending" />
      <Subscriptions />
      <UnsentNotifications />
      <Silences />
      <Quotas />
    </>
  );
}
