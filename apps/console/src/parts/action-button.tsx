import { useState } from 'preact/hooks';
import { explainError } from '../connection.js';
import { session } from '../session.js';

interface Properties {
  readonly label: string;
  /** The name of the record that the button acts on, for screen readers. */
  readonly name: string;
  /** @returns the result, as text for the user */
  readonly act: () => Promise<string | void>;
}

/** A button that runs an action and shows its result. A VIEWER does not see it. */
export function ActionButton({ label, name, act }: Properties) {
  const [message, setMessage] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  if (session.value?.role === 'VIEWER') return null;
  const run = async () => {
    setBusy(true);
    try {
      setMessage((await act()) ?? undefined);
    } catch (error) {
      setMessage(explainError(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" disabled={busy} aria-label={`${label} ${name}`} onClick={() => void run()}>
        {label}
      </button>
      {message === undefined ? null : <span role="status"> {message} </span>}
    </>
  );
}
