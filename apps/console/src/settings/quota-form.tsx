import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { Drawer } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { showDone } from '../design/toast.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSave } from '../parts/use-save.js';

const LIMITS: Schema = {
  properties: {
    day: {
      type: 'integer',
      minimum: 0,
      title: 'Most in a day',
      description: 'Days begin at 0:00 UTC. Empty: no limit.',
    },
    month: { type: 'integer', minimum: 0, title: 'Most in a month', description: 'Empty: no limit.' },
  },
};

interface Properties {
  /** `undefined`: a new one. */
  readonly quota: Schemas['QuotaInfo'] | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function QuotaForm({ quota, onClose, onSaved }: Properties) {
  const { value } = useLoaded('protocols', (signal) => client.call('listProtocols', {}, { signal }));
  const [protocol, setProtocol] = useState(quota?.protocol_id ?? '');
  // No limit is -1 in the API, and an empty field here.
  const given = Object.entries(quota?.limit ?? {}).filter(([, most]) => most >= 0);
  const [limit, setLimit] = useState<Readonly<Record<string, unknown>>>(Object.fromEntries(given));
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const body = { limit: dropEmpty(limit) };
    if (quota === undefined) await client.call('createQuota', { body: { protocol_id: protocol, ...body } });
    else await client.call('updateQuota', { path: { quota_id: quota.quota_id }, body });
    showDone(`The quota of ${protocol} is saved.`);
    onSaved();
    onClose();
  });
  return (
    <Drawer title={quota === undefined ? 'Set a quota' : `Quota of ${protocol}`} onClose={onClose}>
      <form class="form" onSubmit={onSubmit}>
        {quota === undefined ? (
          <FormField label="Protocol" refusal={refusals().get('protocol_id')} isRequired>
            <select value={protocol} onChange={({ currentTarget }) => setProtocol(currentTarget.value)}>
              <option value="">Choose one</option>
              {(value.value?.results ?? []).map(({ protocol_id, name }) => (
                <option key={protocol_id} value={protocol_id}>
                  {name}
                </option>
              ))}
            </select>
          </FormField>
        ) : null}
        <SchemaForm schema={LIMITS} value={limit} onChange={setLimit} refusals={refusals('limit.')} />
        <SaveBar message={message} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Drawer>
  );
}
