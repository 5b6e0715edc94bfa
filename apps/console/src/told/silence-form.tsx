import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { address } from '../address.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { dropEmpty, fillDefaults, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import { addTimeZone, parseFilterLists } from '../screens/search-query.js';
import { ConditionEditor } from './condition-editor.tsx';
import { describeAlerts, type Conditions } from './describe-conditions.js';
import { finish, FormDrawer, type OpenForm } from './form-drawer.tsx';
import { PreviewChart, usePreview } from './preview.tsx';
import { firstRefusal, refusalsBelow, useForm } from './use-form.js';
import { useRecord } from './use-record.js';
import { nextMorning } from './words.js';

export type Silence = Required<Schemas['SilenceInfo']>;

/** Days that a preview covers. */
const PREVIEW_DAYS = 7;
const MAX_NAME = 255;

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** What few silences need. */
const MORE: Schema = {
  properties: {
    starts_at: {
      title: 'From',
      type: 'string',
      default: 'now',
      description: 'A time, or one like now + 1h.',
    },
    weekly: {
      title: 'Only in weekly windows',
      description: 'Leave empty to silence all the time.',
      properties: {
        days: { type: 'array', items: { type: 'string' }, description: `${DAYS.join(', ')}.` },
        from: { type: 'string', default: '22:00' },
        to: { type: 'string', default: '06:00' },
        timezone: { title: 'Time zone', type: 'string', default: HERE },
      },
    },
  },
};

interface Draft {
  readonly conditions: Conditions;
  readonly name: string;
  readonly ends_at: string;
  readonly reason: string;
  readonly more: Readonly<Record<string, unknown>>;
}

/** A new silence, also one that the address describes, or the change of one. */
export function SilenceForm({ open, onDone }: { readonly open: OpenForm; readonly onDone: () => void }) {
  const record = useRecord<Silence>(open, (silence_id, signal) =>
    client.call('getSilence', { path: { silence_id } }, { signal }),
  );
  if (record === undefined) return null;
  return <Loaded record={record} isEdit={open.kind === 'edit'} onDone={onDone} />;
}

interface Properties {
  readonly record: Silence | null;
  readonly isEdit: boolean;
  readonly onDone: () => void;
}

