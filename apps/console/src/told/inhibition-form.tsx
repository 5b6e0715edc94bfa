import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { fillDefaults, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { formatCount } from '../format.js';
import { Notice } from '../parts/notice.tsx';
import type { Severity } from '../severity.js';
import { ConditionEditor } from './condition-editor.tsx';
import type { Conditions } from './describe-conditions.js';
import { describeInhibition } from './describe-records.js';
import { finish, FormDrawer, type OpenForm } from './form-drawer.tsx';
import { AlertLines, usePreview } from './preview.tsx';
import { firstRefusal, useForm } from './use-form.js';
import { useRecord } from './use-record.js';

export type Inhibition = Required<Schemas['InhibitionInfo']>;

/** Days that a preview covers. */
const PREVIEW_DAYS = 30;

const MORE: Schema = {
  properties: {
    wait: {
      title: 'How long a target waits for its source (seconds)',
      type: 'integer',
      minimum: 0,
      default: 30,
    },
    settle: {
      title: 'How long after the end of the source targets are told (seconds)',
      type: 'integer',
      minimum: 0,
      default: 300,
    },
    max: {
      title: 'How long a source counts without an event (seconds)',
      type: 'integer',
      minimum: 0,
      default: 86_400,
    },
    project_id: { title: 'Project', type: 'string', description: 'Only alerts of this project.' },
  },
};

interface Draft {
  readonly name: string;
  readonly source: Conditions;
  readonly target: Conditions;
  /** Fields, separated by commas. */
  readonly equal: string;
  readonly more: Readonly<Record<string, unknown>>;
}

/** A new inhibition, or the change of one. */
export function InhibitionForm({ open, onDone }: { readonly open: OpenForm; readonly onDone: () => void }) {
  const record = useRecord<Inhibition>(open, (inhibition_id, signal) =>
    client.call('getInhibition', { path: { inhibition_id } }, { signal }),
  );
  if (record === undefined) return null;
  return <Loaded record={record} isEdit={open.kind === 'edit'} onDone={onDone} />;
}

interface Properties {
  readonly record: Inhibition | null;
  readonly isEdit: boolean;
  readonly onDone: () => void;
}

function Loaded({ record, isEdit, onDone }: Properties) {
  const form = useForm<Draft>(() => createDraft(record, isEdit));
  const { draft, set, refusals } = form;
  const preview = usePreview<Schemas['InhibitionPreview']>();
  const save = async () => {
    const body = { name: draft.name.trim(), ...toRule(draft) } as never;
    if (isEdit && record !== null) {
      const { inhibition_id } = record;
      await client.call('updateInhibition', { path: { inhibition_id }, body });
    } else {
      await client.call('createInhibition', { body });
    }
    finish(form, 'inhibition', isEdit, onDone);
  };
  const look = () =>
    form.run(() =>
      preview.run((signal) => {
        const { settle: _, ...rule } = toRule(draft) as Record<string, unknown>;
        return client.call(
          'previewInhibition',
          { body: { ...rule, days: PREVIEW_DAYS } as never },
          { signal },
        );
      }),
    );
  const found = preview.result;
  return (
    <FormDrawer
      title={isEdit ? `Inhibition ${record?.name ?? ''}` : 'New inhibition'}
      form={form}
      submit={isEdit ? 'Save' : 'Create'}
      onSubmit={save}
      acts={
        <button type="button" disabled={form.isBusy} onClick={() => void look()}>
          Try on the last {PREVIEW_DAYS} days
        </button>
      }
    >
      <FormField label="Name" isRequired refusal={refusals.get('name')}>
        <input value={draft.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
      </FormField>
      <ConditionEditor
        label="While one of these is open"
        hasAny={false}
        value={draft.source}
        onChange={(source) => set({ source })}
        refusal={firstRefusal(refusals, 'source')}
      />
      <ConditionEditor
        label="These are held back"
        hasAny={false}
        value={draft.target}
        onChange={(target) => set({ target })}
        refusal={firstRefusal(refusals, 'target')}
      />
      <FormField
        label="If they have the same"
        refusal={firstRefusal(refusals, 'equal')}
        help="Fields that both must share, such as labels.site. Without one, every source holds every target back."
      >
        <input
          spellcheck={false}
          placeholder="labels.site, resource.name"
          value={draft.equal}
          onInput={({ currentTarget }) => set({ equal: currentTarget.value })}
        />
      </FormField>
      <p class="sentence" dir="auto">
        {describeInhibition({ ...(toRule(draft) as unknown as Inhibition), project_id: null })}
      </p>
      <details class="more">
        <summary>More: times, project</summary>
        <SchemaForm schema={MORE} value={draft.more} onChange={(more) => set({ more })} refusals={refusals} />
      </details>
      {preview.progress}
      {found === undefined ? null : <Result preview={found} />}
    </FormDrawer>
  );
}

function Result({
  preview: { held, targets, sources, first, untold_sources },
}: {
  readonly preview: Schemas['InhibitionPreview'];
}) {
  return (
    <section class="card" aria-label="Preview result">
      <p role="status">
        <strong>
          {formatCount(held)} of {formatCount(targets)} targets would have been held back in {PREVIEW_DAYS}{' '}
          days, by {formatCount(sources)} sources.
        </strong>
      </p>
      {untold_sources.length === 0 ? null : (
        <Notice kind="bad">
          Of {formatCount(untold_sources.length)} sources no subscription tells: nobody would have learned of
          the problem.
        </Notice>
      )}
      {first.length === 0 ? null : (
        <details>
          <summary>The newest that would have been held back</summary>
          <AlertLines
            alerts={first.map(({ alert: { alert_id, title, severity, opened_at } }) => ({
              ...{ alert_id, title, at: opened_at, severity: severity as Severity },
            }))}
          />
        </details>
      )}
    </section>
  );
}

function toRule({ source, target, equal, more }: Draft) {
  const fields = equal
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  return { source: source.filter, target: target.filter, equal: fields, ...fillDefaults(MORE, more) };
}

function createDraft(record: Inhibition | null, isEdit: boolean): Draft {
  const none = { filter: [], filter_or: [] };
  if (record === null) return { name: '', source: none, target: none, equal: '', more: {} };
  const { name, source, target, equal, wait, settle, max, project_id } = record;
  const toConditions = (filter: readonly unknown[]) => ({ filter, filter_or: [] }) as unknown as Conditions;
  return {
    ...{ name: isEdit ? name : `${name} (copy)`, source: toConditions(source), target: toConditions(target) },
    ...{
      equal: equal.join(', '),
      more: { wait, settle, max, ...(isEdit || project_id === null ? {} : { project_id }) },
    },
  };
}
