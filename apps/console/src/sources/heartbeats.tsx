import { HeartPulse, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { CopyField } from '../design/copy-field.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { showDone } from '../design/toast.tsx';
import { formatDuration } from '../format.js';
import { ConfirmDelete } from '../parts/confirm-delete.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { SeverityMark } from '../parts/severity-mark.tsx';
import { Age } from '../parts/time.tsx';
import { RecordButtons } from '../parts/record-buttons.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';
import type { Webhook } from './read-source.js';
import { parseDuration } from './duration.js';
import { HeartbeatForm } from './heartbeat-form.tsx';

type Heartbeat = Schemas['HeartbeatInfo'];

/** Milliseconds. */
const REFRESH_MS = 5_000;
/** The heartbeat that every delivery pings. It is a setting of the source. */
const OF_DELIVERIES = '*';

interface Properties {
  readonly webhook: Webhook;
}

/** The heartbeats of a source: jobs and probes that ping it in time, or open an alert. */
export function Heartbeats({ webhook }: Properties) {
  const { webhook_id, webhook_url } = webhook;
  const [edited, setEdited] = useState<Heartbeat | 'new' | undefined>(undefined);
  const [deleted, setDeleted] = useState<Heartbeat | undefined>(undefined);
  const loaded = useLoaded(
    webhook_id,
    (signal) => client.call('listHeartbeats', { query: { webhook_id } }, { signal }),
    REFRESH_MS,
  );
  // Without `only`, the records have all fields.
  const found = loaded.value.value?.results as readonly Heartbeat[] | undefined;
  const canChange = session.value?.role !== 'VIEWER';
  const create = canChange ? (
    <button type="button" class="primary" onClick={() => setEdited('new')}>
      <Icon of={Plus} />
      Create a heartbeat
    </button>
  ) : null;
  return (
    <section class="stack" aria-label="Heartbeats">
      <LoadState loaded={loaded} />
      {found === undefined ? null : found.length === 0 ? (
        <EmptyState icon={HeartPulse} title="No heartbeats">
          <p>
            A backup or another job pings its heartbeat when it is done. If a ping is late, an alert opens.
          </p>
          {create}
        </EmptyState>
      ) : (
        <>
          <div class="bar">{create}</div>
          <ul class="heartbeats">
            {found.map((heartbeat) => (
              <li key={heartbeat.heartbeat_id} class="card">
                <HeartbeatCard heartbeat={heartbeat} url={webhook_url} />
                {canChange && heartbeat.name !== OF_DELIVERIES ? (
                  <RecordButtons
                    name={heartbeat.name}
                    onEdit={() => setEdited(heartbeat)}
                    onDelete={() => setDeleted(heartbeat)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited === undefined ? null : (
        <HeartbeatForm
          webhookId={webhook_id}
          heartbeat={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={loaded.reload}
        />
      )}
      {deleted === undefined ? null : (
        <ConfirmDelete
          what="heartbeat"
          name={deleted.name}
          onClose={() => setDeleted(undefined)}
          onDelete={async () => {
            await client.call('deleteHeartbeat', { path: { webhook_id, name: deleted.name } });
            setDeleted(undefined);
            showDone(`The heartbeat ${deleted.name} is deleted.`);
            loaded.reload();
          }}
        >
          Its pings are rejected from then on. An alert that is open because it is missing is resolved.
        </ConfirmDelete>
      )}
    </section>
  );
}

interface CardProperties {
  readonly heartbeat: Heartbeat;
  readonly url: string;
}

function HeartbeatCard({ heartbeat, url }: CardProperties) {
  const { name, state, severity, last_ping_at, alert_id, managed_by } = heartbeat;
  const isOfDeliveries = name === OF_DELIVERIES;
  return (
    <>
      <div class="card-head">
        <h2 dir="auto">{isOfDeliveries ? 'Every delivery' : name}</h2>
        {state === 'MISSING' ? (
          <Badge tone="bad">missing</Badge>
        ) : state === 'ALIVE' ? (
          <Badge tone="good">alive</Badge>
        ) : (
          <Badge>waits for its first ping</Badge>
        )}
      </div>
      <p>
        {describeTerms(heartbeat)}, or an alert opens: <SeverityMark severity={severity} />
      </p>
      {last_ping_at === null ? null : <Elapsed heartbeat={heartbeat} at={last_ping_at} />}
      {alert_id === null ? null : <a href={linkTo('alert', alert_id)}>Show its open alert</a>}
      {isOfDeliveries ? (
        <p class="help">It is changed in the settings of the source.</p>
      ) : (
        <CopyField name={`address of ${name}`} text={`${url}/heartbeat/${encodeURIComponent(name)}`} />
      )}
      <ManagedBy name={managed_by} />
    </>
  );
}

function describeTerms({ expect_every, schedule, timezone, grace }: Heartbeat): string {
  const when =
    schedule === null
      ? `A ping every ${formatDuration(parseDuration(expect_every ?? ''))}`
      : `A ping after each time of ${schedule} (${timezone ?? 'UTC'})`;
  return parseDuration(grace) === 0 ? when : `${when}, at most ${formatDuration(parseDuration(grace))} late`;
}

/** How much of the time until the next ping has passed. A schedule has no such time, so there is only the age. */
function Elapsed({
  heartbeat: { expect_every, grace, state },
  at,
}: {
  readonly heartbeat: Heartbeat;
  readonly at: string;
}) {
  const limit = parseDuration(expect_every ?? '') + parseDuration(grace);
  const age = now.value - Date.parse(at);
  return (
    <div class="elapsed">
      {expect_every === null ? null : (
        <meter
          class={state === 'MISSING' ? 'bad' : undefined}
          min={0}
          max={limit}
          value={Math.min(limit, Math.max(0, age))}
          aria-label={`${formatDuration(age)} of ${formatDuration(limit)} since the last ping`}
        />
      )}
      <small>
        Last ping <Age at={at} suffix=" ago" />
      </small>
    </div>
  );
}
