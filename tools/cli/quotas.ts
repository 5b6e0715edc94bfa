import { Command } from '@commander-js/extra-typings';
import { formatVersion } from '#shared/kernel/record-changes.js';
import { parseLimit, parsePositiveNumber } from './arguments.js';
import { UsageError } from './explain.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { printJson, printRecord, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';

export function quotasCommand(): Command {
  const quotas: Command = new Command('quotas').description('limits of protocols in a domain');
  quotas
    .command('list')
    .description('list the quotas')
    .option(...LIMIT_OPTION)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchQuotas', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        quota_id: ({ quota_id }) => quota_id,
        protocol: ({ protocol_id }) => protocol_id,
        day: ({ limit }) => formatLimit(limit?.day),
        month: ({ limit }) => formatLimit(limit?.month),
      });
    });
  addRecordCommand(quotas, 'get', 'quota_id', 'show a quota', (quota_id, { tocsin, domain }) =>
    tocsin.call('getQuota', { path: { quota_id }, query: { ...domain } }),
  );
  addLimitOptions(quotas.command('create'))
    .description('create a quota for a protocol')
    .argument('<protocol_id>')
    .action(async (protocol_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      printResult(
        await tocsin.call('createQuota', { body: { ...domain, protocol_id, limit: requireLimit(limit) } }),
        json,
      );
    });
  addLimitOptions(quotas.command('update'))
    .description('change the given limits only')
    .argument('<quota_id>')
    .action(async (quota_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = requireLimit(limit);
      const path = { quota_id };
      const current = await tocsin.call('getQuota', { path, query: { ...domain } });
      // The service replaces the whole limit. If somebody else changed it meanwhile, nothing is overwritten.
      const header = { 'If-Match': `"${formatVersion(current.updated_at ?? '')}"` };
      const body = { ...domain, limit: { ...current.limit, ...given } };
      printResult(await tocsin.call('updateQuota', { path, header, body }), json);
    });
  addDeleteCommand(quotas, 'quota_id', 'delete a quota; its usage is kept', (quota_id, { tocsin, domain }) =>
    tocsin.call('deleteQuota', { path: { quota_id }, query: { ...domain } }),
  );
  quotas
    .command('usage')
    .description('show the usage by day')
    .argument('<quota_id>')
    .action(async (quota_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const usage = await tocsin.call('getQuotaUsage', { path: { quota_id }, query: { ...domain } });
      if (json) return printJson(usage);
      printRecord({ protocol: usage.protocol_id, limit: usage.limit, remaining: usage.remaining });
      const names = Object.keys(usage.results[0] ?? { day: '' });
      printTable(
        usage.results as Record<string, unknown>[],
        Object.fromEntries(names.map((name) => [name, (day: Record<string, unknown>) => day[name]])),
      );
    });
  addLimitOptions(quotas.command('simulate'))
    .description('apply another limit to past usage')
    .argument('<quota_id>')
    .action(async (quota_id, limit, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, limit: requireLimit(limit) };
      const simulation = await tocsin.call('simulateQuota', { path: { quota_id }, body });
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
    .description('consume from a protocol; exit code 7 if the remaining amount is too small')
    .argument('<protocol_id>')
    .argument('[amount]', 'amount to consume', parsePositiveNumber, 1)
    .option('--idempotency-key <text>', 'a retry with the same key does not consume again')
    .action(async (protocol_id, amount, { idempotencyKey }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, protocol_id, amount };
      printResult(await tocsin.call('consumeProtocolQuota', { body }, { idempotencyKey }), json);
    });
  quotas
    .command('release')
    .description('release an unused consumption')
    .argument('<consumption_id>', 'the id that consume returned')
    .argument('[amount]', 'amount to release; everything by default', parsePositiveNumber)
    .option('--idempotency-key <text>', 'a retry with the same key does not release again')
    .action(async (consumption_id, amount, { idempotencyKey }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, consumption_id, amount };
      printResult(await tocsin.call('releaseProtocolConsumption', { body }, { idempotencyKey }), json);
    });
  return quotas as unknown as Command;
}

const addLimitOptions = (command: Command) =>
  command
    .option('--day <n>', 'limit for a UTC day; -1 for unlimited', parseLimit)
    .option('--month <n>', 'limit for a UTC month; -1 for unlimited', parseLimit);

function requireLimit(limit: { day?: number; month?: number }) {
  if (limit.day === undefined && limit.month === undefined)
    throw new UsageError('give --day, --month or both');
  return limit;
}

const formatLimit = (limit = -1): number | string => (limit === -1 ? 'unlimited' : limit);
