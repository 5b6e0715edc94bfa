import { Command } from '@commander-js/extra-typings';
import { limitOrNone, positiveNumber } from './arguments.js';
import { UsageError } from './explain.js';
import { deleteOne, forOne, printOne } from './one-record.js';
import { printJson, printRecord, printTable } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { openSession } from './session.js';

export function quotasCommand(): Command {
  const quotas: Command = new Command('quotas').description('how much of a protocol a domain may use');
  quotas
    .command('list')
    .description('list the quotas')
    .option(...LIMIT)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await firstOf(limit, (page) =>
        tocsin.each('Quota_search', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        quota_id: ({ quota_id }) => quota_id,
        protocol: ({ protocol_id }) => protocol_id,
        day: ({ limit }) => shown(limit.day),
        month: ({ limit }) => shown(limit.month),
      });
    });
  forOne(quotas, 'get', 'quota_id', 'show a quota', (quota_id, { tocsin, domain }) =>
    tocsin.call('Quota_get', { path: { quota_id }, query: { ...domain } }),
  );
  withLimit(quotas.command('create'))
    .description('limit a protocol')
    .argument('<protocol_id>')
    .action(async (protocol_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      printOne(
        await tocsin.call('Quota_create', { body: { ...domain, protocol_id, limit: someOf(limit) } }),
        json,
      );
    });
  withLimit(quotas.command('update'))
    .description('replace the whole limit')
    .argument('<quota_id>')
    .action(async (quota_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, limit: someOf(limit) };
      printOne(await tocsin.call('Quota_update', { path: { quota_id }, body }), json);
    });
  deleteOne(
    quotas,
    'quota_id',
    'limit a protocol no longer; its usage is kept',
    (quota_id, { tocsin, domain }) =>
      tocsin.call('Quota_delete', { path: { quota_id }, query: { ...domain } }),
  );
  quotas
    .command('usage')
    .description('show what was used, by day')
    .argument('<quota_id>')
    .action(async (quota_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const usage = await tocsin.call('Quota_usage', { path: { quota_id }, query: { ...domain } });
      if (json) return printJson(usage);
      printRecord({ protocol: usage.protocol_id, limit: usage.limit, remaining: usage.remaining });
      const names = Object.keys(usage.results[0] ?? { day: '' });
      printTable(
        usage.results as Record<string, unknown>[],
        Object.fromEntries(names.map((name) => [name, (day: Record<string, unknown>) => day[name]])),
      );
    });
  withLimit(quotas.command('simulate'))
    .description('show what another limit would have granted of what was asked for')
    .argument('<quota_id>')
    .action(async (quota_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, limit: someOf(limit) };
      const simulation = await tocsin.call('Quota_simulate', { path: { quota_id }, body });
      if (json) return printJson(simulation);
      const { days, ...sums } = simulation;
      printRecord(sums);
      printTable(days, {
        day: ({ day }) => day,
        demand: ({ demand }) => demand,
        granted: ({ granted }) => granted,
        refused: ({ refused }) => refused,
      });
    });
  quotas
    .command('consume')
    .description('take from what is left of a protocol; exit code 7 when it is not enough')
    .argument('<protocol_id>')
    .argument('[amount]', 'how much', positiveNumber, 1)
    .option('--idempotency-key <text>', 'the same again takes nothing more')
    .action(async (protocol_id, amount, { idempotencyKey }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, protocol_id, amount };
      printOne(await tocsin.call('Quota_consumeProtocol', { body }, { idempotencyKey }), json);
    });
  quotas
    .command('release')
    .description('give back what was consumed and not used')
    .argument('<consumption_id>', 'as consume named it')
    .argument('[amount]', 'how much of it; all unless said', positiveNumber)
    .option('--idempotency-key <text>', 'the same again gives nothing more back')
    .action(async (consumption_id, amount, { idempotencyKey }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, consumption_id, amount };
      printOne(await tocsin.call('Quota_releaseProtocol', { body }, { idempotencyKey }), json);
    });
  return quotas as unknown as Command;
}

const withLimit = (command: Command) =>
  command
    .option('--day <n>', 'in a UTC day; -1 without a limit', limitOrNone)
    .option('--month <n>', 'in a UTC month; -1 without a limit', limitOrNone);

function someOf(limit: { day?: number; month?: number }) {
  if (limit.day === undefined && limit.month === undefined)
    throw new UsageError('say how much: --day, --month or both');
  return limit;
}

const shown = (limit = -1): number | string => (limit === -1 ? 'unlimited' : limit);
