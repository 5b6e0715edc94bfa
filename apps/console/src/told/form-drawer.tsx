import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { address, guardAddress, linkTo, navigate } from '../address.js';
import { Drawer } from '../design/dialog.tsx';
import { showDone } from '../design/toast.tsx';
import { DiscardDialog } from '../parts/discard-dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { mayWrite } from './record-list.tsx';
import type { Form } from './use-form.js';

/** The parameters of the address that open a form: for a new record, for a stored one, for a copy of one. */
const FORMS = ['new', 'id', 'copy', 'silence'] as const;

export interface OpenForm {
  readonly kind: 'new' | 'edit' | 'copy';
  /** The id of the record that is edited or copied. */
  readonly id: string;
}

/** Returns the form that the address asks for. */
export function readForm(): OpenForm | undefined {
  const { parameters } = address.value;
  for (const name of ['id', 'copy'] as const) {
    const id = parameters.get(name);
    if (id !== null) return { kind: name === 'copy' ? 'copy' : 'edit', id };
  }
  return parameters.has('new') || parameters.has('silence') ? { kind: 'new', id: '' } : undefined;
}

/** Closes the form: the address shows the list again, as it was. */
export function closeForm(): void {
  const { screen, id, parameters } = address.peek();
  const rest = [...parameters].filter(([name]) => !(FORMS as readonly string[]).includes(name));
  // The form may close because the user has gone elsewhere.
  if (rest.length !== [...parameters].length) navigate(linkTo(screen, id, Object.fromEntries(rest)));
}

/** Says what was saved, and closes the form, unless the user has gone elsewhere meanwhile. */
export function finish<Draft>(form: Form<Draft>, noun: string, isEdit: boolean, onDone: () => void): void {
  showDone(`The ${noun} was ${isEdit ? 'changed' : 'created'}.`);
  onDone();
  if (form.isShown.current) closeForm();
}

/**
 * Asks before what was entered is discarded, also when the user goes elsewhere. Returns whether the form may close without that,
 * and the question.
 */
export function useDiscard(isDirty: boolean, isSaving: boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  const mayClose = () => {
    // While the service answers, the form waits for it: the answer may be a secret that is shown once.
    if (isDirty && !isSaving) setAsking(true);
    return !isDirty && !isSaving;
  };
  useEffect(() => guardAddress(mayClose), [isSaving, isDirty]);
  const question = isAsking ? <DiscardDialog onDiscard={close} onKeep={() => setAsking(false)} /> : null;
  return { mayClose, question };
}

interface Properties<Draft> {
  readonly title: string;
  readonly form: Form<Draft>;
  /** What the primary button says, and does. */
  readonly submit: string;
  readonly onSubmit: () => Promise<unknown>;
  /** More buttons beside it. */
  readonly acts?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form at the side of the page. Its buttons stay in sight. A VIEWER can only read it. */
export function FormDrawer<Draft>({ title, form, submit, onSubmit, acts, children }: Properties<Draft>) {
  const [isSaving, setSaving] = useState(false);
  const { mayClose, question } = useDiscard(form.isDirty, isSaving, closeForm);
  const save = async () => {
    setSaving(true);
    await onSubmit().finally(() => setSaving(false));
  };
  return (
    <Drawer title={title} onClose={closeForm} mayClose={mayClose}>
      <form
        class="form"
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The service says what is missing or wrong, unless a control refuses to be sent.
          const refusing = [...event.currentTarget.querySelectorAll('input')].find(
            ({ validity }) => validity.customError,
          );
          if (refusing === undefined) void form.run(save);
          else refusing.reportValidity();
        }}
      >
        <fieldset class="fields" disabled={!mayWrite()}>
          {children}
        </fieldset>
        {form.failure === undefined ? null : <Notice kind="bad">{form.failure}</Notice>}
        <div class="form-foot bar">
          {mayWrite() ? (
            <>
              <button type="submit" class="primary" disabled={form.isBusy}>
                {submit}
              </button>
              {acts}
            </>
          ) : null}
          <button type="button" class="quiet" disabled={isSaving} onClick={() => mayClose() && closeForm()}>
            {mayWrite() ? 'Cancel' : 'Close'}
          </button>
        </div>
      </form>
      {question}
    </Drawer>
  );
}
