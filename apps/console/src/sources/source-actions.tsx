import { Ellipsis, KeyRound, Power, Send, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { CopyField } from '../design/copy-field.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Menu } from '../design/menu.tsx';
import { showDone, showFailure } from '../design/toast.tsx';
import { ConfirmDelete } from '../parts/confirm-delete.tsx';
import { GraceForm } from '../parts/grace-form.tsx';
import { session } from '../session.js';
import { useCommands } from '../shell/commands.js';
import type { Webhook } from './read-source.js';

interface Properties {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
}

/** What can be done with a source, besides changing its settings. */
export function SourceActions({ webhook, onChanged }: Properties) {
  const [dialog, setDialog] = useState<'rotate' | 'delete' | undefined>(undefined);
  const { webhook_id, name, state } = webhook;
  const path = { webhook_id };
  const isEnabled = state === 'ENABLED';
  const role = session.value?.role;
  const setEnabled = async (isOn: boolean) => {
    try {
      await client.call(isOn ? 'enableWebhook' : 'disableWebhook', { path, body: {} });
      showDone(
        isOn ? `${name} is enabled.` : `${name} is disabled: its deliveries are refused.`,
        () => void setEnabled(!isOn),
      );
      onChanged();
    } catch (error) {
      showFailure(error);
    }
  };
  const close = () => setDialog(undefined);
  useCommands(
    `${webhook_id} ${state}`,
    role === 'VIEWER'
      ? []
      : [
          {
            name: `${isEnabled ? 'Disable' : 'Enable'} ${name}`,
            kind: 'this source',
            icon: Power,
            run: () => void setEnabled(!isEnabled),
          },
          {
            name: `Send a sample to ${name}`,
            kind: 'this source',
            icon: Send,
            run: () => navigate(linkTo('sources', webhook_id, { tab: 'guide' })),
          },
        ],
  );
  if (role === 'VIEWER') return null;
  return (
    <>
      <Menu
        button={
          <>
            <Icon of={Ellipsis} />
            Actions
          </>
        }
      >
        <button type="button" onClick={() => void setEnabled(!isEnabled)}>
          <Icon of={Power} />
          {isEnabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" onClick={() => setDialog('rotate')}>
          <Icon of={KeyRound} />
          Replace the address
        </button>
        <button type="button" class="danger" onClick={() => setDialog('delete')}>
          <Icon of={Trash2} />
          Delete
        </button>
      </Menu>
      {dialog === 'rotate' ? <RotateDialog webhook={webhook} onRotated={onChanged} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <ConfirmDelete
          what="source"
          name={name}
          onClose={close}
          onDelete={async () => {
            await client.call('deleteWebhook', { path });
            showDone(`${name} is deleted.`);
            navigate(linkTo('sources'), { replace: true });
          }}
        >
          Its address stops to work at once. Its alerts and events stay as long as all others.
        </ConfirmDelete>
      ) : null}
    </>
  );
}

interface RotateProperties {
  readonly webhook: Webhook;
  readonly onRotated: () => void;
  readonly onClose: () => void;
}

/** Gives the source a new address, for example because the old one leaked. The old one may stay valid for a while. */
function RotateDialog({ webhook, onRotated, onClose }: RotateProperties) {
  const [url, setUrl] = useState<string | undefined>(undefined);
  const { webhook_id, previous_access_key } = webhook;
  return (
    <Dialog title="Replace the address" onClose={onClose}>
      {url === undefined ? (
        <GraceForm
          what="address"
          isInGrace={previous_access_key !== null}
          onSubmit={async (body) => {
            const rotated = await client.call('rotateWebhookAccessKey', { path: { webhook_id }, body });
            setUrl(rotated.webhook_url);
            onRotated();
          }}
          onCancel={onClose}
        />
      ) : (
        <>
          <p>This is the new address. Set it in the sender.</p>
          <CopyField name="new address" text={url} isPrimary />
          <div class="bar">
            <button type="button" onClick={onClose}>
              Done
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
