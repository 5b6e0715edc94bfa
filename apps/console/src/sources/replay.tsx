import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { countOf } from '../format.js';
import { Notice } from '../parts/notice.tsx';

type Replay = Schemas['ReplayInfo'];

/** Milliseconds. */
const LOOK_EVERY = 500;

interface Properties {
  readonly webhookId: string;
  /** What arrived from here on, before the end. */
  readonly from: Date;
  readonly to: Date;
  readonly label: string;
  readonly onDone: () => void;
}

/** Lets the plugin parse what is in quarantine once more, with a bar of how far it is. */
export function ReplayButton({ webhookId, from, to, label, onDone }: Properties) {
  const [replay, setReplay] = useState<Replay | undefined>(undefined);
  const [failure, fail] = useState<string | undefined>(undefined);
  const run = async () => {
    fail(undefined);
    try {
      const body = { from: from.toISOString(), to: to.toISOString() };
      let current: Replay = await client.call('replayWebhook', { path: { webhook_id: webhookId }, body });
      while (current.state === 'PENDING' || current.state === 'RUNNING') {
        setReplay(current);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        current = await client.call('getReplay', { path: { replay_id: current.replay_id } });
      }
      setReplay(current);
      onDone();
    } catch (error) {
      fail(explain(error));
    }
  };
  const isRunning = replay?.state === 'PENDING' || replay?.state === 'RUNNING';
  return (
    <>
      <button type="button" disabled={isRunning} onClick={() => void run()}>
        {label}
      </button>
      {replay === undefined ? null : isRunning ? (
        <progress
          aria-label="Replay"
          max={replay.total_count ?? undefined}
          value={replay.total_count === null ? undefined : replay.done_count}
        />
      ) : (
        <span role="status">
          {replay.state === 'FAILED'
            ? `It failed: ${replay.reason ?? 'for no known reason'}`
            : `${countOf(replay.done_count)} replayed, ${countOf(replay.event_count)} events made`}
        </span>
      )}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </>
  );
}
