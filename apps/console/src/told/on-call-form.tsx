import { Plus, X } from 'lucide';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { Icon } from '../design/icon.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { finish, FormDrawer, type OpenForm } from './form-drawer.tsx';
import type { Receivers } from './receivers.js';
import { firstRefusal, refusalsBelow, useForm } from './use-form.js';
import { useRecord } from './use-record.js';

export type OnCall = Required<Schemas['OnCallInfo']>;

const ROTATION: Schema = {
  required: ['shift', 'handoff'],
  properties: {
    shift: { title: 'Length of a shift', type: 'string', description: 'Hours, days or weeks: 12h, 1d, 1w.' },
    handoff: {
      title: 'The next one takes over',
      required: ['time'],
      properties: {
        time: { title: 'At', type: 'string', description: 'Local time, such as 09:00.' },
        day: {
          title: 'On',
          enum: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
          description: 'For shifts of weeks.',
        },
      },
    },
    members: {
      title: 'In this order',
      type: 'array',
      items: { type: 'string' },
      description: 'Names of people. Empty: all, as they are listed.',
    },
    starts_on: {
      title: 'Date of the first shift',
      type: 'string',
      description: 'Such as 2026-11-23. Empty: that of the last hand-off.',
    },
  },
};

interface Member {
  readonly name: string;
  readonly email: string;
  readonly subscription_id: string;
}

interface Draft {
  readonly name: string;
  readonly timezone: string;
  readonly members: readonly Member[];
  readonly isCalendar: boolean;
  readonly rotation: Readonly<Record<string, unknown>>;
  readonly ical_url: string;
}

interface Properties {
  readonly open: OpenForm;
  readonly receivers: Receivers;
  readonly onDone: () => void;
}

/** A new schedule, or the change of one. */
export function OnCallForm({ open, receivers, onDone }: Properties) {
  const record = useRecord<OnCall>(open, (on_call_id, signal) =>
    client.call('getOnCall', { path: { on_call_id } }, { signal }),
  );
  if (record === undefined) return null;
  return <Loaded record={record} receivers={receivers} onDone={onDone} />;
}

function Loaded({
  record,
  receivers,
  onDone,
}: Omit<Properties, 'open'> & { readonly record: OnCall | null }) {
  const form = useForm<Draft>(() => createDraft(record));
  const { draft, set, refusals } = form;
  const save = async () => {
    const body = {
      name: draft.name.trim(),
      timezone: draft.timezone.trim(),
      members: draft.members
        .filter(({ name }) => name.trim() !== '')
        .map(({ name, email, subscription_id }) => ({
          ...{ name: name.trim(), subscription_id },
          ...(email.trim() === '' ? {} : { email: email.trim() }),
        })),
      ...(draft.isCalendar
        ? { ical_url: draft.ical_url.trim() }
        : { rotation: dropEmpty(draft.rotation) as never }),
    };
    if (record === null) await client.call('createOnCall', { body });
    else {
      const { on_call_id, ical_url } = record;
      // The path of the calendar is a secret: what is shown of it does not replace it.
      const { ical_url: given, ...others } = body as typeof body & { readonly ical_url?: string };
      const change = given === undefined || given === ical_url ? others : body;
      await client.call('updateOnCall', { path: { on_call_id }, body: change });
    }
    finish(form, 'schedule', record !== null, onDone);
  };
  return (
    <FormDrawer
      title={record === null ? 'New schedule' : `Schedule ${record.name}`}
      form={form}
      submit={record === null ? 'Create' : 'Save'}
      onSubmit={save}
    >
      <div class="form-row">
        <FormField label="Name" isRequired refusal={refusals.get('name')}>
          <input value={draft.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
        </FormField>
        <FormField label="Time zone" isRequired refusal={refusals.get('timezone')}>
          <input
            value={draft.timezone}
            onInput={({ currentTarget }) => set({ timezone: currentTarget.value })}
          />
        </FormField>
      </div>
      <Members
        members={draft.members}
        receivers={receivers}
        onChange={(members) => set({ members })}
        refusal={firstRefusal(refusals, 'members')}
      />
      <div class="bar" role="group" aria-label="What says who is on call">
        <button
          type="button"
          class="small"
          aria-pressed={!draft.isCalendar}
          onClick={() => set({ isCalendar: false })}
        >
          They take turns
        </button>
        <button
          type="button"
          class="small"
          aria-pressed={draft.isCalendar}
          onClick={() => set({ isCalendar: true })}
        >
          A calendar says
        </button>
      </div>
      {draft.isCalendar ? (
        <FormField
          label="Address of the calendar (iCalendar)"
          isRequired
          refusal={refusals.get('ical_url')}
          help="Its events name people by their e-mail address, or by their name as the title. It is read every five minutes."
        >
          <input
            value={draft.ical_url}
            onInput={({ currentTarget }) => set({ ical_url: currentTarget.value })}
          />
        </FormField>
      ) : (
        <SchemaForm
          schema={ROTATION}
          value={draft.rotation}
          onChange={(rotation) => set({ rotation })}
          refusals={refusalsBelow(refusals, 'rotation.')}
        />
      )}
    </FormDrawer>
  );
}

interface MembersProperties {
  readonly members: readonly Member[];
  readonly receivers: Receivers;
  readonly onChange: (members: readonly Member[]) => void;
  readonly refusal: string | undefined;
}

const NOBODY: Member = { name: '', email: '', subscription_id: '' };

function Members({ members, receivers, onChange, refusal }: MembersProperties) {
  const replace = (at: number, part: Partial<Member>) =>
    onChange(members.map((member, index) => (index === at ? { ...member, ...part } : member)));
  return (
    <fieldset class="group">
      <legend>People</legend>
      {refusal === undefined ? null : <p class="refusal">{refusal}</p>}
      {members.map(({ name, email, subscription_id }, at) => (
        <div key={at} class="person">
          <input
            aria-label={`Name of person ${at + 1}`}
            placeholder="Name"
            value={name}
            onInput={({ currentTarget }) => replace(at, { name: currentTarget.value })}
          />
          <input
            aria-label={`E-mail of person ${at + 1}`}
            placeholder="E-mail (optional)"
            value={email}
            onInput={({ currentTarget }) => replace(at, { email: currentTarget.value })}
          />
          <select
            aria-label={`How person ${at + 1} is told`}
            value={subscription_id}
            onChange={({ currentTarget }) => replace(at, { subscription_id: currentTarget.value })}
          >
            <option value="">Told by …</option>
            {receivers.subscriptions.map((each) => (
              <option key={each.subscription_id} value={each.subscription_id}>
                {each.name}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove person ${at + 1}`}
            onClick={() => onChange(members.filter((_, index) => index !== at))}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => onChange([...members, NOBODY])}>
        <Icon of={Plus} />
        Add a person
      </button>
    </fieldset>
  );
}

function createDraft(record: OnCall | null): Draft {
  if (record === null)
    return {
      ...{ name: '', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, members: [NOBODY] },
      ...{
        isCalendar: false,
        ical_url: '',
        rotation: { shift: '1w', handoff: { time: '09:00', day: 'MON' } },
      },
    };
  const { name, timezone, members, rotation, ical_url } = record;
  return {
    ...{ name, timezone, isCalendar: rotation === null, ical_url: ical_url ?? '' },
    members: members.map(({ name: each, email, subscription_id }) => ({
      ...{ name: each, email: email ?? '', subscription_id },
    })),
    rotation: (rotation ?? { shift: '1w', handoff: { time: '09:00' } }) as unknown as Draft['rotation'],
  };
}
