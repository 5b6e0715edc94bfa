import { useState } from 'preact/hooks';
import { explain } from '../connection.js';
import { session } from '../session.js';

interface Properties {
  readonly label: string;
  /** The name of the record that the button acts on, for screen readers. */
  readonly name: string;
  /** @returns the result, as text for the user */
  readonly act: () => Promise<string | void>;
}

/** A button that runs an action and shows its result. A VIEWER does not see it. */
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
