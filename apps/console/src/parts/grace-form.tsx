import { useState } from 'preact/hooks';
import { Flag } from '../design/schema-form.tsx';
import { FormField } from '../design/form-field.tsx';
import { Notice } from './notice.tsx';
import { useSave } from './use-save.js';

const GRACES = [
  [0, 'stops working at once'],
  [3_600, 'works for another hour'],
  [86_400, 'works for another day'],
  [604_800, 'works for another week'],
] as const;

interface Properties {
  /** What is replaced: "address", "key". */
  readonly what: string;
  /** Whether the one before the present one is still valid, so that its time must end first. */
  readonly isInGrace: boolean;
  readonly onSubmit: (body: { grace_seconds: number; end_grace?: boolean }) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Asks how long a secret that is replaced stays valid. */
export function GraceForm({ what, isInGrace, onSubmit, onCancel }: Properties) {
  const [seconds, setSeconds] = useState<number>(isInGrace ? 0 : 86_400);
  const [endsGrace, setEndsGrace] = useState(false);
  const form = useSave(() => onSubmit({ grace_seconds: seconds, ...(endsGrace ? { end_grace: true } : {}) }));
  return (
    <form class="form" onSubmit={form.onSubmit}>
      <FormField label={`The old ${what}`} refusal={form.refusals().get('grace_seconds')} isRequired>
        <select value={seconds} onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}>
          {GRACES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </FormField>
      {isInGrace ? (
        <Flag
          label={`End the time of the ${what} before it now`}
          help={`An earlier ${what} is still valid. Only two can be valid at a time.`}
          isSet={endsGrace}
          onChange={setEndsGrace}
        />
      ) : null}
      {form.message === undefined ? null : <Notice kind="bad">{form.message}</Notice>}
      <div class="bar">
        <button type="submit" class="primary" disabled={form.isBusy}>
          Replace the {what}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
