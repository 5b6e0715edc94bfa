import { useEffect, useRef, useState } from 'preact/hooks';
import { TocsinError } from '../../../../clients/typescript/src/tocsin.js';
import { explain, isPassing } from '../connection.js';
import { forgetWork, rememberWork, rememberedWork } from './remembered-work.js';
import { Notice } from './notice.tsx';

/** Milliseconds. */
const LOOK_EVERY = 500;

/** The progress of a background job of the service. */
export interface Work {
  readonly state: string;
  readonly reason: string | null;
  /** `null` until it is known. */
  readonly total_count: number | null;
  readonly done_count: number;
}

interface Properties<Of extends Work> {
  readonly label: string;
  /** The label of the progress bar. */
  readonly name: string;
  /** Identifies the button, so that its running job is found again after the user has left the page. */
  readonly place: string;
  readonly idOf: (work: Of) => string;
  readonly start: () => Promise<Of>;
  readonly read: (id: string) => Promise<Of>;
  readonly cancel: (id: string) => Promise<unknown>;
  /** Describes the result of a job that has ended. */
  readonly outcomeOf: (work: Of) => string;
  readonly onDone: () => void;
}

/** A button that starts a background job, its progress bar, and a button to cancel it. */
export function LongWork<Of extends Work>(properties: Properties<Of>) {
  const { label, name, place, idOf, start, read, cancel, outcomeOf, onDone } = properties;
  const [work, setWork] = useState<Of | undefined>(undefined);
  const [failure, fail] = useState<string | undefined>(undefined);
  const left = useRef(false);
  const attempt = async (act: () => Promise<unknown>) => {
    fail(undefined);
    try {
      await act();
    } catch (error) {
      fail(explain(error));
    }
  };
  const follow = async (id: string, started?: Of) => {
    let current = started;
    let isLost = false;
    while (current === undefined || isRunning(current)) {
      setWork(current);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      if (left.current) return;
      try {
        current = await read(id);
        if (isLost) fail(undefined);
        isLost = false;
      } catch (error) {
        // The job continues on the service, so a temporary error only delays the next look.
        isLost = isPassing(error);
        if (!isLost) throw error;
        fail(explain(error));
      }
    }
    if (left.current) return;
    setWork(current);
    forgetWork(place);
    onDone();
  };
  const run = () =>
    attempt(async () => {
      const started = await start();
      rememberWork(place, idOf(started));
      await follow(idOf(started), started);
    });
  const resume = async (id: string) => {
    try {
      await follow(id);
    } catch (error) {
      if (!(error instanceof TocsinError) || error.status !== 404) throw error;
      forgetWork(place);
    }
  };
  useEffect(() => {
    const remembered = rememberedWork(place);
    if (remembered !== null) void attempt(() => resume(remembered));
    return () => void (left.current = true);
  }, []);
  return (
    <>
      <button type="button" disabled={work && isRunning(work)} onClick={() => void run()}>
        {label}
      </button>
      {work === undefined ? null : isRunning(work) ? (
        <>
          <progress
            aria-label={name}
            max={work.total_count ?? undefined}
            value={work.total_count === null ? undefined : work.done_count}
          />
          <button type="button" onClick={() => void attempt(() => cancel(idOf(work)))}>
            Stop
          </button>
        </>
      ) : (
        <span role="status">
          {work.state === 'FAILED'
            ? `Failed: ${work.reason ?? 'unknown reason'}`
            : `${work.state === 'CANCELLED' ? 'Stopped: ' : ''}${outcomeOf(work)}`}
        </span>
      )}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </>
  );
}

const isRunning = ({ state }: Work) => state === 'PENDING' || state === 'RUNNING';
