import { useId, useState } from 'preact/hooks';
import { projectOfNew, linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { dropEmpty, type Schema } from '../design/describe-schema.js';
import { FormField } from '../design/form-field.tsx';
import { Pairs, SchemaForm } from '../design/schema-form.tsx';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSave } from '../parts/use-save.js';
import { currentDomain, session } from '../session.js';
import { SystemMark } from './system-mark.tsx';
import { SystemTiles } from './system-tiles.tsx';
import { fromForm, NEW_SETTINGS, SETTINGS_SCHEMA, type SettingsForm } from './webhook-settings.js';

/** Connects a source: first its system is chosen, then its name. @param system the id of the chosen plugin */
export function NewSource({ system }: { readonly system: string }) {
  if (session.value?.role === 'VIEWER')
    return (
      <>
        <Heading text="Connect a source" />
        <Notice>Your role is VIEWER. A MEMBER or an ADMIN of this domain can connect sources.</Notice>
      </>
    );
  return system === '' ? <SystemTiles /> : <SourceForm key={system} pluginId={system} />;
}

function SourceForm({ pluginId }: { readonly pluginId: string }) {
  const loaded = useLoaded(pluginId, async (signal) => {
    const [plugin, projects] = await Promise.all([
      client.call('getPlugin', { path: { plugin_id: pluginId } }, { signal }),
      readProjects(signal),
    ]);
    return { plugin, projects };
  });
  const found = loaded.value.value;
  if (found === undefined)
    return (
      <>
        <Heading text="Connect a source" />
        <LoadState loaded={loaded} />
        <a href={linkTo('sources', undefined, { new: '' })}>Choose another system</a>
      </>
    );
  return <LoadedForm {...found} />;
}

interface FormProperties {
  readonly plugin: { readonly plugin_id: string; readonly name: string; readonly options_schema: object };
  readonly projects: readonly string[];
}

function LoadedForm({ plugin, projects }: FormProperties) {
  const { plugin_id } = plugin;
  const schema = plugin.options_schema as Schema;
  const [name, setName] = useState(plugin.name);
  const [project, setProject] = useState(projectOfNew() || (projects[0] ?? ''));
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({});
  const [options, setOptions] = useState<Readonly<Record<string, unknown>>>({});
  const [settings, setSettings] = useState<SettingsForm>(NEW_SETTINGS);
  const listId = useId();
  const { onSubmit, isBusy, message, refusals } = useSave(async () => {
    const body = {
      name: name.trim(),
      project_id: project.trim(),
      plugin_info: { plugin_id, options: dropEmpty(options) },
      settings: fromForm({ ...settings, labels }),
    };
    const { webhook_id } = await client.call('createWebhook', { body });
    navigate(linkTo('sources', webhook_id, { tab: 'guide' }));
  });
  const hasOptions = Object.keys(schema.properties ?? {}).length > 0;
  const ofSettings = refusals('settings.');
  return (
    <>
      <Heading text={`Connect ${plugin.name}`} />
      <form class="card source-form" onSubmit={onSubmit}>
        <div class="bar">
          <SystemMark id={plugin.plugin_id} />
          <strong>{plugin.name}</strong>
          <a class="button quiet small" href={linkTo('sources', undefined, { new: '' })}>
            Choose another system
          </a>
        </div>
        <div class="form-row">
          <FormField label="Name" refusal={refusals().get('name')} isRequired>
            <input value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
          </FormField>
          <FormField
            label="Project"
            help="Groups sources that belong together."
            refusal={refusals().get('project_id')}
            isRequired
          >
            <input
              list={listId}
              autocomplete="off"
              value={project}
              onInput={({ currentTarget }) => setProject(currentTarget.value)}
            />
          </FormField>
          <datalist id={listId}>
            {projects.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </div>
        {hasOptions ? (
          <SchemaForm
            schema={schema}
            value={options}
            onChange={setOptions}
            refusals={refusals('plugin_info.options.')}
          />
        ) : null}
        <Pairs
          label="Labels"
          help="All alerts of this source get them, so that subscriptions and searches can name them."
          refusal={findRefusal(ofSettings, 'labels')}
          value={labels}
          onChange={setLabels}
        />
        <details open={ofSettings.size > 0 ? true : undefined}>
          <summary>More settings</summary>
          <div class="folded">
            <SchemaForm
              schema={SETTINGS_SCHEMA}
              value={settings}
              onChange={setSettings}
              refusals={ofSettings}
            />
          </div>
        </details>
        {message === undefined ? null : <Notice kind="bad">{message}</Notice>}
        <div class="bar">
          <button type="submit" class="primary" disabled={isBusy}>
            Create the source
          </button>
          <a class="button quiet" href={linkTo('sources')}>
            Cancel
          </a>
        </div>
      </form>
    </>
  );
}

/** Finds the reason for which a field or anything in it was refused. */
export function findRefusal(refusals: ReadonlyMap<string, string>, field: string): string | undefined {
  return [...refusals].find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
}

/** Reads the projects of the present sources, the one with the most sources first. */
async function readProjects(signal: AbortSignal): Promise<readonly string[]> {
  const group = {
    keys: [{ key: 'project_id', name: 'id' }],
    fields: [{ name: 'count', operator: 'count' as const }],
  };
  const { results } = await client.call(
    'statWebhooks',
    { body: { domain_id: currentDomain(), query: { aggregate: [{ group }] } } },
    { signal },
  );
  return (results as unknown as { readonly id: string; readonly count: number }[])
    .toSorted((a, b) => b.count - a.count)
    .map(({ id }) => id);
}
