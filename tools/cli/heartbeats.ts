import { Command, Option } from '@commander-js/extra-typings';
import { print, printJson } from './print.js';
import { printResult } from './record-commands.js';
import { addQueryCommands } from './query-heartbeats.js';
import { openSession } from './session.js';

export function heartbeatsCommand(): Command {
  const heartbeats: Command = new Command('heartbeats').description('sources that must send pings regularly');
  addQueryCommands(heartbeats);
  heartbeats
    .command('get')
    .description('show a heartbeat; `*` names the heartbeat that every delivery pings')
    .argument('<webhook_id>')
    .argument('<name>')
    .action(async (webhook_id, name, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const path = { webhook_id, name };
      printResult(await tocsin.call('getHeartbeat', { path, query: { ...domain } }), json);
    });
  heartbeats
    .command('set')
    .description('create a heartbeat, or change its given fields')
    .argument('<webhook_id>')
    .argument('<name>')
    .option('--every <duration>', 'the longest time between two pings, like 5m or 1d')
    .option('--schedule <expression>', 'instead of --every: a cron expression, like "0 2 * * *"')
    .option('--timezone <name>', 'the time zone of the schedule, like Europe/Berlin')
    .option('--grace <duration>', 'how late a ping may be')
    .addOption(
      new Option('--severity <severity>', 'severity of the alert').choices([
        'CRITICAL',
        'ERROR',
        'WARNING',
        'INFO',
        'NOT_AVAILABLE',
        'NONE',
      ] as const),
    )
    .action(async (webhook_id, name, { every, grace, severity, schedule, timezone }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, expect_every: every, schedule, timezone, grace, severity };
      printResult(await tocsin.call('putHeartbeat', { path: { webhook_id, name }, body }), json);
    });
  heartbeats
    .command('delete')
    .description('delete a heartbeat; its alert is resolved')
    .argument('<webhook_id>')
    .argument('<name>')
    .action(async (webhook_id, name, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      await tocsin.call('deleteHeartbeat', { path: { webhook_id, name }, query: { ...domain } });
      if (json) printJson({ webhook_id, name, deleted: true });
      else print(`${name} is deleted`);
    });
  return heartbeats as unknown as Command;
}
