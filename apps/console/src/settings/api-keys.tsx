import { Ellipsis, KeyRound, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { now } from '../clock.js';
import { Badge } from '../design/badge.tsx';
import { CopyField } from '../design/copy-field.tsx';
import { Dialog } from '../design/dialog.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { ConfirmDelete } from '../parts/confirm-delete.tsx';
import { GraceForm } from '../parts/grace-form.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Age, Time } from '../parts/time.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { CreateKey, SignInAgain, isSignInOld } from './create-key.tsx';

type ApiKey = Schemas['APIKeyInfo'];
type Opened =
  | { readonly form: 'create' }
  | { readonly form: 'rotate' | 'delete'; readonly key: ApiKey }
  | { readonly form: 'shown'; readonly secret: string };

/** The API keys of the domain: who has them, and when they were last used. */
export function ApiKeys() {
  const loaded = useLoaded('keys', async (signal) => {
    const { results } = await client.call('listApiKeys', {}, { signal });
    // Without `only`, the records have all fields.
    return results as readonly ApiKey[];
  });
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const close = () => setOpened(undefined);
  const keys = loaded.value.value;
  const show = (secret: string) => {
    setOpened({ form: 'shown', secret });
    loaded.reload();
  };
  const create = (
    <button type="button" class="primary" onClick={() => setOpened({ form: 'create' })}>
      <Icon of={Plus} />
      Create a key
    </button>
  );
  return (
    <section class="stack" aria-label="API keys">
      <LoadState loaded={loaded} />
      {keys === undefined ? null : keys.length === 0 ? (
        <EmptyState icon={KeyRound} title="No API keys">
          <p>People and programs sign in with a key. Give each one of their own.</p>
          {create}
        </EmptyState>
      ) : (
        <>
          <div class="bar">{create}</div>
          <div class="table cards">
            <table>
              <thead>
                <tr>
                  <th scope="col">User</th>
                  <th scope="col">Role</th>
                  <th scope="col">Key</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Expires</th>
                  <th scope="col">
                    <span class="unseen">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <KeyRow key={key.api_key_id} apiKey={key} onOpen={setOpened} onChanged={loaded.reload} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {opened?.form === 'create' ? <CreateKey onCreated={show} onClose={close} /> : null}
      {opened?.form === 'rotate' ? (
        <Dialog title={`Replace the key of ${opened.key.user_id}`} onClose={close}>
          {isSignInOld(now.value) ? (
            <SignInAgain />
          ) : (
            <GraceForm
              what="key"
              isInGrace={false}
              onSubmit={async (body) => {
                const path = { api_key_id: opened.key.api_key_id };
                show((await client.call('rotateApiKey', { path, body })).api_key);
              }}
              onCancel={close}
            />
          )}
        </Dialog>
      ) : null}
      {opened?.form === 'shown' ? (
        <Dialog title="The new key" onClose={close}>
          <p>Copy it now. It is not shown again.</p>
          <CopyField name="key" text={opened.secret} isPrimary />
          <div class="bar">
            <button type="button" onClick={close}>
              Done
            </button>
          </div>
        </Dialog>
      ) : null}
      {opened?.form === 'delete' ? (
        <ConfirmDelete
          what="key"
          name={opened.key.name ?? opened.key.user_id}
          onClose={close}
          onDelete={async () => {
            await client.call('deleteApiKey', { path: { api_key_id: opened.key.api_key_id } });
            close();
            showDone('The key is deleted.');
            loaded.reload();
          }}
        >
          Whoever uses it is refused at once, and sessions that it has begun end.
        </ConfirmDelete>
      ) : null}
    </section>
  );
}

interface RowProperties {
  readonly apiKey: ApiKey;
  readonly onOpen: (opened: Opened) => void;
  readonly onChanged: () => void;
}

function KeyRow({ apiKey, onOpen, onChanged }: RowProperties) {
  const { api_key_id, user_id, name, role, state, last_accessed_at, expires_at } = apiKey;
  const isEnabled = state === 'ENABLED';
  const isExpired = expires_at !== null && Date.parse(expires_at) < now.value;
  const setEnabled = async (isOn: boolean) => {
    try {
      await client.call(isOn ? 'enableApiKey' : 'disableApiKey', { path: { api_key_id }, body: {} });
      showDone(isOn ? 'The key is enabled.' : 'The key is disabled.', () => void setEnabled(!isOn));
      onChanged();
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <tr>
      <th scope="row">
        <bdi>{user_id}</bdi>
        {name === null ? null : (
          <small class="under">
            <bdi>{name}</bdi>
          </small>
        )}
      </th>
      <td data-name="Role">
        {role} {isEnabled ? null : <Badge tone="warning">disabled</Badge>}
      </td>
      <td data-name="Key">
        <code>{apiKey.api_key}</code>
      </td>
      <td data-name="Last used">
        {last_accessed_at === null ? 'never' : <Age at={last_accessed_at} suffix=" ago" />}
      </td>
      <td data-name="Expires">
        {expires_at === null ? 'never' : <Time at={expires_at} isShort />}{' '}
        {isExpired ? <Badge tone="bad">expired</Badge> : null}
      </td>
      <td>
        <Menu
          label={`Actions for the key ${name ?? user_id}`}
          buttonClass="button quiet small icon-only"
          button={<Icon of={Ellipsis} />}
        >
          <button type="button" onClick={() => onOpen({ form: 'rotate', key: apiKey })}>
            Replace it
          </button>
          <button type="button" onClick={() => void setEnabled(!isEnabled)}>
            {isEnabled ? 'Disable' : 'Enable'}
          </button>
          <button type="button" class="danger" onClick={() => onOpen({ form: 'delete', key: apiKey })}>
            Delete
          </button>
        </Menu>
      </td>
    </tr>
  );
}
