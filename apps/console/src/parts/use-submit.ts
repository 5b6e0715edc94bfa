import { useRef, useState } from 'preact/hooks';
import { explain } from '../connection.js';

/** Runs the action of a form. A second submit meanwhile, such as a double click, is ignored. @param act `text` reads a field */
export function useSubmit(act: (text: (name: string) => string, event: SubmitEvent) => Promise<unknown>) {
  const [refusal, refuse] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy.current) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setBusy((busy.current = true));
    refuse(undefined);
    try {
      await act((name) => String(data.get(name) ?? '').trim(), event);
    } catch (error) {
      refuse(explain(error));
    }
    setBusy((busy.current = false));
  };
  return { onSubmit, isBusy, refusal };
}
