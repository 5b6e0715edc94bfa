import { useRef, useState } from 'preact/hooks';
import { explain } from '../connection.js';

/** What a form does, once at a time: who clicks twice wants it once. @param act `text` is what stands in a field */
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
