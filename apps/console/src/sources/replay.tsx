import { useEffect, useRef, useState } from 'preact/hooks';
import { TocsinError, type Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { explain } from '../connection.js';
import { countOf } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { forgetReplay, rememberReplay, rememberedReplay } from './remembered-replays.js';

type Replay = Schemas['ReplayInfo'];

/** Milliseconds. */
const LOOK_EVERY = 500;

interface Properties {
  readonly webhookId: string;
  /** What arrived from here on, before the end. */
  readonly from: Date;
  readonly to: Date;
  readonly label: string;
  /** Names the button, so that a replay it started is found again by who left the page meanwhile. */
  readonly place: string;
  readonly onDone: () => void;
}

/** Lets the plugin parse what is in quarantine once more, with a bar of how far it is and a way to stop it. */
export function ReplayButton({ webhookId, from, to, label, place, onDone }: Properties) {
  const [replay, setReplay] = useState<Replay | undefined>(undefined);
  const [failure, fail] = useState<string | undefined>(undefined);
  const left = useRef(false);
  const attempt = async (act: () => Promise<void>) => {
    fail(undefined);
    try {
      await act();
    } catch (error) {
      fail(explain(error));
    }
  };
  const follow = async (started: Replay) => {
    let current = started;
    while (isRunning(current) && !left.current) {
      setReplay(current);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      current = await readReplay(current.replay_id);
    }
    if (left.current) return;
    setReplay(current);
    forgetReplay(place);
    onDone();
  };
  const run = () =>
    attempt(async () => {
      const body = { from: from.toISOString(), to: to.toISOString() };
      const started = await client.call('replayWebhook', { path: { webhook_id: webhookId }, body });
      rememberReplay(place, started.replay_id);
      await follow(started);
    });
  const resume = async (replay_id: string) => {
    try {
      await follow(await readReplay(replay_id));
    } catch (error) {
      if (!(error instanceof TocsinError) || error.status !== 404) throw error;
      forgetReplay(place);
    }
  };
  useEffect(() => {
    const remembered = rememberedReplay(place);
    if (remembered !== null) void attempt(() => resume(remembered));
    return () => void (left.current = true);
  }, []);
  const stop = ({ replay_id }: Replay) =>
    attempt(async () => void (await client.call('cancelReplay', { path: { replay_id } })));
  return (
    <>
      <button type="button" disabled={replay && isRunning(replay)} onClick={() => void run()}>
        {label}
      </button>
      {replay === undefined ? null : isRunning(replay) ? (
        <>
          <progress
            aria-label="Replay"
            max={replay.total_count ?? undefined}
            value={replay.total_count === null ? undefined : replay.done_count}
          />
          <button type="button" onClick={() => void stop(replay)}>
            Stop
          </button>
        </>
      ) : (
        <span role="status">{outcomeOf(replay)}</span>
      )}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </>
  );
}

const readReplay = (replay_id: string): Promise<Replay> => client.call('getReplay', { path: { replay_id } });

const isRunning = ({ state }: Replay) => state === 'PENDING' || state === 'RUNNING';

function outcomeOf({ state, reason, done_count, event_count }: Replay): string {
  if (state === 'FAILED') return `It failed: ${reason ?? 'for no known reason'}`;
  const made = `${countOf(done_count)} replayed, ${countOf(event_count)} events made`;
  return state === 'CANCELLED' ? `Stopped: ${made}` : made;
}
