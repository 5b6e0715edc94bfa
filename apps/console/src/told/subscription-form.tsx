import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import type { Schema } from '../design/describe-schema.js';
import { Dialog } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { formatCount } from '../format.js';
import { ConditionEditor } from './condition-editor.tsx';
import { closeForm, finish, FormDrawer, type OpenForm } from './form-drawer.tsx';
import { KindPicker } from './kind-picker.tsx';
import { MessagePreview } from './message-preview.tsx';
import { PreviewChart, usePreview } from './preview.tsx';
import { ProtocolTiles, type Protocol } from './protocols.tsx';
import { Secret } from './secret.tsx';
import {
  createDraft,
  MORE,
  nameOf,
  toBody,
  type Subscription,
  type SubscriptionDraft,
} from './subscription-draft.js';
import { firstRefusal, refusalsBelow, useForm } from './use-form.js';
import { useRecord } from './use-record.js';

/** Days that a preview covers. */
const PREVIEW_DAYS = 30;

interface Properties {
  readonly open: OpenForm;
  readonly protocols: readonly Protocol[];
  readonly onDone: () => void;
}

/** A new subscription, or the change of one. */
export function SubscriptionForm({ open, protocols, onDone }: Properties) {
  const record = useRecord<Subscription>(open, (subscription_id, signal) =>
    client.call('getSubscription', { path: { subscription_id } }, { signal }),
  );
  if (record === undefined) return null;
  return <Loaded record={record} isEdit={open.kind === 'edit'} protocols={protocols} onDone={onDone} />;
}

interface LoadedProperties {
  readonly record: Subscription | null;
  readonly isEdit: boolean;
  readonly protocols: readonly Protocol[];
  readonly onDone: () => void;
}

function Loaded({ record, isEdit, protocols, onDone }: LoadedProperties) {
  const form = useForm<SubscriptionDraft>(() => createDraft(record, isEdit));
  const { draft, first, set, refusals } = form;
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const preview = usePreview<Schemas['SubscriptionPreview']>();
  const protocol = protocols.find(({ protocol_id }) => protocol_id === draft.protocol_id);
  const subscription_id = isEdit ? record?.subscription_id : undefined;
  const save = async () => {
    if (protocol === undefined) throw new Error('Choose first how they are told.');
    const body = toBody(draft, first, protocol, isEdit);
    if (subscription_id === undefined) {
      const project = draft.project_id.trim();
      const { signing_secret } = await client.call('createSubscription', {
        body: {
          ...body,
          protocol_id: draft.protocol_id,
          ...(project === '' ? {} : { project_id: project }),
        } as never,
      });
      if (signing_secret !== null) return void setSecret(signing_secret);
    } else {
      await client.call('updateSubscription', { path: { subscription_id }, body: body as never });
    }
    finish(form, 'subscription', isEdit, onDone);
  };
  const look = () =>
    form.run(() =>
      preview.run((signal) => {
        const { kinds, filter, filter_or } = toBody(draft, first, protocol, isEdit);
        const body = {
          filter,
          filter_or,
          ...(kinds === undefined ? {} : { kinds }),
          days: PREVIEW_DAYS,
        } as never;
        if (subscription_id !== undefined)
          return client.call('previewSubscription', { path: { subscription_id }, body }, { signal });
        const { protocol_id, project_id } = draft;
        const project = project_id.trim() === '' ? {} : { project_id: project_id.trim() };
        return client.call(
          'previewDraftSubscription',
          { body: { ...(body as object), protocol_id: protocol_id || 'webhook', ...project } as never },
          { signal },
        );
      }),
    );
  const done = () => {
    onDone();
    closeForm();
  };
  if (secret !== undefined)
    return (
      <Dialog title="The subscription was created" onClose={done} mayClose={() => false}>
        <Secret text={secret} onDone={done} />
      </Dialog>
    );
  return (
    <FormDrawer
      title={isEdit ? `Subscription ${record?.name ?? ''}` : 'New subscription'}
      form={form}
      submit={isEdit ? 'Save' : 'Create'}
      onSubmit={save}
      acts={
        draft.isStep ? null : (
          <button type="button" disabled={form.isBusy} onClick={() => void look()}>
            Try on the last {PREVIEW_DAYS} days
          </button>
        )
      }
    >
      {isEdit ? null : (
        <ProtocolTiles
          protocols={protocols}
          chosen={draft.protocol_id}
          onChoose={(protocol_id) => set({ protocol_id, options: {} })}
        />
      )}
      {protocol === undefined ? null : (
        <SchemaForm
          schema={protocol.options_schema as Schema}
          value={draft.options}
          onChange={(options) => set({ options })}
          refusals={refusalsBelow(refusals, 'options.')}
        />
      )}
      {draft.isStep ? null : (
        <ConditionEditor
          label="Alerts to tell of"
          value={draft.conditions}
          onChange={(conditions) => set({ conditions })}
          refusal={firstRefusal(refusals, 'filter') ?? firstRefusal(refusals, 'filter_or')}
        />
      )}
      {isEdit ? null : (
        <FormField
          label="Project"
          refusal={refusals.get('project_id')}
          help="Only alerts of this project. Without one, those of all projects."
        >
          <input
            value={draft.project_id}
            onInput={({ currentTarget }) => set({ project_id: currentTarget.value })}
          />
        </FormField>
      )}
      <FormField
        label="Name"
        refusal={refusals.get('name')}
        help="Without one, its receiver and alerts are its name."
      >
        <input
          value={draft.name}
          placeholder={protocol === undefined ? '' : nameOf(draft, protocol)}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      </FormField>
      {preview.progress}
      {preview.result === undefined ? null : <Result preview={preview.result} />}
      <details class="more">
        <summary>More: escalations, kinds of changes, groups, reminders, template</summary>
        <div class="form">
          <KindPicker
            isStep={draft.isStep}
            kinds={draft.kinds}
            onChange={set}
            refusal={firstRefusal(refusals, 'kinds') ?? firstRefusal(refusals, 'trigger')}
          />
          <SchemaForm
            schema={MORE}
            value={draft.more}
            onChange={(more) => set({ more })}
            refusals={refusals}
          />
        </div>
      </details>
      {protocol === undefined ? null : (
        <MessagePreview
          load={(signal) => {
            const { filter, filter_or, options, template, timezone } = toBody(draft, first, protocol, isEdit);
            const body = { filter, filter_or, options, template, timezone } as never;
            return subscription_id === undefined
              ? client.call(
                  'previewDraftMessageSubscription',
                  { body: { ...(body as object), protocol_id: draft.protocol_id } as never },
                  { signal },
                )
              : client.call('previewMessageSubscription', { path: { subscription_id }, body }, { signal });
          }}
        />
      )}
    </FormDrawer>
  );
}

function Result({ preview }: { readonly preview: Schemas['SubscriptionPreview'] }) {
  const { notifications, units, quota } = preview;
  return (
    <PreviewChart preview={preview} days={PREVIEW_DAYS}>
      {formatCount(notifications)} notifications in {PREVIEW_DAYS} days, {formatCount(units)} units.{' '}
      {quota.exceeded === null
        ? 'The quota is sufficient.'
        : `The quota per ${quota.exceeded} would have refused ${formatCount(quota.refused)} units.`}
    </PreviewChart>
  );
}
