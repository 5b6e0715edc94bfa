import { CircleCheck } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explainError } from '../connection.js';
import { Badge } from '../design/badge.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { formatCount } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';
import { ScrollableText } from '../parts/json.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { session } from '../session.js';
import { TryVersion } from './try-version.tsx';

type QuarantineRecord = Required<Schemas['QuarantineInfo']>;
type Delivery = Required<Schemas['QuarantinedDeliveryInfo']>;

const PAGE_SIZE = 100;

interface Properties {
  readonly webhookId: string;
  /** The present version of the plugin, and all that can be tried. */
  readonly version: string;
  readonly versions: readonly string[];
  /** The number of deliveries that could not be parsed. If it changes, the list is loaded again. */
  readonly failedCount: number;
  /** Called when deliveries may have left the quarantine. */
  readonly onReplayed: () => void;
}

/** The deliveries of a webhook that are in quarantine now, newest first. */
export function Quarantine({ webhookId, version, versions, failedCount, onReplayed }: Properties) {
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
  const reload = () => {
    loaded.reload();
    onReplayed();
  };
  if (found === undefined || loaded.failure.value !== undefined) return <LoadState loaded={loaded} />;
  const canReplay = session.value?.role !== 'VIEWER';
  return (
    <section class="stack" aria-label="Quarantine">
      {newest === undefined || oldest === undefined ? (
        <EmptyState icon={CircleCheck} title="Nothing is in quarantine">
          <p>Deliveries that the plugin cannot read are kept here, so that they can be replayed.</p>
        </EmptyState>
      ) : (
        <p>
          {found.total === 1 ? 'This delivery' : `These ${formatCount(found.total)} deliveries`} could not be
          read, so their alarms are missing. Find out which version reads them, then replay them.
          {found.total > found.listed.length
            ? ` The newest ${formatCount(found.listed.length)} are shown.`
            : ''}
        </p>
      )}
      {canReplay ? (
        // Also without deliveries, so that the outcome of the replay that has freed them stays.
        <div class="bar" hidden={newest === undefined}>
          <ReplayButton
            webhookId={webhookId}
            from={new Date(oldest?.received_at ?? 0)}
            to={new Date(newest === undefined ? 0 : justAfter(newest))}
            label="Replay these"
            storageKey={webhookId}
            onDone={reload}
          />
        </div>
      ) : null}
      <ul class="quarantine">
        {found.listed.map((delivery) => (
          <li key={delivery.delivery_id} class="card">
            <QuarantinedDelivery
              listed={delivery}
              version={version}
              versions={versions}
              onReplayed={reload}
              canReplay={canReplay}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const justAfter = ({ received_at }: Pick<QuarantineRecord, 'received_at'>) =>
  new Date(Date.parse(received_at) + 1);

interface DeliveryProperties extends Pick<Properties, 'version' | 'versions' | 'onReplayed'> {
  readonly listed: QuarantineRecord;
  readonly canReplay: boolean;
}

function QuarantinedDelivery({ listed, version, versions, onReplayed, canReplay }: DeliveryProperties) {
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
  const isUnreadable = listed.status === 'UNREADABLE';
  return (
    <details
      onToggle={({ currentTarget }) => {
        if ((currentTarget as HTMLDetailsElement).open && delivery === undefined) void load();
      }}
    >
      <summary>
        <Badge tone="error">{isUnreadable ? 'unreadable' : 'in quarantine'}</Badge>
        <bdi class="reason">{listed.reason.slice(0, 1_000)}</bdi>
        <small>
          <Age at={listed.received_at} suffix=" ago" />
        </small>
      </summary>
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
      {delivery === undefined ? null : (
        <div class="stack">
          <p class="help">
            Arrived <Time at={listed.received_at} /> as <bdi>{delivery.content_type}</bdi>
            {delivery.body_truncated ? '; only the beginning was kept' : ''}
          </p>
          {canReplay && !isUnreadable ? (
            <div class="bar">
              <ReplayButton
                webhookId={listed.webhook_id}
                from={new Date(listed.received_at)}
                to={justAfter(listed)}
                label="Replay"
                storageKey={listed.delivery_id}
                onDone={onReplayed}
              />
            </div>
          ) : null}
          <div class="side-by-side">
            <section class="stack" aria-label="Posted by the sender">
              <h2>Payload</h2>
              <ScrollableText text={delivery.body} label="Payload" />
            </section>
            <TryVersion delivery={delivery} version={version} versions={versions} />
          </div>
        </div>
      )}
    </details>
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
