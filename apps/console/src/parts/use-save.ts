import { useRef, useState } from 'preact/hooks';
import { explainError } from '../connection.js';
import { readRefusals } from '../design/refusals.js';

/**
 * Runs what a form does, and keeps why it failed. A second submit meanwhile, such as a double click, is ignored.
 * @param action what a submit does, unless `save` is given another one
 */
export function useSave(action: () => Promise<unknown> = () => Promise.resolve()) {
  const [error, setError] = useState<unknown>(undefined);
  const [message, setMessage] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const save = async (act = action) => {
    if (busy.current) return;
    setBusy((busy.current = true));
    setError(undefined);
    setMessage(undefined);
    try {
      await act();
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
