import { MessageSquare, Plus } from 'lucide';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { CopyField } from '../design/copy-field.tsx';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { Dialog, Drawer } from '../design/dialog.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { Icon } from '../design/icon.tsx';
import { SchemaForm } from '../design/schema-form.tsx';
import { showDone } from '../design/toast.tsx';
import { ConfirmDelete } from '../parts/confirm-delete.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { RecordButtons } from '../parts/record-buttons.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSave } from '../parts/use-save.js';
import { session } from '../session.js';

type SlackApp = Schemas['SlackAppInfo'];

const SECRET: Schema = {
  type: 'string',
  writeOnly: true,
  description: 'The Signing Secret under Basic Information of the app.',
};
const SCHEMA: Schema = {
  required: ['name', 'signing_secret'],
  properties: {
    name: { type: 'string' },
    signing_secret: SECRET,
    bot_token: {
      type: 'string',
      writeOnly: true,
      title: 'Bot token',
      description:
        'Recognizes people by their e-mail address. Needs the scopes users:read and users:read.email.',
    },
    requires_known_user: {
      type: 'boolean',
      title: 'Only known people may act',
      description: 'Those whose e-mail address is that of a user of this domain. Needs a bot token.',
    },
    api_url: {
      type: 'string',
      title: 'Address of the Slack API',
      default: 'https://slack.com/api',
    },
  },
};
/** A stored secret is not shown, and kept if nothing is entered. */
const EDIT_SCHEMA: Schema = { ...SCHEMA, required: ['name'] };

/** The Slack apps whose buttons act on alerts. */
export function SlackApps() {
  const loaded = useLoaded('slack apps', async (signal) => {
    const { results } = await client.call('listSlackApps', {}, { signal });
    // Without `only`, the records have all fields.
    return results as readonly SlackApp[];
  });
  const [edited, setEdited] = useState<SlackApp | 'new' | undefined>(undefined);
  const [deleted, setDeleted] = useState<SlackApp | undefined>(undefined);
  const [requestUrl, setRequestUrl] = useState<string | undefined>(undefined);
  const apps = loaded.value.value;
  const canChange = session.value?.role !== 'VIEWER';
  const create = canChange ? (
    <button type="button" class="primary" onClick={() => setEdited('new')}>
      <Icon of={Plus} />
      Add a Slack app
    </button>
  ) : null;
  return (
    <section class="stack" aria-label="Slack apps">
      <LoadState loaded={loaded} />
      {apps === undefined ? null : apps.length === 0 ? (
        <EmptyState icon={MessageSquare} title="No Slack apps">
          <p>With an app of your workspace, messages in Slack have buttons that acknowledge and silence.</p>
          {create}
        </EmptyState>
      ) : (
        <>
          <div class="bar">{create}</div>
          <ul class="heartbeats">
            {apps.map((app) => (
              <li key={app.slack_app_id} class="card">
                <h2 dir="auto">{app.name}</h2>
                <p>
                  {!app.has_bot_token
                    ? 'People are recorded by their id in Slack.'
                    : app.requires_known_user
                      ? 'Only people may act whose e-mail address is that of a user of this domain.'
                      : 'People are recognized by their e-mail address.'}
                </p>
                <small>
                  <code>{app.slack_app_id}</code>
                </small>
                {canChange ? (
                  <RecordButtons
                    name={app.name}
                    onEdit={() => setEdited(app)}
                    onDelete={() => setDeleted(app)}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited === undefined ? null : (
        <SlackAppForm
          app={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(url) => {
            setEdited(undefined);
            setRequestUrl(url);
            loaded.reload();
          }}
        />
      )}
      {requestUrl === undefined ? null : (
        <Dialog title="The request URL" onClose={() => setRequestUrl(undefined)}>
          <p>
            In Slack, turn on Interactivity &amp; Shortcuts and enter this as Request URL. It is not shown
            again.
          </p>
          <CopyField name="request URL" text={requestUrl} isPrimary />
          <div class="bar">
            <button type="button" onClick={() => setRequestUrl(undefined)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
      {deleted === undefined ? null : (
        <ConfirmDelete
          what="Slack app"
          name={deleted.name}
          onClose={() => setDeleted(undefined)}
          onDelete={async () => {
            await client.call('deleteSlackApp', { path: { slack_app_id: deleted.slack_app_id } });
            setDeleted(undefined);
            showDone(`${deleted.name} is deleted.`);
            loaded.reload();
          }}
        >
          The buttons of its messages stop to work.
        </ConfirmDelete>
      )}
    </section>
  );
}

interface FormProperties {
  readonly app: SlackApp | undefined;
  readonly onClose: () => void;
  /** @param requestUrl of a new app */
  readonly onSaved: (requestUrl: string | undefined) => void;
}

function SlackAppForm({ app, onClose, onSaved }: FormProperties) {
  const [value, setValue] = useState<Readonly<Record<string, unknown>>>({ ...app });
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const { name, signing_secret, bot_token, requires_known_user, api_url } = dropEmpty(value);
    // The forms of both requests have what is required.
    const body = {
      name,
      signing_secret,
      bot_token,
      requires_known_user,
      api_url,
    } as { name: string; signing_secret: string };
    if (app === undefined) {
      onSaved((await client.call('createSlackApp', { body })).request_url);
    } else {
      await client.call('updateSlackApp', {
        path: { slack_app_id: app.slack_app_id },
        body: { ...body, api_url: (api_url ?? null) as string | null },
      });
      showDone(`${String(name)} is saved.`);
      onSaved(undefined);
    }
  });
  return (
    <Drawer title={app === undefined ? 'Add a Slack app' : `Edit ${app.name}`} onClose={onClose}>
      <form class="form" onSubmit={onSubmit}>
        {app === undefined ? null : <p class="help">Secrets stay as they are if nothing is entered.</p>}
        <SchemaForm
          schema={app === undefined ? SCHEMA : EDIT_SCHEMA}
          value={value}
          onChange={setValue}
          refusals={refusals()}
        />
        <SaveBar message={message} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Drawer>
  );
}
