import { Heading } from '../parts/heading.tsx';
import { Quotas } from '../sending/quotas.tsx';
import { Silences } from '../sending/silences.tsx';
import { Subscriptions } from '../sending/subscriptions.tsx';
import { Unsent } from '../sending/unsent.tsx';

/** Who is told of alerts, and what became of it. */
export function Sending() {
  return (
    <>
      <Heading text="Sending" />
      <Subscriptions />
      <Unsent />
      <Silences />
      <Quotas />
    </>
  );
}
