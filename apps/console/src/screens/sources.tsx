import { address, linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { useSubmit } from '../parts/use-submit.js';
import { session } from '../session.js';
import { readSources } from '../sources/read-sources.js';
import { SourceTable } from '../sources/source-table.tsx';
import { SourceScreen } from './source.tsx';

/** Milliseconds. */
const REFRESH_MS = 5_000;

/** The screen of all sources, or of the one in the URL. */
export function Sources() {
  return address.value.id === undefined ? <SourceList /> : <SourceScreen id={address.value.id} />;
}

function SourceList() {
  const loaded = useLoaded('sources', readSources, REFRESH_MS);
  return (
    <>
      <Heading text="Sources" />
      <LoadState loaded={loaded} />
      <CreateWebhook />
      <SourceTable sources={loaded.value.value} />
    </>
  );
}

/** The form for a new webhook: its name, and the system that posts to it. */
function CreateWebhook() {
  const { value, failure } = useLoaded('plugins', async (signal) => {
    const { results } = await client.call('listPlugins', {}, { signal });
    return results.toSorted((a, b) => a.name.localeCompare(b.name));
  });
  const { onSubmit, isBusy, refusal } = useSubmit(async (text) => {
    const body = {
      name: text('name'),
      project_id: text('project_id'),
      plugin_info: { plugin_id: text('plugin_id') },
    };
    const { webhook_id } = await client.call('createWebhook', { body });
    navigate(linkTo('sources', webhook_id));
  });
  if (session.value?.role === 'VIEWER') return null;
  return (
    <details>
      <summary>New webhook</summary>
      {failure.value === undefined ? null : <Notice kind="bad">{failure.value}</Notice>}
      <form class="search" aria-label="New webhook" onSubmit={onSubmit}>
        <label>
          System
          <select name="plugin_id" required>
            {(value.value ?? []).map(({ plugin_id, name }) => (
              <option key={plugin_id} value={plugin_id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Name
          <input name="name" required />
        </label>
        <label>
          Project
          <input name="project_id" required />
        </label>
        <button type="submit" disabled={isBusy}>
          Create
        </button>
      </form>
      {refusal === undefined ? null : <Notice kind="bad">{refusal}</Notice>}
    </details>
  );
}
