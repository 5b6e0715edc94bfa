import { useState } from 'preact/hooks';
import { linkTo } from '../address.js';
import { client } from '../client.js';
import { EmptyState } from '../design/empty-state.tsx';
import { Heading } from '../parts/heading.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { useLoaded } from '../parts/use-loaded.js';
import { Puzzle } from 'lucide';
import { SystemMark } from './system-mark.tsx';

/** What most people connect first. */
const POPULAR = [
  'prometheus',
  'grafana',
  'datadog',
  'zabbix',
  'uptime-kuma',
  'aws-sns',
  'azure-monitor',
  'google-monitoring',
  'sentry',
  'newrelic',
  'elastic',
  'kubernetes',
];

/** Those that are no system: for own programs, for unknown senders, and for payloads that are described by expressions. */
const ANY_SENDER: Readonly<Record<string, string>> = {
  direct: 'Your own program posts events as this service has them',
  auto: 'Any other sender: what it posts is recognized',
  mapping: 'Any other sender: you say where its fields are',
  http: 'Your own service reads what the sender posts',
};

/** All systems that can post alarms, the popular ones first. A tile leads to the form for its system. */
export function SystemTiles() {
  const [words, setWords] = useState('');
  const { value, failure } = useLoaded('plugins', (signal) => client.call('listPlugins', {}, { signal }));
  const all = (value.value?.results ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const searched = words.trim().toLowerCase();
  const found = all.filter(({ plugin_id, name }) => `${name} ${plugin_id}`.toLowerCase().includes(searched));
  const popular = POPULAR.flatMap((id) => found.find(({ plugin_id }) => plugin_id === id) ?? []);
  const general = found.filter(({ plugin_id }) => Object.hasOwn(ANY_SENDER, plugin_id));
  const others = found.filter((plugin) => !popular.includes(plugin) && !general.includes(plugin));
  return (
    <>
      <Heading text="Connect a source" />
      <div class="bar">
        <input
          type="search"
          aria-label="Search systems"
          placeholder={`Search ${all.length === 0 ? '' : `${all.length} `}systems`}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <a class="button quiet" href={linkTo('sources')}>
          Cancel
        </a>
      </div>
      <LoadState loaded={{ value, failure }} />
      {value.value !== undefined && found.length === 0 ? (
        <EmptyState icon={Puzzle} title="No system has this name">
          <p>Most senders that can post JSON work all the same.</p>
          <a class="button" href={linkTo('sources', undefined, { new: 'auto' })}>
            Connect it as “Automatic”
          </a>
        </EmptyState>
      ) : null}
      <Tiles title="Popular" plugins={popular} />
      <Tiles title="Any sender" plugins={general} />
      <Tiles title="All others" plugins={others} />
    </>
  );
}

interface TilesProperties {
  readonly title: string;
  readonly plugins: readonly { readonly plugin_id: string; readonly name: string }[];
}

function Tiles({ title, plugins }: TilesProperties) {
  if (plugins.length === 0) return null;
  return (
    <section class="stack">
      <h2>{title}</h2>
      <ul class="tiles">
        {plugins.map(({ plugin_id, name }) => (
          <li key={plugin_id}>
            <a href={linkTo('sources', undefined, { new: plugin_id })}>
              <SystemMark id={plugin_id} />
              <span>
                {name}
                {ANY_SENDER[plugin_id] === undefined ? null : <small>{ANY_SENDER[plugin_id]}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
