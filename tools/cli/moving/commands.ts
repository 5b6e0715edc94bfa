import { Command } from '@commander-js/extra-typings';
import { print, printError } from '../print.js';
import { importAlertmanager } from './alertmanager.js';
import { importGrafana } from './grafana.js';
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
      .action((path, { project }, command) => {
        const file = openFile(command as unknown as Command, project);
        importAlertmanager(path, file, project);
        finish(file);
      }) as unknown as Command,
    new Command('grafana')
      .description(
        'print the file that contact points, notification policies and mute timings of Grafana become',
      )
      .argument('<files...>', 'exports in YAML or JSON; - for standard input')
      .option(...PROJECT_OPTION)
      .action((paths, { project }, command) => {
        const file = openFile(command as unknown as Command, project);
        importGrafana(paths, file, project);
        finish(file);
      }) as unknown as Command,
  ];
}

const PROJECT_OPTION = ['--project <id>', 'the project of the records; default: all projects'] as const;

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
