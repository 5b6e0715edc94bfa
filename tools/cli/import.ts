import { Command } from '@commander-js/extra-typings';
import { parseDocument, stringify } from 'yaml';
import type { Schemas } from '#client';
import { readInput } from './arguments.js';
import { UsageError } from './explain.js';
import { openSession } from './session.js';
import { importCommands } from './moving/commands.js';
import { print, printError } from './print.js';

interface Receiver {
  readonly name?: string;
  readonly webhook_configs?: readonly { readonly url?: string }[];
}

interface Alertmanager {
  readonly route?: { readonly receiver?: string; readonly routes?: readonly unknown[] };
  readonly receivers?: readonly Receiver[];
}

export function importCommand(): Command {
  const command = new Command('import')
    .description(
      'print the lines that make an Alertmanager configuration also send all alarms to Tocsin; the commands print files for "tocsin apply"',
    )
    .argument('<file>', 'alertmanager.yml; - for standard input')
    .option('--webhook <id>', 'the webhook whose URL is inserted; a placeholder by default')
    .action(async (file, { webhook: webhook_id }, command) => {
      const configuration = await readConfiguration(file);
      let url = '<webhook_url>';
      if (webhook_id !== undefined) {
        const { tocsin, domain } = openSession(command);
        const webhook = await tocsin.call('getWebhook', { path: { webhook_id }, query: { ...domain } });
        url = webhook.webhook_url ?? url;
        for (const warning of findWarnings(webhook)) printError(warning);
      }
      print(formatAdditions(configuration, url));
    }) as unknown as Command;
  for (const each of importCommands()) command.addCommand(each);
  return command;
}

/** Plugins that read what Alertmanager posts. */
const READING_PLUGINS: ReadonlySet<string> = new Set(['prometheus', 'auto']);

/** Returns why the alarms of Alertmanager would not arrive as alerts at this webhook. */
export function findWarnings({
  name,
  state,
  plugin_info,
  webhook_url,
}: Schemas['PartialWebhookInfo']): string[] {
  const plugin = plugin_info?.plugin_id ?? '';
  return [
    ...(READING_PLUGINS.has(plugin)
      ? []
      : [
          `warning: the webhook ${name} has the plugin ${plugin}, which does not read what Alertmanager posts; create one with --plugin prometheus`,
        ]),
    ...(state === 'DISABLED' ? [`warning: the webhook ${name} is disabled and refuses deliveries`] : []),
    ...(webhook_url?.includes('*')
      ? ['warning: this key may not see the URL of the webhook; use one with the role MEMBER or ADMIN']
      : []),
  ];
}

/** Returns what to add to the configuration, as YAML with comments that say where. */
export function formatAdditions({ receivers = [], route }: Alertmanager, url: string): string {
  const existing = receivers.find(({ webhook_configs = [] }) =>
    webhook_configs.some((each) => each.url === url),
  );
  if (existing !== undefined)
    return `# Nothing to add: the receiver ${existing.name} posts to this URL already.`;
  const usedNames = new Set(receivers.map(({ name }) => name));
  let name = 'tocsin';
  for (let next = 2; usedNames.has(name); next += 1) name = `tocsin-${next}`;
  const receiver = [{ name, webhook_configs: [{ url, send_resolved: true, max_alerts: 0 }] }];
  const routeCount = route?.routes?.length ?? 0;
  return [
    `# Add to receivers (there are ${receivers.length}):`,
    stringify({ receivers: receiver }).trimEnd(),
    '',
    `# Add as the first of route.routes, before the ${routeCount} existing ones. It matches every alarm, and "continue" passes the`,
    `# alarm on to the other routes. Alarms that match none of them reach ${route?.receiver} only by a route of its own, the last:`,
    stringify({
      route: {
        routes: [
          { receiver: name, continue: true },
          ...(routeCount === 0 ? [{ receiver: route?.receiver }] : []),
        ],
      },
    }).trimEnd(),
    ...(routeCount === 0
      ? []
      : [
          `# … the ${routeCount} existing routes, unchanged, then`,
          stringify([{ receiver: route?.receiver }]).trimEnd(),
        ]),
  ].join('\n');
}

/** @throws UsageError if the file is not a configuration of Alertmanager */
async function readConfiguration(file: string): Promise<Alertmanager> {
  const document = parseDocument(await readInput(file));
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`${file} is not YAML: ${error.message}`);
  const value: unknown = document.toJS();
  const { route, receivers } = (value ?? {}) as Alertmanager;
  if (typeof route?.receiver !== 'string' || !Array.isArray(receivers))
    throw new UsageError(
      `${file} is not an Alertmanager configuration: it needs route.receiver and receivers`,
    );
  return { route, receivers };
}