function Loaded({ record, isEdit, onDone }: Properties) {
  const form = useForm<Draft>(() => createDraft(record, isEdit));
  const { draft, first, set, refusals } = form;
  const preview = usePreview<Schemas['SilencePreview']>();
  const create = async () => {
    // Windows without days are refused: without windows, the silence would apply all the time.
    const { starts_at, weekly } = fillDefaults(MORE, draft.more);
    const body = {
      name: draft.name.trim() || describeAlerts(draft.conditions).slice(0, MAX_NAME),
      ...(draft.conditions as { filter: never[]; filter_or: never[] }),
      reason: draft.reason,
    };
    const from = { starts_at: addTimeZone(String(starts_at)) };
    const until = { ends_at: addTimeZone(draft.ends_at.trim()) };
    const windows = weekly as Schemas['SilenceWeekly'] | undefined;
    if (isEdit && record !== null) {
      const { silence_id } = record;
      await client.call('updateSilence', {
        path: { silence_id },
        body: {
          ...body,
          weekly: windows ?? null,
          // A time that was not changed stays as it is stored: what is shown of it may mean two times, when clocks are set back.
          ...(starts_at !== first.more['starts_at'] && from),
          ...(draft.ends_at !== first.ends_at && until),
        },
      });
    } else {
      await client.call('createSilence', {
        body: { ...body, ...from, ...until, ...(windows && { weekly: windows }) },
      });
    }
    finish(form, 'silence', isEdit, onDone);
  };
  const look = () =>
    form.run(() =>
      preview.run((signal) => {
        const body = { ...(draft.conditions as { filter: never[]; filter_or: never[] }), days: PREVIEW_DAYS };
        return client.call('previewSilence', { body }, { signal });
      }),
    );
  return (
    <FormDrawer
      title={isEdit ? `Silence ${record?.name ?? ''}` : 'New silence'}
      form={form}
      submit={isEdit ? 'Save' : 'Silence'}
      onSubmit={create}
      acts={
        <button type="button" disabled={form.isBusy} onClick={() => void look()}>
          Try on the last {PREVIEW_DAYS} days
        </button>
      }
    >
      <ConditionEditor
        label="Alerts to silence"
        value={draft.conditions}
        onChange={(conditions) => set({ conditions })}
        refusal={firstRefusal(refusals, 'filter') ?? firstRefusal(refusals, 'filter_or')}
      />
      {draft.conditions.filter.length + draft.conditions.filter_or.length === 0 ? (
        <Notice kind="bad">Without a condition, nobody is told of anything.</Notice>
      ) : null}
      <div>
        <FormField
          label="Until"
          isRequired
          refusal={refusals.get('ends_at')}
          help="A time here, or one like now + 2h."
        >
          <input
            value={draft.ends_at}
            spellcheck={false}
            onInput={({ currentTarget }) => set({ ends_at: currentTarget.value })}
          />
        </FormField>
        <div class="bar">
          {[1, 4, 24].map((hours) => (
            <button
              key={hours}
              type="button"
              class="small"
              onClick={() => set({ ends_at: `now + ${hours}h` })}
            >
              {hours} h
            </button>
          ))}
          <button
            type="button"
            class="small"
            onClick={() => set({ ends_at: printLocal(nextMorning(now.value)) })}
          >
            Until 8:00
          </button>
        </div>
      </div>
      <FormField
        label="Reason"
        isRequired
        refusal={refusals.get('reason')}
        help="Others see it beside what was held back."
      >
        <input
          value={draft.reason}
          placeholder="CHG-2081"
          onInput={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
      </FormField>
      <FormField
        label="Name"
        refusal={refusals.get('name')}
        help="How others find it. Without one, the conditions are its name."
      >
        <input value={draft.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
      </FormField>
      <details class="more" open={dropEmpty(draft.more)['weekly'] !== undefined}>
        <summary>More</summary>
        <SchemaForm
          schema={MORE}
          value={draft.more}
          onChange={(more) => set({ more })}
          refusals={refusalsBelow(refusals, '')}
        />
      </details>
      {preview.progress}
      {preview.result === undefined ? null : (
        <PreviewChart preview={preview.result} days={PREVIEW_DAYS}>
          It would have silenced {formatCount(preview.result.changes)} changes of alerts in {PREVIEW_DAYS}{' '}
          days.
        </PreviewChart>
      )}
    </FormDrawer>
  );
}

function createDraft(record: Silence | null, isEdit: boolean): Draft {
  if (record === null)
    return { conditions: readLinked(), name: '', ends_at: 'now + 2h', reason: '', more: {} };
  const { filter, filter_or, name, reason, weekly, ends_at, starts_at } = record;
  return {
    conditions: { filter, filter_or } as unknown as Conditions,
    name: isEdit ? name : '',
    ends_at: isEdit ? printLocal(new Date(ends_at)) : 'now + 2h',
    reason,
    more: { ...(isEdit ? { starts_at: printLocal(new Date(starts_at)) } : {}), ...(weekly && { weekly }) },
  };
}

/** Returns the conditions of the address, such as those that find one alert; a text that is none is left out. */
function readLinked(): Conditions {
  const text = address.peek().parameters.get('silence') ?? '';
  try {
    if (text !== '') return parseFilterLists(text) as unknown as Conditions;
  } catch {
    // Somebody has typed it. The form says the rest.
  }
  return { filter: [], filter_or: [] };
}

/** Returns a time as people type it here: `2026-11-30 08:00:00`. */
const printLocal = (at: Date): string => at.toLocaleString('sv-SE');
