import { client } from '../client.js';
import { formatCount } from '../format.js';
import { BackgroundJob } from '../parts/background-job.tsx';

interface Properties {
  readonly webhookId: string;
  /** Deliveries are replayed that arrived from this instant until before `to`. */
  readonly from: Date;
  readonly to: Date;
  readonly label: string;
  readonly storageKey: string;
  readonly onDone: () => void;
}

/** A button that replays the deliveries of a time span. */
export function ReplayButton({ webhookId, from, to, ...rest }: Properties) {
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
