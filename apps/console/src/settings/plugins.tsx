import { Puzzle } from 'lucide';
import { address, linkTo, navigate } from '../address.js';
import { client } from '../client.js';
import { Drawer } from '../design/dialog.tsx';
import { EmptyState } from '../design/empty-state.tsx';
import { ScrollableText } from '../parts/json.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { Guide } from '../sources/guide.tsx';
import { SystemMark } from '../sources/system-mark.tsx';

/** The plugins that read deliveries, with their versions, samples and guides. The address has the one that is open. */
export function Plugins() {
  const { parameters } = address.value;
  const words = parameters.get('words') ?? '';
  const opened = parameters.get('open');
  const { value, failure } = useLoaded('plugins', (signal) => client.call('listPlugins', {}, { signal }));
  const link = (part: Readonly<Record<string, string>>) => linkTo('settings', 'plugins', part);
  const filter: Readonly<Record<string, string>> = words === '' ? {} : { words };
  const found = (value.value?.results ?? [])
    .filter(({ plugin_id, name }) =>
      `${name} ${plugin_id}`.toLowerCase().includes(words.trim().toLowerCase()),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <section class="stack" aria-label="Plugins">
      <div class="bar">
        <input
          type="search"
          aria-label="Search plugins"
          placeholder="Search by name"
          value={words}
          onInput={({ currentTarget }) =>
            navigate(link(currentTarget.value === '' ? {} : { words: currentTarget.value }), {
              replace: true,
            })
          }
        />
      </div>
      <LoadState loaded={{ value, failure }} />
      {value.value === undefined ? null : found.length === 0 ? (
        <EmptyState icon={Puzzle} title="No plugin has this name" />
      ) : (
        <ul class="tiles">
          {found.map(({ plugin_id, name, versions }) => (
            <li key={plugin_id}>
              <a href={link({ ...filter, open: plugin_id })}>
                <SystemMark id={plugin_id} />
                <span>
                  {name}
                  <small>
                    {versions.length === 1 ? versions[0] : `${versions[0]}, ${versions.length} versions`}
                  </small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {opened === null ? null : (
        <OpenPlugin key={opened} id={opened} onClose={() => navigate(link(filter), { replace: true })} />
      )}
    </section>
  );
}

function OpenPlugin({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { value, failure } = useLoaded(id, (signal) =>
    client.call('getPlugin', { path: { plugin_id: id } }, { signal }),
  );
  const plugin = value.value;
  return (
    <Drawer title={plugin?.name ?? id} onClose={onClose}>
      <LoadState loaded={{ value, failure }} />
      {plugin === undefined ? null : (
        <>
          <div class="bar">
            {plugin.versions.map((version) => (
              <span key={version} class="chip">
                {version}
              </span>
            ))}
            <a class="button end" href={linkTo('sources', undefined, { new: id })}>
              Connect a source
            </a>
          </div>
          <Guide markdown={plugin.docs} />
          <h3>Samples</h3>
          {plugin.samples.map(({ name, body }) => (
            <details key={name}>
              <summary>{name}</summary>
              <ScrollableText text={body} label={`Sample: ${name}`} />
            </details>
          ))}
        </>
      )}
    </Drawer>
  );
}
