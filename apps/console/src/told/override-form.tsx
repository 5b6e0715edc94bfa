import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { showDone } from '../design/toast.tsx';
import { Notice } from '../parts/notice.tsx';
import { addTimeZone } from '../screens/search-query.js';
import { session } from '../session.js';
import { useDiscard } from './form-drawer.tsx';
import type { OnCall } from './on-call-form.tsx';
import { setParameter } from './record-list.tsx';
import { useForm } from './use-form.js';

interface Properties {
  readonly schedule: OnCall;
  readonly onDone: () => void;
}

type Override = NonNullable<Schemas['UpdateOnCallRequest']['overrides']>[number];

/** Changes the overrides as they are stored now, not as they were when they were shown: colleagues change them too. */
export async function changeOverrides(
  on_call_id: string,
  change: (stored: readonly Override[]) => readonly Override[],
): Promise<void> {
  const path = { on_call_id };
  const { overrides } = (await client.call('getOnCall', { path })) as OnCall;
  const current = overrides.filter(({ ends_at }) => Date.parse(ends_at) > now.value);
  await client.call('updateOnCall', { path, body: { overrides: [...change(current)] } });
}

/** Puts somebody else on call for a time. */
export function OverrideForm({ schedule: { on_call_id, name, members }, onDone }: Properties) {
  const user = session.value?.user_id;
  const form = useForm(() => ({
    who: members.filter(({ email, name: each }) => email === user || each === user).map((each) => each.name),
    starts_at: 'now',
    ends_at: 'now + 8h',
    reason: '',
  }));
  const { draft, set, refusals } = form;
  const close = () => setParameter('override', '');
  const { mayClose, question } = useDiscard(form.isDirty, form.isBusy, close);
  const cancel = () => mayClose() && close();
  const save = async () => {
    const added = {
      members: draft.who,
      starts_at: addTimeZone(draft.starts_at.trim()),
      ends_at: addTimeZone(draft.ends_at.trim()),
      ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
    };
    await changeOverrides(on_call_id, (stored) => [...stored, added]);
    showDone(`${draft.who.join(', ')} will be on call.`);
    onDone();
    close();
  };
  const lastRefusal = (field: string) => [...refusals].find(([path]) => path.endsWith(`.${field}`))?.[1];
  return (
    <Dialog title={`Override ${name}`} onClose={cancel} mayClose={mayClose}>
      <form
        class="form"
        aria-label={`Override ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          void form.run(save);
        }}
      >
        <fieldset class="group">
          <legend>On call instead</legend>
          {members.map((each) => (
            <label key={each.name} class="check">
              <input
                type="checkbox"
                checked={draft.who.includes(each.name)}
                onChange={({ currentTarget }) =>
                  set({
                    who: currentTarget.checked
                      ? [...draft.who, each.name]
                      : draft.who.filter((name_) => name_ !== each.name),
                  })
                }
              />
              <bdi>{each.name}</bdi>
            </label>
          ))}
        </fieldset>
        <div class="form-row">
          <FormField label="From" isRequired refusal={lastRefusal('starts_at')}>
            <input
              value={draft.starts_at}
              onInput={({ currentTarget }) => set({ starts_at: currentTarget.value })}
            />
          </FormField>
          <FormField
            label="Until"
            isRequired
            refusal={lastRefusal('ends_at')}
            help="A time, or one like now + 8h."
          >
            <input
              value={draft.ends_at}
              onInput={({ currentTarget }) => set({ ends_at: currentTarget.value })}
            />
          </FormField>
        </div>
        <FormField label="Reason" refusal={lastRefusal('reason')}>
          <input value={draft.reason} onInput={({ currentTarget }) => set({ reason: currentTarget.value })} />
        </FormField>
        {form.failure === undefined ? null : <Notice kind="bad">{form.failure}</Notice>}
        <div class="bar">
          <button type="submit" class="primary" disabled={form.isBusy}>
            Override
          </button>
          <button type="button" class="quiet" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
