import { Command } from '@commander-js/extra-typings';
import { print, printError } from '../print.js';
import { importAlertmanager } from './alertmanager.js';
import { importGrafana } from './grafana.js';
import { UsageError } from '../explain.js';
import { importPagerDuty, PAGERDUTY_LISTS } from './pagerduty.js';
import { importOpsgenie, OPSGENIE_LISTS } from './opsgenie.js';
import { OPSGENIE_API, readOpsgenie } from './read-opsgenie.js';
import { PAGERDUTY_API, readPagerDuty } from './read-pagerduty.js';
import { listAt, readSource, type Fields } from './source-file.js';
import { MovedFile } from './moved-file.js';

/** What `import` reads of other systems. */
export function importCommands(): readonly Command[] {
  return [
    new Command('alertmanager')
      .description(
        'print the file that routes, receivers, inhibit rules and time intervals of Alertmanager become',
      )
      .argument('<file>', 'alertmanager.yml; - for standard input')
      .option(...PROJECT_OPTION)
      .action(async (path, { project }, command) => {
        const file = openFile(command as unknown as Command, project);
        await importAlertmanager(path, file, project);
        finish(file);
      }) as unknown as Command,
    new Command('grafana')
      .description(
        'print the file that contact points, notification policies and mute timings of Grafana become',
      )
      .argument('<files...>', 'exports in YAML or JSON; - for standard input')
      .option(...PROJECT_OPTION)
      .action(async (paths, { project }, command) => {
        const file = openFile(command as unknown as Command, project);
        await importGrafana(paths, file, project);
        finish(file);
      }) as unknown as Command,
    accountCommand({
      name: 'pagerduty',
      description:
        'print the file that services, schedules, escalation policies and maintenance windows of PagerDuty become',
      lists: PAGERDUTY_LISTS,
      api: PAGERDUTY_API,
      read: readPagerDuty,
      convert: importPagerDuty,
    }),
    accountCommand({
      name: 'opsgenie',
      description:
        'print the file that integrations, heartbeats, schedules, escalations and maintenance of Opsgenie become',
      lists: OPSGENIE_LISTS,
      api: OPSGENIE_API,
      read: readOpsgenie,
      convert: importOpsgenie,
    }),
  ];
}

const PROJECT_OPTION = ['--project <id>', 'the project of the records; default: all projects'] as const;

interface Account {
  readonly name: string;
  readonly description: string;
  /** The lists that exports have, by name. */
  readonly lists: readonly string[];
  /** The address of the API. */
  readonly api: string;
  readonly read: (address: string, keyName: string) => Promise<Fields>;
  readonly convert: (account: Fields, file: MovedFile, project: string | undefined) => void;
}

/** A command that reads exports, or the API. */
function accountCommand({ name, description, lists, api, read, convert }: Account): Command {
  return new Command(name)
    .description(description)
    .argument('[files...]', `JSON with ${lists.join(', ')}, as the API returns them; - for standard input`)
    .option(
      '--key-env <name>',
      'reads the API in place of files, with the read-only key in this environment variable',
    )
    .option('--api <address>', 'address of the API', api)
    .option(...PROJECT_OPTION)
    .action(async (paths, { project, keyEnv, api: address }, command) => {
      if ((keyEnv === undefined) === (paths.length === 0))
        throw new UsageError(
          'give files with exports, or --key-env with the name of the variable that has the key',
        );
      const account = await (keyEnv === undefined ? readExports(paths, lists) : read(address, keyEnv));
      const file = openFile(command as unknown as Command, project);
      convert(account, file, project);
      finish(file);
    }) as unknown as Command;
}

/** Puts the lists of several files together. @throws UsageError if none has any of them */
async function readExports(paths: readonly string[], lists: readonly string[]): Promise<Fields> {
  const expected = `an export with one of the lists ${lists.join(', ')}`;
  const sources = await Promise.all(
    paths.map(async (path) => (await readSource(path, expected, 'core')).value),
  );
  const found = Object.fromEntries(
    lists.map((list) => [list, sources.flatMap((source) => listAt(source, list))]),
  );
  if (Object.values(found).every((list) => list.length === 0))
    throw new UsageError(`${paths.join(', ')}: expected ${expected}`);
  return found;
}

function openFile(command: Command, project: string | undefined): MovedFile {
  const { domain } = command.optsWithGlobals() as { readonly domain?: string };
  return new MovedFile({ domain, project });
}

/** Prints the file, and beside it what became of each part. */
function finish(file: MovedFile): void {
  print(file.toYaml());
  for (const { mark, text } of file.notes) printError(`${mark} ${text}`);
  const count = (mark: string) => file.notes.filter((each) => each.mark === mark).length;
  printError(`${count('✓')} as before, ${count('~')} changed, ${count('✗')} not taken over`);
  if (file.secrets.length > 0)
    printError(`${file.secrets.length} secrets are variables, which the first lines of the file list`);
}
