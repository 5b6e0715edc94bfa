import { useRef, useState } from 'preact/hooks';
import { explainError } from '../connection.js';

/** Runs the action of a form. A second submit meanwhile, such as a double click, is ignored. @param action `text` reads a field */
export function useSubmit(action: (text: (name: string) => string, event: SubmitEvent) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setBusy((busy.current = true));
    setRefusal(undefined);
    try {
      await action((name) => String(data.get(name) ?? '').trim(), event);
    } catch (error) {
      setRefusal(explainError(error));
    }
    setBusy((busy.current = false));
  };
  return { onSubmit, isBusy, refusal };
}
