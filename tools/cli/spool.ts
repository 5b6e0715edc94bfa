import { existsSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { UsageError } from './explain.js';
import { print, printJson } from './print.js';
import { openSession } from './session.js';

export function spoolCommand(): Command {
  const retry = new Command('retry')
    .description('have deliveries that the database refused tried again, without a restart')
    .option('--dir <folder>', 'folder of the spools (SPOOL_DIR)')
    .action(async ({ dir = process.env['SPOOL_DIR']?.trim() }, command) => {
      const { json } = openSession(command);
      if (!dir) throw new UsageError('Set SPOOL_DIR as for the API, or --dir, to the folder of the spools.');
      // Imported here because it loads the whole service, which would delay every other command.
      const { MonitoringModule } = await import('#monitoring');
      if (!existsSync(dir)) throw new UsageError(`There is no folder ${dir}.`);
      const files = await MonitoringModule.retryRefusedDeliveries(dir);
      if (json) printJson({ files });
      else if (files.length === 0) print(`No file in ${dir} was refused.`);
      else
        print(
          `Tried again by a running API within seconds, or else at the next start of one:\n  ${files.join('\n  ')}\n` +
            'What is refused again is kept in a new file ending in .refused; the log of the API has the reason.',
        );
    });
  return new Command('spool')
    .description('on the host of an API: its deliveries that wait for the database')
    .addCommand(retry as unknown as Command) as unknown as Command;
}
