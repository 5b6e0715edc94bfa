import { Command, Option } from '@commander-js/extra-typings';
import { parseInstant, parseWholeNumber } from './arguments.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';

export function keysCommand(): Command {
  const keys: Command = new Command('keys').description('API keys of a domain');
  keys
    .command('create')
    .description('create a key; its secret is shown only once')
    .requiredOption('--user <id>', 'the user of the key')
    .option('--name <text>')
    .addOption(
      new Option(
        '--role <role>',
        'ADMIN: everything in the domain, MEMBER: all except API keys, VIEWER: read only',
      )
        .choices(['ADMIN', 'MEMBER', 'VIEWER'] as const)
        .default('MEMBER' as const),
    )
    .option('--expires <time>', 'the expiry time, like 2099-12-31T23:59:59Z or "now + 90d"', parseInstant)
    .action(async ({ user, name, role, expires }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { user_id: user, name, role, expires_at: expires, ...domain };
      printResult(await tocsin.call('createApiKey', { body }), json);
    });
  keys
    .command('list')
    .description('list the keys')
    .addOption(new Option('--state <state>').choices(['ENABLED', 'DISABLED'] as const))
    .option(...LIMIT_OPTION)
    .action(async ({ state, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchApiKeys', { body: { ...domain, state, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        api_key_id: (key) => key.api_key_id,
        key: (key) => key.api_key,
        name: (key) => key.name,
        user: (key) => key.user_id,
        role: (key) => key.role,
        state: (key) => key.state,
        'last used': (key) => key.last_accessed_at,
      });
    });
  addRecordCommand(
    keys,
    'get',
    'api_key_id',
    'show a key, without its secret',
    (api_key_id, { tocsin, domain }) =>
      tocsin.call('getApiKey', { path: { api_key_id }, query: { ...domain } }),
  );
  addRecordCommand(keys, 'enable', 'api_key_id', 'enable a disabled key', (api_key_id, { tocsin, domain }) =>
    tocsin.call('enableApiKey', { path: { api_key_id }, body: { ...domain } }),
  );
  addRecordCommand(
    keys,
    'disable',
    'api_key_id',
    'disable a key; every process rejects it within a second',
    (api_key_id, { tocsin, domain }) =>
      tocsin.call('disableApiKey', { path: { api_key_id }, body: { ...domain } }),
  );
  addDeleteCommand(keys, 'api_key_id', 'delete a key permanently', (api_key_id, { tocsin, domain }) =>
    tocsin.call('deleteApiKey', { path: { api_key_id }, query: { ...domain } }),
  );
  keys
    .command('rotate')
    .description('replace the secret of a key; the new one is shown only once')
    .argument('<api_key_id>')
    .option('--grace <seconds>', 'how long the old secret stays valid', parseWholeNumber)
    .option('--end-grace', 'end the grace period of an earlier rotation now')
    .action(async (api_key_id, { grace, endGrace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace, end_grace: endGrace };
      printResult(await tocsin.call('rotateApiKey', { path: { api_key_id }, body }), json);
    });
  keys
    .command('whoami')
    .description('show the domain, user and role of the key in use')
    .action(async (_, command) => {
      const { tocsin, json } = openSession(command);
      printResult(await tocsin.call('getCaller'), json);
    });
  return keys as unknown as Command;
}
