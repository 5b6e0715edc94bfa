import { useState } from 'preact/hooks';
import { explain } from '../connection.js';
import { session } from '../session.js';

interface Properties {
  readonly label: string;
  /** What it is done to, for who cannot see the row. */
  readonly name: string;
  /** @returns what came of it, in words */
  readonly act: () => Promise<string | void>;
}

/** A button of who may change something, and what came of it. */
export function Act({ label, name, act }: Properties) {
  const [said, say] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (session.value?.role === 'VIEWER') return null;
  const run = async () => {
    setBusy(true);
    try {
      say((await act()) ?? undefined);
    } catch (error) {
      say(explain(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" disabled={busy} aria-label={`${label} ${name}`} onClick={() => void run()}>
        {label}
      </button>
      {said === undefined ? null : <span role="status"> {said} </span>}
    </>
  );
}
