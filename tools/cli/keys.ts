import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { instant, wholeNumber } from './arguments.js';
import { printJson, printRecord, printTable } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { openSession } from './session.js';

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys of a domain');
  keys
    .command('create')
    .description('create a key; its secret is shown this once')
    .requiredOption('--user <id>', 'whose key it is')
    .option('--name <text>')
    .addOption(new Option('--role <role>').choices(['ADMIN', 'MEMBER', 'VIEWER'] as const))
    .option('--expires <time>', 'when it stops working', instant)
    .action(async ({ user, name, role, expires }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { user_id: user, name, role, expires_at: expires, ...domain };
      print(await tocsin.call('APIKey_create', { body }), json);
    });
  keys
    .command('list')
    .description('list the keys')
    .addOption(new Option('--state <state>').choices(['ENABLED', 'DISABLED'] as const))
    .option(...LIMIT)
    .action(async ({ state, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await firstOf(limit, (page) =>
        tocsin.each('APIKey_search', { body: { ...domain, state, query: { page } } }),
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
  keys
    .command('disable')
    .description('stop a key within a second, everywhere')
    .argument('<api_key_id>')
    .action(async (api_key_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      print(await tocsin.call('APIKey_disable', { path: { api_key_id }, body: { ...domain } }), json);
    });
  keys
    .command('rotate')
    .description('replace the secret of a key; the new one is shown this once')
    .argument('<api_key_id>')
    .option('--grace <seconds>', 'how long the old one still works', wholeNumber)
    .action(async (api_key_id, { grace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace };
      print(await tocsin.call('APIKey_rotate', { path: { api_key_id }, body }), json);
    });
  return keys as unknown as Command;
}

const print = (key: Schemas['APIKeyInfo'], json: boolean): void => (json ? printJson(key) : printRecord(key));
