import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { fillDefaults, type Schema } from '../design/describe-schema.js';
import { Drawer } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { showDone } from '../design/toast.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { useSave } from '../parts/use-save.js';

const EVERY: Schema = {
  required: ['expect_every'],
  properties: {
    expect_every: {
      type: 'string',
      title: 'Longest time between two pings',
      description: 'Like 90s, 5m, 2h or 1d.',
    },
  },
};
const SCHEDULE: Schema = {
  required: ['schedule'],
  properties: {
    schedule: {
      type: 'string',
      description:
        'Minute, hour, day of month, month, day of week: 0 3 * * 1-5 is 3:00 from Monday to Friday.',
    },
    timezone: { type: 'string', default: 'UTC', description: 'Like Europe/Berlin.' },
  },
};
const TERMS: Schema = {
  properties: {
    grace: { type: 'string', title: 'How late a ping may be', default: '1m' },
    severity: {
      enum: ['CRITICAL', 'ERROR', 'WARNING', 'INFO'],
      title: 'Severity of the alert',
      default: 'CRITICAL',
    },
  },
};

interface Properties {
  readonly webhookId: string;
  /** `undefined`: a new one. */
  readonly heartbeat: Schemas['HeartbeatInfo'] | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The form of a heartbeat. */
export function HeartbeatForm({ webhookId, heartbeat, onClose, onSaved }: Properties) {
  const [name, setName] = useState(heartbeat?.name ?? '');
  const [isScheduled, setScheduled] = useState(typeof heartbeat?.schedule === 'string');
  const [terms, setTerms] = useState<Readonly<Record<string, unknown>>>({ ...heartbeat });
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const { expect_every, schedule, timezone, grace, severity } = terms;
    const expected = isScheduled
      ? fillDefaults(SCHEDULE, { schedule, timezone })
      : fillDefaults(EVERY, { expect_every });
    await client.call('putHeartbeat', {
      path: { webhook_id: webhookId, name: name.trim() },
      body: { ...expected, ...fillDefaults(TERMS, { grace, severity }) },
    });
    showDone(`The heartbeat ${name.trim()} is saved.`);
    onSaved();
    onClose();
  });
  const fields = { value: terms, onChange: setTerms, refusals: refusals() };
  return (
    <Drawer
      title={heartbeat === undefined ? 'Create a heartbeat' : `Edit ${heartbeat.name}`}
      onClose={onClose}
    >
      <form class="form" onSubmit={onSubmit}>
        {heartbeat === undefined ? (
          <FormField
            label="Name"
            help="Part of the address that is pinged, such as nightly-backup."
            refusal={refusals().get('name')}
            isRequired
          >
            <input
              autocomplete="off"
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </FormField>
        ) : null}
        <FormField label="Pings are expected" isRequired>
          <select
            value={isScheduled ? 'schedule' : 'every'}
            onChange={({ currentTarget }) => setScheduled(currentTarget.value === 'schedule')}
          >
            <option value="every">again and again</option>
            <option value="schedule">at certain times</option>
          </select>
        </FormField>
        <SchemaForm schema={isScheduled ? SCHEDULE : EVERY} {...fields} />
        <SchemaForm schema={TERMS} {...fields} />
        <SaveBar message={message} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Drawer>
  );
}
