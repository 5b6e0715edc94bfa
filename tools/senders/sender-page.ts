import { BUILT_IN_PLUGINS, PluginRegistry, pluginsElsewhere, type AnyPlugin as Plugin } from '#monitoring';

type Sample = Plugin['samples'][number];

/** The pages of docs/senders by file name: one for the latest version of each plugin, and a list of them all. */
export function senderPages(): ReadonlyMap<string, string> {
  const registry = new PluginRegistry<Plugin>([...BUILT_IN_PLUGINS, ...pluginsElsewhere(SANDBOX, NOWHERE)]);
  const plugins = registry.list();
  const pages = plugins.map(
    (plugin) => [`${plugin.plugin_id}.md`, pageOf(plugin, registry.versions(plugin.plugin_id))] as const,
  );
  return new Map([['README.md', indexOf(plugins)], ...pages]);
}

// Pages only describe plugins; nothing is asked of them.
const nobody = () => Promise.reject(new Error('nothing is evaluated here'));
const NOWHERE = { post: nobody, refusal: nobody };
const SANDBOX = { evaluate: nobody, check: nobody };

function indexOf(plugins: readonly Plugin[]): string {
  const rows = plugins.map(
    ({ plugin_id, name, version }) => `| [${name}](${plugin_id}.md) | \`${plugin_id}\` | ${version} |`,
  );
  return [
    '# Senders',
    'Who can post to a webhook, how to set each of them up, and what becomes of what they send. ' +
      'Made by `npm run docs:senders` from the plugins themselves. `plugin_id` `auto` recognises all of them.',
    ['| Sender | `plugin_id` | Version |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

function pageOf(plugin: Plugin, versions: readonly string[]): string {
  const parts = [
    plugin.docs.trim(),
    ...optionsOf(plugin),
    ...(plugin.samples.length === 0 ? [] : ['## What arrives, and what becomes of it']),
    ...plugin.samples.map(sampleOf),
    `Plugin \`${plugin.plugin_id}\`, version ${versions.join(', ')}. Made by \`npm run docs:senders\`.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionsOf({ optionsSchema, docs }: Plugin): readonly string[] {
  const properties = optionsSchema['properties'];
  if (typeof properties !== 'object' || properties === null || Object.keys(properties).length === 0)
    return [];
  if (/^## Options/m.test(docs)) return [];
  return ['## Options', fenced('json', JSON.stringify(properties, null, 2))];
}

function sampleOf(sample: Sample): string {
  const heading = `### ${sample.name[0]?.toUpperCase()}${sample.name.slice(1)}`;
  const headers = Object.entries(sample.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const type = sample.content_type === undefined ? [] : [`content-type: ${sample.content_type}`];
  const written = /^\s*[[{]/.test(sample.body) ? 'json' : 'text';
  const arrives =
    [...type, ...headers].length === 0 ? [] : [fenced('http', [...type, ...headers].join('\n'))];
  const options =
    sample.options === undefined
      ? []
      : ['With the options', fenced('json', JSON.stringify(sample.options, null, 2))];
  return [heading, ...options, ...arrives, fenced(written, sample.body), ...sample.expect.map(becomes)].join(
    '\n\n',
  );
}

function becomes(expected: Sample['expect'][number]): string {
  if (!('event' in expected)) {
    return expected.outcome === 'IGNORED'
      ? 'Accepted and **ignored**, with the reason.'
      : 'Kept in the **quarantine**, with what was expected.';
  }
  return fenced('json', JSON.stringify(expected.event, null, 2));
}

/** A fence longer than any in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trim()}\n${fence}`;
}
