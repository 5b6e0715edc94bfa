import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { formatCount } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';
import { Json, ScrollableText } from '../parts/json.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';

type QuarantineRecord = Required<Schemas['QuarantineInfo']>;
type Delivery = Required<Schemas['QuarantinedDeliveryInfo']>;

const PAGE_SIZE = 100;

interface Properties {
  readonly webhookId: string;
  readonly versions: readonly string[];
  /** The number of deliveries that could not be parsed. If it changes, the list is loaded again. */
  readonly failedCount: number;
}

/** The deliveries of a webhook in quarantine, newest first. */
export function Quarantine({ webhookId, versions, failedCount }: Properties) {
  const loaded = useLoaded(`${webhookId} ${failedCount}`, async (signal) => {
    const query = {
      filter: [{ k: 'webhook_id', v: webhookId, o: 'eq' as const }],
      page: { start: 1, limit: PAGE_SIZE },
    };
    const found = await client.call('searchQuarantinedDeliveries', { body: { query } }, { signal });
    return { listed: found.results as readonly QuarantineRecord[], total: found.total_count ?? 0 };
  });
  const found = loaded.value.value;
  const [newest, oldest] = [found?.listed[0], found?.listed.at(-1)];
  return (
    <section>
      <h2>Quarantine</h2>
      <LoadState loaded={loaded} />
      {found?.listed.length === 0 ? <Notice>No deliveries are in quarantine.</Notice> : null}
      {found === undefined || newest === undefined || oldest === undefined ? null : (
        <>
          <p class="bar">
            <span>
              {formatCount(found.total)} deliveries could not be parsed
              {found.total > found.listed.length
                ? `; the newest ${formatCount(found.listed.length)} are shown`
                : ''}
              .
            </span>
            {session.value?.role === 'VIEWER' ? null : (
              <ReplayButton
                webhookId={webhookId}
                from={new Date(oldest.received_at)}
                to={justAfter(newest)}
                label="Replay these"
                storageKey={webhookId}
                onDone={loaded.reload}
              />
            )}
          </p>
          <ul class="timeline">
            {found.listed.map((delivery) => (
              <li key={delivery.delivery_id}>
                <QuarantinedDelivery listed={delivery} versions={versions} onReplayed={loaded.reload} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const justAfter = ({ received_at }: Pick<QuarantineRecord, 'received_at'>) =>
  new Date(Date.parse(received_at) + 1);

interface DeliveryProperties {
  readonly listed: QuarantineRecord;
  readonly versions: readonly string[];
  readonly onReplayed: () => void;
}

function QuarantinedDelivery({ listed, versions, onReplayed }: DeliveryProperties) {
  const [delivery, setDelivery] = useState<Delivery | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const load = async () => {
    try {
      const path = { delivery_id: listed.delivery_id };
      setDelivery((await client.call('getQuarantinedDelivery', { path })) as Delivery);
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  return (
    <details
      onToggle={({ currentTarget }) => {
        if ((currentTarget as HTMLDetailsElement).open && delivery === undefined) void load();
      }}
    >
      <summary>
        <Time at={listed.received_at} /> <bdi>{listed.reason}</bdi>
      </summary>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {delivery === undefined ? null : (
        <>
          {session.value?.role === 'VIEWER' ? null : (
            <p class="bar">
              <ReplayButton
                webhookId={listed.webhook_id}
                from={new Date(listed.received_at)}
                to={justAfter(listed)}
                label="Replay"
                storageKey={listed.delivery_id}
                onDone={onReplayed}
              />
            </p>
          )}
          <div class="beside">
            <section aria-label="Posted by the sender">
              <h3>Payload</h3>
              <ScrollableText text={delivery.body} label="Payload" />
            </section>
            <TryVersion delivery={delivery} versions={versions} />
          </div>
        </>
      )}
    </details>
  );
}

/** Previews how a version of the plugin parses a delivery. Nothing is stored. */
function TryVersion({
  delivery,
  versions,
}: {
  readonly delivery: Delivery;
  readonly versions: readonly string[];
}) {
  const [result, setResult] = useState<unknown>(undefined);
  const [version, setVersion] = useState(versions[0] ?? '');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const preview = async () => {
    try {
      setResult(
        await client.call(
          'previewWebhookPlugin',
          { path: { webhook_id: delivery.webhook_id }, query: { version }, body: delivery.body },
          { contentType: delivery.content_type },
        ),
      );
      setFailure(undefined);
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  return (
    <section aria-label="Try a plugin version">
      <h3>Try a version</h3>
      <p class="search">
        <label>
          Version
          <select value={version} onChange={({ currentTarget }) => setVersion(currentTarget.value)}>
            {versions.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void preview()}>
          Try
        </button>
      </p>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {result === undefined ? null : <Json value={result} label="Result of the version" />}
    </section>
  );
}

interface ReplayProperties {
  readonly webhookId: string;
  /** Deliveries are replayed that arrived from this instant until before `to`. */
  readonly from: Date;
  readonly to: Date;
  readonly label: string;
  readonly storageKey: string;
  readonly onDone: () => void;
}

/** A button that replays the deliveries of a time span. */
function ReplayButton({ webhookId, from, to, ...rest }: ReplayProperties) {
  const body = { from: from.toISOString(), to: to.toISOString() };
  return (
    <BackgroundJob
      {...rest}
      name="Replay"
      idOf={({ replay_id }) => replay_id}
      start={() => client.call('replayWebhook', { path: { webhook_id: webhookId }, body })}
      read={(replay_id) => client.call('getReplay', { path: { replay_id } })}
      cancel={(replay_id) => client.call('cancelReplay', { path: { replay_id } })}
      outcomeOf={({ done_count, event_count }) =>
        `${formatCount(done_count)} replayed, ${formatCount(event_count)} events created`
      }
    />
  );
}
