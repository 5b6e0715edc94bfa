import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { Json } from '../parts/json.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { currentDomain } from '../session.js';

/** An event: the sender's payload next to the fields that the plugin parsed. It is loaded when the user opens it. */
export function EventPayload({ eventId }: { readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen((currentTarget as HTMLDetailsElement).open)}>
      <summary>Payload</summary>
      {isOpen ? <Payload eventId={eventId} /> : null}
    </details>
  );
}

function Payload({ eventId }: { readonly eventId: string }) {
  const loaded = useLoaded(
    eventId,
    async (signal) =>
      (await client.call(
        'getEvent',
        { path: { event_id: eventId }, query: { domain_id: currentDomain() } },
        { signal },
      )) as Schemas['EventInfo'],
  );
  const event = loaded.value.value;
  if (event === undefined) return <LoadState loaded={loaded} />;
  const { raw_data, ...parsedFields } = event;
  // Several events can be open, and each region needs its own label.
  const suffix = `, ${event.created_at ?? eventId}`;
  return (
    <div class="payloads">
      <section>
        <h3>Posted by the sender</h3>
        <Json value={raw_data} label={`Payload${suffix}`} />
      </section>
      <section>
        <h3>Parsed by the plugin</h3>
        <Json value={parsedFields} label={`Event${suffix}`} />
      </section>
    </div>
  );
}
