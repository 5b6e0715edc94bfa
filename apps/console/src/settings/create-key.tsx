import { useState } from 'preact/hooks';
import { client } from '../client.js';
import { now } from '../clock.js';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { Drawer } from '../design/dialog.tsx';
import { FormField } from '../design/form-field.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSave } from '../parts/use-save.js';
import { session, signOut } from '../session.js';

/** Milliseconds. Keys are created only within ten minutes of the sign-in; half a minute is for filling in the form. */
const MAX_SESSION_AGE_MS = 9.5 * 60_000;

const SCHEMA: Schema = {
  required: ['user_id'],
  properties: {
    user_id: {
      type: 'string',
      title: 'User',
      description: 'Who uses the key: an e-mail address, or a name such as wallboard.',
    },
    name: { type: 'string', description: 'What the key is for.' },
  },
};
const ROLES = [
  ['VIEWER', 'VIEWER: reads'],
  ['MEMBER', 'MEMBER: everything but keys and the audit log'],
  ['ADMIN', 'ADMIN: everything'],
] as const;
const NEVER = 'never';
const EXPIRIES = [
  [NEVER, 'never'],
  ['now + 30d', 'in 30 days'],
  ['now + 90d', 'in 90 days'],
  ['now + 365d', 'in a year'],
] as const;

/** Whether the user has signed in too long ago to create keys. */
export function isSignInOld(time: number): boolean {
  return time - Date.parse(session.value?.created_at ?? '') > MAX_SESSION_AGE_MS;
}

/** In place of a form that would be refused, so that nothing is entered in vain. */
export function SignInAgain() {
  return (
    <>
      <p>
        A key is created only within ten minutes of signing in, so that nobody creates one at an unlocked
        screen.
      </p>
      <div class="bar">
        <button type="button" class="primary" onClick={() => void signOut()}>
          Sign in again
        </button>
      </div>
    </>
  );
}

interface Properties {
  readonly onCreated: (secret: string) => void;
  readonly onClose: () => void;
}

export function CreateKey({ onCreated, onClose }: Properties) {
  const [isRefused] = useState(isSignInOld(now.peek()));
  return (
    <Drawer title="Create a key" onClose={onClose}>
      {isRefused ? <SignInAgain /> : <KeyForm onCreated={onCreated} onClose={onClose} />}
    </Drawer>
  );
}

function KeyForm({ onCreated, onClose }: Properties) {
  const [value, setValue] = useState<Readonly<Record<string, unknown>>>({});
  const [role, setRole] = useState<(typeof ROLES)[number][0]>('MEMBER');
  const [expiry, setExpiry] = useState<string>(NEVER);
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const { user_id = '', ...rest } = dropEmpty(value) as { user_id?: string; name?: string };
    const body = { user_id, ...rest, role, ...(expiry === NEVER ? {} : { expires_at: expiry }) };
    onCreated((await client.call('createApiKey', { body })).api_key);
  });
  return (
    <form class="form" onSubmit={onSubmit}>
      <SchemaForm schema={SCHEMA} value={value} onChange={setValue} refusals={refusals()} />
      <FormField label="Role" refusal={refusals().get('role')} isRequired>
        <select value={role} onChange={({ currentTarget }) => setRole(currentTarget.value as typeof role)}>
          {ROLES.map(([id, text]) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </FormField>
      <FormField label="Expires" refusal={refusals().get('expires_at')} isRequired>
        <select value={expiry} onChange={({ currentTarget }) => setExpiry(currentTarget.value)}>
          {EXPIRIES.map(([at, text]) => (
            <option key={at} value={at}>
              {text}
            </option>
          ))}
        </select>
      </FormField>
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      <div class="bar">
        <button type="submit" class="primary" disabled={isBusy}>
          Create the key
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
