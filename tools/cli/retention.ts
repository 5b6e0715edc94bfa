import { Command, Option } from '@commander-js/extra-typings';
import { FailedError } from './explain.js';
import { print, printJson, printTable } from './print.js';
import { openSession } from './session.js';

export function retentionCommand(): Command {
  return new Command('retention')
    .description('show or drop expired records; uses the settings of the worker')
    .addOption(new Option('--plan', 'print what the next run drops (default)'))
    .addOption(
      new Option('--apply', 'drop the expired records now, without a limit on the amount').conflicts('plan'),
    )
    .action(async ({ apply }, command) => {
      const { json } = openSession(command);
      // Imported here because it loads the whole service, which would delay every other command.
      const [{ MonitoringModule }, { loadConfig }] = await Promise.all([
        import('#monitoring'),
        import('#shared/platform/config/env.js'),
      ]);
      const { database, retention } = loadConfig(process.env, 'worker');
      const runner = MonitoringModule.retention(database.directUrl, retention);
      if (apply) {
        const dropped = await runner.enforce(true);
        if (json) printJson({ dropped });
        else print(dropped.length === 0 ? 'Nothing has expired.' : `Dropped:\n  ${dropped.join('\n  ')}`);
        return;
      }
      const { tables, refusal } = await runner.plan();
      const due = tables.flatMap(({ table, before, due: names }) =>
        names.map((partition) => ({ table, partition, kept_since: before.toISOString() })),
      );
      if (json) printJson(due);
      else if (due.length === 0) print('Nothing has expired.');
      else
        printTable(due, {
          partition: ({ partition }) => partition,
          'arrivals kept since': ({ kept_since }) => kept_since,
        });
      if (refusal !== undefined) throw new FailedError(refusal.message);
    }) as unknown as Command;
}
