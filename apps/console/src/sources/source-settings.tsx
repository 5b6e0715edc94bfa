import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { client } from '../client.js';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { Pairs, SchemaForm } from '../design/schema-form.tsx';
import { showDone } from '../design/toast.tsx';
import { ManagedBy } from '../parts/managed-by.tsx';
import { Notice } from '../parts/notice.tsx';
import { useSave } from '../parts/use-save.js';
import { session } from '../session.js';
import type { Webhook } from './read-source.js';
import { findRefusal } from './new-source.tsx';
import { fromForm, SETTINGS_SCHEMA, toForm } from './webhook-settings.js';

/** In place of a version: the service keeps the plugin up to date. */
const NEWEST = 'newest';

type Value = Readonly<Record<string, unknown>>;

interface Properties {
  readonly webhook: Webhook;
  readonly plugin: Schemas['PluginInfo'];
  readonly onSaved: () => void;
}

/** The form of a source: its name, labels and settings, and the version and options of its plugin. */
export function SourceSettings({ webhook, plugin, onSaved }: Properties) {
  if (session.value?.role === 'VIEWER')
    return <Notice>Your role is VIEWER. A MEMBER or an ADMIN of this domain can change sources.</Notice>;
  return (
    <div class="stack source-form">
      <ManagedBy name={webhook.managed_by} />
      <GeneralForm webhook={webhook} onSaved={onSaved} />
      <PluginForm webhook={webhook} plugin={plugin} onSaved={onSaved} />
    </div>
  );
}

function GeneralForm({ webhook, onSaved }: Pick<Properties, 'webhook' | 'onSaved'>) {
  const { webhook_id } = webhook;
  const [name, setName] = useState(webhook.name);
  const [tags, setTags] = useState(webhook.tags as Readonly<Record<string, string>>);
  const [stored, setStored] = useState(webhook.settings);
  const [settings, setSettings] = useState<Value>(toForm(stored));
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const body = {
      name: name.trim(),
      tags: dropEmpty(tags) as Record<string, string>,
      settings: fromForm(settings, stored),
    };
    const { settings: saved } = await client.call('updateWebhook', { path: { webhook_id }, body });
    if (saved !== undefined) {
      setStored(saved);
      setSettings(toForm(saved));
    }
    showDone('The settings are saved.');
    onSaved();
  });
  const ofSettings = refusals('settings.');
  return (
    <form class="card" onSubmit={onSubmit}>
      <h2>Source</h2>
      <FormField label="Name" refusal={refusals().get('name')} isRequired>
        <input value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </FormField>
      <Pairs
        label="Labels"
        help="All alerts of this source get them, so that subscriptions and searches can name them."
        refusal={findRefusal(ofSettings, 'labels')}
        value={(settings['labels'] ?? {}) as Readonly<Record<string, string>>}
        onChange={(labels) => setSettings({ ...settings, labels })}
      />
      <SchemaForm schema={SETTINGS_SCHEMA} value={settings} onChange={setSettings} refusals={ofSettings} />
      <Pairs
        label="Tags"
        help="Notes about the source itself. Its alerts do not get them."
        refusal={findRefusal(refusals(), 'tags')}
        value={tags}
        onChange={setTags}
      />
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      <div class="bar">
        <button type="submit" class="primary" disabled={isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}

/** The version of the plugin, which is kept up to date by the service or pinned, and its options. */
function PluginForm({ webhook, plugin, onSaved }: Properties) {
  const { webhook_id, plugin_info } = webhook;
  const schema = plugin.options_schema as Schema;
  const [version, setVersion] = useState(plugin_info.upgrade_mode === 'AUTO' ? NEWEST : plugin_info.version);
  const [options, setOptions] = useState<Value>(plugin_info.options as Value);
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    await client.call('updateWebhookPlugin', {
      path: { webhook_id },
      body: {
        options: dropEmpty(options),
        ...(version === NEWEST ? { upgrade_mode: 'AUTO' as const } : { version }),
      },
    });
    showDone('The plugin is changed.');
    onSaved();
  });
  return (
    <form class="card" onSubmit={onSubmit}>
      <h2>Plugin {plugin.name}</h2>
      <FormField
        label="Version"
        help="A newer version is used by itself only if it reads the latest deliveries as well as the present one."
        refusal={refusals().get('version')}
        isRequired
      >
        <select value={version} onChange={({ currentTarget }) => setVersion(currentTarget.value)}>
          <option value={NEWEST}>
            Newest{plugin_info.upgrade_mode === 'AUTO' ? ` (now ${plugin_info.version})` : ''}
          </option>
          {plugin.versions.map((each) => (
            <option key={each} value={each}>
              Stay at {each}
            </option>
          ))}
        </select>
      </FormField>
      {Object.keys(schema.properties ?? {}).length === 0 ? null : (
        <SchemaForm schema={schema} value={options} onChange={setOptions} refusals={refusals('options.')} />
      )}
      {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
      <div class="bar">
        <button type="submit" disabled={isBusy}>
          Change the plugin
        </button>
      </div>
    </form>
  );
}
