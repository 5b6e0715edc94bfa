import { useEffect } from 'preact/hooks';
import { showFailure } from '../design/toast.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { closeForm, type OpenForm } from './form-drawer.tsx';

/**
 * Returns the record that a form edits or copies, once it is read; `null` for a new one. If there is no such record, the form closes
 * with the reason.
 */
export function useRecord<Of>(
  { kind, id }: OpenForm,
  read: (id: string, signal: AbortSignal) => Promise<unknown>,
): Of | null | undefined {
  const { value, failure } = useLoaded<unknown>(`record ${id}`, async (signal) =>
    kind === 'new' ? null : read(id, signal),
  );
  const problem = failure.value;
  useEffect(() => {
    if (problem === undefined) return;
    showFailure(new Error(problem));
    closeForm();
  }, [problem]);
  return value.value as Of | null | undefined;
}
