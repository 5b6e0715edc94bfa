import { Command } from '@commander-js/extra-typings';
import { print, printJson, printTable } from './print.js';
import { openSession } from './session.js';

export function pluginsCommand(): Command {
  const plugins = new Command('plugins').description('plugins and their senders');
  plugins
    .command('list')
    .description('list the plugins')
    .action(async (_, command) => {
      const { tocsin, json } = openSession(command);
      const { results } = await tocsin.call('listPlugins');
      if (json) return printJson(results);
      printTable(results, {
        plugin_id: ({ plugin_id }) => plugin_id,
        name: ({ name }) => name,
        provider: ({ provider }) => provider,
        version: ({ version }) => version,
      });
    });
  plugins
    .command('show')
    .alias('get')
    .description('show setup guide, options and samples of a plugin')
    .argument('<plugin_id>')
    .action(async (plugin_id, _, command) => {
      const { tocsin, json } = openSession(command);
      const plugin = await tocsin.call('getPlugin', { path: { plugin_id } });
      if (json) return printJson(plugin);
      print(`${plugin.name} ${plugin.version}\n\n${plugin.docs.trim()}\n\nOptions`);
      const options = Object.entries((plugin.options_schema['properties'] ?? {}) as Record<string, Option>);
      printTable(options, {
        option: ([name]) => name,
        type: ([, { type }]) => type,
        secret: ([, { writeOnly }]) => (writeOnly ? 'yes' : ''),
        '': ([, { description }]) => description ?? '',
      });
      print('Samples');
      printTable(plugin.samples, { sample: ({ name }) => name, outcomes: ({ expect }) => expect.length });
    });
  return plugins as unknown as Command;
}

interface Option {
  readonly type?: string;
  readonly writeOnly?: boolean;
  readonly description?: string;
}
