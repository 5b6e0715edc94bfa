import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TocsinError } from '../../../../clients/typescript/src/tocsin.js';
import { explainError, isTemporary } from '../connection.js';
import { Dialog } from '../design/dialog.tsx';
import { Notice } from './notice.tsx';

/** Milliseconds. */
const POLL_MS = 500;

/** The progress of a background job of the service. */
export interface Job {
  readonly state: string;
  readonly reason: string | null;
  /** `null` until it is known. */
  readonly total_count: number | null;
  readonly done_count: number;
}

interface Properties<Of extends Job> {
  readonly label: string;
  /** The label of the progress bar. */
  readonly name: string;
  /** Identifies the button, so that its running job is found again after the user has left the page. */
  readonly storageKey: string;
  readonly idOf: (work: Of) => string;
  readonly start: () => Promise<Of>;
  readonly read: (id: string) => Promise<Of>;
  readonly cancel: (id: string) => Promise<unknown>;
  /** Describes the result of a job that has ended. */
  readonly outcomeOf: (work: Of) => string;
  readonly onDone: () => void;
  /** What is asked before the job starts. */
  readonly question?: ComponentChildren;
}

/** A button that starts a background job, its progress bar, and a button to cancel it. */
export function BackgroundJob<Of extends Job>(properties: Properties<Of>) {
  const { label, name, storageKey, idOf, start, read, cancel, outcomeOf, onDone, question } = properties;
  const [isAsking, setAsking] = useState(false);
  const [job, setJob] = useState<Of | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const isUnmounted = useRef(false);
  const attempt = async (act: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(explainError(error));
    }
  };
  const pollJob = async (id: string, started?: Of) => {
    let current = started;
    let isDisconnected = false;
    while (current === undefined || isRunning(current)) {
      setJob(current);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (isUnmounted.current) return;
      try {
        current = await read(id);
        if (isDisconnected) setFailure(undefined);
        isDisconnected = false;
      } catch (error) {
        // The job continues on the service, so a temporary error only delays the next look.
        isDisconnected = isTemporary(error);
        if (!isDisconnected) throw error;
        setFailure(explainError(error));
      }
    }
    if (isUnmounted.current) return;
    setJob(current);
    removeJobId(storageKey);
    onDone();
  };
  const startJob = () =>
    attempt(async () => {
      const started = await start();
      storeJobId(storageKey, idOf(started));
      await pollJob(idOf(started), started);
    });
  const resumeJob = async (id: string) => {
    try {
      await pollJob(id);
    } catch (error) {
      if (!(error instanceof TocsinError) || error.status !== 404) throw error;
      removeJobId(storageKey);
    }
  };
  useEffect(() => {
    const storedId = loadJobId(storageKey);
    if (storedId !== null) void attempt(() => resumeJob(storedId));
    return () => void (isUnmounted.current = true);
  }, []);
  return (
    <>
      <button
        type="button"
        disabled={job && isRunning(job)}
        onClick={() => (question === undefined ? void startJob() : setAsking(true))}
      >
        {label}
      </button>
      {isAsking ? (
        <Dialog title={label} onClose={() => setAsking(false)}>
          <p>{question}</p>
          <div class="bar">
            <button
              type="button"
              class="primary"
              onClick={() => {
                setAsking(false);
                void startJob();
              }}
            >
              {name}
            </button>
            <button type="button" class="quiet" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      ) : null}
      {job === undefined ? null : isRunning(job) ? (
        <>
          <progress
            aria-label={name}
            max={job.total_count ?? undefined}
            value={job.total_count === null ? undefined : job.done_count}
          />
          <button type="button" onClick={() => void attempt(() => cancel(idOf(job)))}>
            Stop
          </button>
        </>
      ) : (
        <span role="status">
          {job.state === 'FAILED'
            ? `Failed: ${job.reason ?? 'unknown reason'}`
            : `${job.state === 'CANCELLED' ? 'Stopped: ' : ''}${outcomeOf(job)}`}
        </span>
      )}
      {failure === undefined ? null : <Notice kind="bad">{failure}</Notice>}
    </>
  );
}

const isRunning = ({ state }: Job) => state === 'PENDING' || state === 'RUNNING';

/** Keeps the ids of running jobs by the button that started them, per tab, so that they survive a reload of the page. */
const prefixedKey = (place: string) => `work ${place}`;

const storeJobId = (place: string, id: string): void => sessionStorage.setItem(prefixedKey(place), id);

const loadJobId = (place: string): string | null => sessionStorage.getItem(prefixedKey(place));

const removeJobId = (place: string): void => sessionStorage.removeItem(prefixedKey(place));
