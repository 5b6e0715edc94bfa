import { Command } from '@commander-js/extra-typings';
import { parseConditions, parseWholeNumber } from './arguments.js';
import { UsageError } from './explain.js';
import { printJson, printRecord, printTable } from './print.js';
import { DAYS_OPTION } from './print-preview.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';

const SOURCE_OPTION = [
  '--source <text>',
  'a filter for the alert that explains others, like \'rule = "ClusterDown"\'; repeatable',
  parseConditions,
] as const;
const TARGET_OPTION = [
  '--target <text>',
  "a filter for the alerts that are held back, like 'severity <= WARNING'; repeatable",
  parseConditions,
] as const;
const EQUAL_OPTION = [
  '--equal <field...>',
  'fields with the same value in both, such as labels.cluster',
] as const;
const WAIT_OPTION = [
  '--wait <seconds>',
  'how long an opening waits for its source, at most 120',
  parseWholeNumber,
] as const;
const SETTLE_OPTION = [
  '--settle <seconds>',
  'how long after the end of a source what is still open is told',
  parseWholeNumber,
] as const;
const MAX_OPTION = [
  '--max <seconds>',
  'how long after its last event a source takes effect',
  parseWholeNumber,
] as const;

export function inhibitionsCommand(): Command {
  const inhibitions: Command = new Command('inhibitions').description(
    'alerts that are not told of while another one explains them',
  );
  addCreate(inhibitions);
  addUpdate(inhibitions);
  addPreview(inhibitions);
  inhibitions
    .command('list')
    .description('list inhibitions')
    .option(...LIMIT_OPTION)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchInhibitions', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        inhibition_id: ({ inhibition_id }) => inhibition_id,
        name: ({ name }) => name,
        enabled: ({ enabled }) => enabled,
        equal: ({ equal = [] }) => equal.join(', '),
        wait: ({ wait }) => wait,
        settle: ({ settle }) => settle,
        max: ({ max }) => max,
      });
    });
  inhibitions
    .command('stat')
    .description('count the inhibitions')
    .action(async (_, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { results } = await tocsin.call('statInhibitions', { body: { ...domain } });
      if (json) return printJson(results);
      printTable(results as unknown as readonly { count: number }[], { count: ({ count }) => count });
    });
  addRecordCommand(
    inhibitions,
    'get',
    'inhibition_id',
    'show an inhibition',
    (inhibition_id, { tocsin, domain }) =>
      tocsin.call('getInhibition', { path: { inhibition_id }, query: { ...domain } }),
  );
  addDeleteCommand(
    inhibitions,
    'inhibition_id',
    'delete an inhibition: what it held back is told',
    (inhibition_id, { tocsin, domain }) =>
      tocsin.call('deleteInhibition', { path: { inhibition_id }, query: { ...domain } }),
  );
  return inhibitions as unknown as Command;
}

function addCreate(inhibitions: Command): void {
  inhibitions
    .command('create')
    .description('create an inhibition')
    .argument('<name>')
    .requiredOption(...SOURCE_OPTION)
    .requiredOption(...TARGET_OPTION)
    .option(...EQUAL_OPTION)
    .option(...WAIT_OPTION)
    .option(...SETTLE_OPTION)
    .option(...MAX_OPTION)
    .option('--project <id>', 'only alerts of this project')
    .action(async (name, { source, target, project, ...times }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const conditions = { source: [...source], target: [...target], project_id: project };
      const body = { ...domain, name, ...conditions, ...times };
      printResult(await tocsin.call('createInhibition', { body }), json);
    });
}

function addUpdate(inhibitions: Command): void {
  inhibitions
    .command('update')
    .description('change the given fields only')
    .argument('<inhibition_id>')
    .option('--name <text>')
    .option(...SOURCE_OPTION)
    .option(...TARGET_OPTION)
    .option(...EQUAL_OPTION)
    .option(...WAIT_OPTION)
    .option(...SETTLE_OPTION)
    .option(...MAX_OPTION)
    .option('--enable', 'let it take effect')
    .option('--disable', 'let it take no effect')
    .action(async (inhibition_id, { enable, disable, source, target, ...given }, command) => {
      if (enable && disable) throw new UsageError('--enable and --disable exclude each other');
      const fields = {
        ...given,
        ...{ source: source && [...source], target: target && [...target] },
        enabled: enable ? true : disable ? false : undefined,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see inhibitions update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { inhibition_id };
      printResult(await tocsin.call('updateInhibition', { path, body: { ...domain, ...fields } }), json);
    });
}

function addPreview(inhibitions: Command): void {
  inhibitions
    .command('preview')
    .description(
      'show which alerts of the last days an inhibition would have held back, and causes that nobody is told of',
    )
    .requiredOption(...SOURCE_OPTION)
    .requiredOption(...TARGET_OPTION)
    .option(...EQUAL_OPTION)
    .option(...WAIT_OPTION)
    .option(...MAX_OPTION)
    .option('--project <id>', 'only alerts of this project')
    .option(...DAYS_OPTION)
    .action(async ({ source, target, project, ...terms }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const conditions = { source: [...source], target: [...target], project_id: project };
      const preview = await tocsin.call('previewInhibition', {
        body: { ...domain, ...conditions, ...terms },
      });
      if (json) return printJson(preview);
      const { first, untold_sources, ...sums } = preview;
      printRecord({ ...sums, untold_sources: untold_sources.length });
      printTable(first, {
        opened_at: ({ alert }) => alert.opened_at,
        alert: ({ alert }) => alert.title,
        alert_id: ({ alert }) => alert.alert_id,
        source: (held) => held.source.title,
        source_id: (held) => held.source.alert_id,
      });
      printTable(untold_sources, {
        opened_at: ({ opened_at }) => opened_at,
        'nobody is told of': ({ title }) => title,
        alert_id: ({ alert_id }) => alert_id,
      });
    });
}
