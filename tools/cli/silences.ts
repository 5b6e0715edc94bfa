import { Command, Option } from '@commander-js/extra-typings';
import { addDeleteCommand, addRecordCommand } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';
import { addCreate, addPreview, addUpdate } from './silence-drafts.js';
import { addStatCommand } from './add-stat-command.js';

export function silencesCommand(): Command {
  const silences: Command = new Command('silences').description(
    'periods without notifications for matching alerts',
  );
  addCreate(silences);
  addUpdate(silences);
  addPreview(silences);
  addStatCommand(silences, 'statSilences', 'count the silences of each state');
  silences
    .command('list')
    .description('list silences, by default those that are active')
    .addOption(
      new Option('--state <state>')
        .choices(['PENDING', 'ACTIVE', 'EXPIRED', 'ALL'] as const)
        .default('ACTIVE' as const),
    )
    .option(...LIMIT_OPTION)
    .action(async ({ state, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = { ...domain, state: state === 'ALL' ? undefined : state };
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchSilences', { body: { ...given, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        silence_id: ({ silence_id }) => silence_id,
        name: ({ name }) => name,
        state: ({ state: is }) => is,
        starts_at: ({ starts_at }) => starts_at,
        ends_at: ({ ends_at }) => ends_at,
        created_by: ({ created_by }) => created_by,
        reason: ({ reason }) => reason,
      });
    });
  addRecordCommand(silences, 'get', 'silence_id', 'show a silence', (silence_id, { tocsin, domain }) =>
    tocsin.call('getSilence', { path: { silence_id }, query: { ...domain } }),
  );
  addRecordCommand(silences, 'expire', 'silence_id', 'end a silence now', (silence_id, { tocsin, domain }) =>
    tocsin.call('expireSilence', { path: { silence_id }, body: { ...domain } }),
  );
  addDeleteCommand(
    silences,
    'silence_id',
    'delete a silence, which ends it',
    (silence_id, { tocsin, domain }) =>
      tocsin.call('deleteSilence', { path: { silence_id }, query: { ...domain } }),
  );
  return silences as unknown as Command;
}
