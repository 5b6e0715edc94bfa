import { useEffect } from 'preact/hooks';
import { guardAddress } from '../address.js';

interface Properties {
  readonly text: string;
  readonly onDone: () => void;
}

/** A secret that is shown once, and so until the user says that it is kept. */
export function Secret({ text, onDone }: Properties) {
  useEffect(() => guardAddress(() => false), []);
  return (
    <>
      <p>The signing secret. It is shown only now:</p>
      <pre tabIndex={0} role="region" aria-label="Signing secret">
        {text}
      </pre>
      <button type="button" class="primary" onClick={onDone}>
        Done
      </button>
    </>
  );
}
