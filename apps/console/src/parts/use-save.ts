import { useRef, useState } from 'preact/hooks';
import { explainError } from '../connection.js';
import { readRefusals } from '../design/refusals.js';

/** Runs the action of a form whose fields are kept in state. A second submit meanwhile, such as a double click, is ignored. */
export function useSave(action: () => Promise<unknown>) {
  const [error, setError] = useState<unknown>(undefined);
  const [message, setMessage] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const save = async () => {
    if (busy.current) return;
    setBusy((busy.current = true));
    setError(undefined);
    setMessage(undefined);
    try {
      await action();
    } catch (failure) {
      setError(failure);
      setMessage(explainError(failure));
    }
    setBusy((busy.current = false));
  };
  return {
    save,
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault();
      void save();
    },
    isBusy,
    message,
    /** The reasons for which the service refused single fields, by their paths below the prefix. */
    refusals: (prefix = '') => readRefusals(error, prefix),
  };
}
