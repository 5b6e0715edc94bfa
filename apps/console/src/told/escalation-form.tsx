import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { projectOfNew } from '../address.js';
import { client } from '../client.js';
import { fillDefaults, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { formatCount } from '../format.js';
import type { Severity } from '../severity.js';
import { ConditionEditor } from './condition-editor.tsx';
import type { Conditions } from './describe-conditions.js';
import { finish, FormDrawer, type OpenForm } from './form-drawer.tsx';
import { AlertLines, usePreview } from './preview.tsx';
import type { Receivers } from './receivers.js';
import { StepEditor, type Step } from './step-editor.tsx';
import { firstRefusal, useForm } from './use-form.js';
import { useRecord } from './use-record.js';

export type Escalation = Required<Schemas['EscalationInfo']>;

/** Days that a preview covers. */
const PREVIEW_DAYS = 30;

const MORE: Schema = {
  properties: {
    until: { title: 'What ends it', enum: ['ACKNOWLEDGED', 'RESOLVED'], default: 'ACKNOWLEDGED' },
    repeat: {
      title: 'Tell all steps again',
      description: 'Leave empty to tell them once.',
      properties: {
        times: { title: 'How often', type: 'integer', minimum: 1, maximum: 10 },
        every: { title: 'Every (seconds)', type: 'integer', minimum: 60, default: 1_800 },
      },
    },
    acknowledged_for: {
      title: 'An acknowledgement ends after (seconds)',
      type: 'integer',
      minimum: 60,
      description: 'Empty: it stays.',
    },
  },
};

interface Draft {
  readonly name: string;
  readonly conditions: Conditions;
  readonly steps: readonly Step[];
  readonly fallback: string;
  readonly project_id: string;
  readonly more: Readonly<Record<string, unknown>>;
}

interface Properties {
  readonly open: OpenForm;
  readonly receivers: Receivers;
  readonly onDone: () => void;
}

/** A new escalation, or the change of one. */
export function EscalationForm({ open, receivers, onDone }: Properties) {
  const record = useRecord<Escalation>(open, (escalation_id, signal) =>
    client.call('getEscalation', { path: { escalation_id } }, { signal }),
  );
  if (record === undefined) return null;
  return <Loaded record={record} isEdit={open.kind === 'edit'} receivers={receivers} onDone={onDone} />;
}

interface LoadedProperties extends Pick<Properties, 'receivers' | 'onDone'> {
  readonly record: Escalation | null;
  readonly isEdit: boolean;
}

function Loaded({ record, isEdit, receivers, onDone }: LoadedProperties) {
  const form = useForm<Draft>(() => createDraft(record, isEdit));
  const { draft, first, set, refusals } = form;
  const preview = usePreview<Schemas['EscalationPreview']>();
  const save = async () => {
    const body = toBody(draft, first, isEdit);
    if (isEdit && record !== null) {
      const { escalation_id } = record;
      await client.call('updateEscalation', { path: { escalation_id }, body: body as never });
    } else {
      await client.call('createEscalation', { body: { ...body, ...toProject(draft) } as never });
    }
    finish(form, 'escalation', isEdit, onDone);
  };
  const look = () =>
    form.run(() =>
      preview.run((signal) => {
        const { name: _, ...body } = toBody(draft, first, false);
        return client.call(
          'previewEscalation',
          { body: { ...body, ...toProject(draft), days: PREVIEW_DAYS } as never },
          { signal },
        );
      }),
    );
  return (
    <FormDrawer
      title={isEdit ? `Escalation ${record?.name ?? ''}` : 'New escalation'}
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
        label="Alerts to escalate"
        value={draft.conditions}
        onChange={(conditions) => set({ conditions })}
        refusal={firstRefusal(refusals, 'filter') ?? firstRefusal(refusals, 'filter_or')}
      />
      <StepEditor
        steps={draft.steps}
        receivers={receivers}
        onChange={(steps) => set({ steps })}
        refusal={firstRefusal(refusals, 'steps')}
      />
      <FormField
        label="If no step reaches anybody"
        isRequired
        refusal={refusals.get('fallback')}
        help="A subscription that is told then. No step may tell it."
      >
        <select
          value={draft.fallback}
          onChange={({ currentTarget }) => set({ fallback: currentTarget.value })}
        >
          <option value="">Choose a subscription</option>
          {receivers.subscriptions.map(({ subscription_id, name }) => (
            <option key={subscription_id} value={subscription_id}>
              {name}
            </option>
          ))}
        </select>
      </FormField>
      {isEdit ? null : (
        <FormField label="Project" refusal={refusals.get('project_id')} help="Only alerts of this project.">
          <input
            value={draft.project_id}
            onInput={({ currentTarget }) => set({ project_id: currentTarget.value })}
          />
        </FormField>
      )}
      <details class="more">
        <summary>More: what ends it, repetitions</summary>
        <div class="form">
          <SchemaForm
            schema={MORE}
            value={draft.more}
            onChange={(more) => set({ more })}
            refusals={refusals}
          />
        </div>
      </details>
      {preview.progress}
      {preview.result === undefined ? null : <Result preview={preview.result} />}
    </FormDrawer>
  );
}

function Result({ preview }: { readonly preview: Schemas['EscalationPreview'] }) {
  const { alerts, unanswered, steps, receivers, nobody, first } = preview;
  const most = Math.max(1, ...receivers.map(({ messages }) => messages));
  return (
    <section class="card" aria-label="Preview result">
      <p role="status">
        <strong>
          {formatCount(alerts)} alerts in {PREVIEW_DAYS} days would have escalated; nobody had reacted to{' '}
          {formatCount(unanswered)} of them when the last step was told.
          {nobody === 0 ? '' : ` ${formatCount(nobody)} steps would have had no receiver.`}
        </strong>
      </p>
      <ul class="meters">
        {receivers.map(({ subscription_id, name, messages }) => (
          <li key={subscription_id}>
            <bdi>{name ?? 'deleted'}</bdi>
            <meter
              min={0}
              max={most}
              value={messages}
              aria-label={`${name ?? 'deleted'}: ${messages} messages`}
            />
            <span class="figure">{formatCount(messages)} messages</span>
          </li>
        ))}
      </ul>
      <p class="help">
        {steps.map(({ step, alerts: told }) => `Step ${step}: ${formatCount(told)} alerts`).join(' · ')}
      </p>
      {first.length === 0 ? null : (
        <details>
          <summary>The newest of them</summary>
          <AlertLines
            alerts={first.map(({ alert_id, title, severity, opened_at }) => ({
              ...{ alert_id, title, at: opened_at, severity: severity as Severity },
            }))}
          />
        </details>
      )}
    </section>
  );
}

const toProject = ({ project_id }: Draft) =>
  project_id.trim() === '' ? {} : { project_id: project_id.trim() };

function toBody(draft: Draft, first: Draft, isEdit: boolean) {
  const { until, repeat, acknowledged_for } = fillDefaults(MORE, draft.more, first.more);
  const cleared = isEdit ? null : undefined;
  return {
    name: draft.name.trim(),
    ...draft.conditions,
    steps: draft.steps.map(({ after, subscriptions, on_call }) => ({
      after,
      subscriptions,
      ...(on_call === '' ? {} : { on_call }),
    })),
    fallback: draft.fallback,
    until,
    repeat: repeat ?? cleared,
    acknowledged_for: acknowledged_for ?? cleared,
  };
}

function createDraft(record: Escalation | null, isEdit: boolean): Draft {
  if (record === null)
    return {
      ...{
        name: '',
        conditions: { filter: [], filter_or: [] },
        fallback: '',
        project_id: projectOfNew(),
        more: {},
      },
      steps: [{ key: 1, after: 0, subscriptions: [], on_call: '' }],
    };
  const { name, filter, filter_or, steps, fallback, project_id, until, repeat, acknowledged_for } = record;
  return {
    name: isEdit ? name : `${name} (copy)`,
    conditions: { filter, filter_or } as unknown as Conditions,
    steps: steps.map(({ after, subscriptions = [], on_call }, at) => ({
      ...{ key: at + 1, after, subscriptions, on_call: on_call ?? '' },
    })),
    ...{ fallback, project_id: project_id ?? '' },
    more: { until, ...(repeat && { repeat }), ...(acknowledged_for !== null && { acknowledged_for }) },
  };
}
