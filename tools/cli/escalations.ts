import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { jsonObject, mergeAlternatives, parseWholeNumber, type Condition, type Filter } from './arguments.js';
import { UsageError } from './explain.js';
import { printJson, printRecord, printTable } from './print.js';
import { DAYS_OPTION } from './print-preview.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';
import { FILTER_OPTION, FILTER_OR_OPTION } from './subscription-drafts.js';

type Step = Schemas['EscalationStep'];

/** The service validates the step. */
const parseStep = (text: string, previous: readonly Step[] = []): readonly Step[] => [
  ...previous,
  jsonObject(text) as unknown as Step,
];

const STEP_OPTION = [
  '--step <json>',
  `a step, like '{"after":300,"subscriptions":["subscription_…"]}' or with "on_call"; repeatable, in their order`,
  parseStep,
] as const;
const FALLBACK_OPTION = [
  '--fallback <subscription_id>',
  'subscription that is told if no step reaches anybody',
] as const;
const REPEAT_OPTION = ['--repeat <times>', 'how often all steps are told again', parseWholeNumber] as const;
const EVERY_OPTION = [
  '--every <seconds>',
  'time from the last step to the first again',
  parseWholeNumber,
] as const;
const untilOption = () =>
  new Option('--until <what>', 'what stops the steps').choices(['ACKNOWLEDGED', 'RESOLVED'] as const);
const ACKNOWLEDGED_FOR_OPTION = [
  '--acknowledged-for <seconds>',
  'when an acknowledgement without an end is withdrawn',
  parseWholeNumber,
] as const;

export function escalationsCommand(): Command {
  const escalations: Command = new Command('escalations').description(
    'whom steps tell while nobody reacts to an alert',
  );
  addCreate(escalations);
  addUpdate(escalations);
  addPreview(escalations);
  escalations
    .command('list')
    .description('list escalations')
    .option(...LIMIT_OPTION)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchEscalations', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        escalation_id: ({ escalation_id }) => escalation_id,
        name: ({ name }) => name,
        steps: ({ steps = [] }) => steps.map(({ after }) => `${after} s`).join(', '),
        repeat: ({ repeat }) => (repeat ? `${repeat.times} × ${repeat.every} s` : ''),
        until: ({ until }) => until,
      });
    });
  escalations
    .command('stat')
    .description('count the escalations')
    .action(async (_, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { results } = await tocsin.call('statEscalations', { body: { ...domain } });
      if (json) return printJson(results);
      printTable(results as unknown as readonly { count: number }[], { count: ({ count }) => count });
    });
  addRecordCommand(
    escalations,
    'get',
    'escalation_id',
    'show an escalation',
    (escalation_id, { tocsin, domain }) =>
      tocsin.call('getEscalation', { path: { escalation_id }, query: { ...domain } }),
  );
  addDeleteCommand(
    escalations,
    'escalation_id',
    'delete an escalation, and end what runs by it',
    (escalation_id, { tocsin, domain }) =>
      tocsin.call('deleteEscalation', { path: { escalation_id }, query: { ...domain } }),
  );
  return escalations as unknown as Command;
}

function addCreate(escalations: Command): void {
  escalations
    .command('create')
    .description('create an escalation')
    .argument('<name>')
    .requiredOption(...STEP_OPTION)
    .requiredOption(...FALLBACK_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...REPEAT_OPTION)
    .option(...EVERY_OPTION)
    .addOption(untilOption())
    .option(...ACKNOWLEDGED_FOR_OPTION)
    .option('--project <id>', 'only alerts of this project')
    .action(async (name, given, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, name, ...toDraft(given) };
      printResult(await tocsin.call('createEscalation', { body }), json);
    });
}

function addUpdate(escalations: Command): void {
  escalations
    .command('update')
    .description('change the given fields only; what runs already goes on as it began')
    .argument('<escalation_id>')
    .option('--name <text>')
    .option(...STEP_OPTION)
    .option(...FALLBACK_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...REPEAT_OPTION)
    .option('--no-repeat', 'tell all steps once')
    .option(...EVERY_OPTION)
    .addOption(untilOption())
    .option(...ACKNOWLEDGED_FOR_OPTION)
    .option('--no-acknowledged-for', 'let acknowledgements without an end stay')
    .action(async (escalation_id, given, command) => {
      const { step, filter, filterOr, repeat, every, acknowledgedFor, name, fallback, until } = given;
      const fields = {
        ...{ name, fallback, until },
        steps: step && [...step],
        ...mergeAlternatives(filter, filterOr),
        repeat: repeat === false ? null : toRepeat(typeof repeat === 'number' ? repeat : undefined, every),
        acknowledged_for:
          acknowledgedFor === false
            ? null
            : typeof acknowledgedFor === 'number'
              ? acknowledgedFor
              : undefined,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see escalations update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { escalation_id };
      printResult(await tocsin.call('updateEscalation', { path, body: { ...domain, ...fields } }), json);
    });
}

function addPreview(escalations: Command): void {
  escalations
    .command('preview')
    .description('show which steps would have been told in the last days, and to whom; nothing is sent')
    .requiredOption(...STEP_OPTION)
    .requiredOption(...FALLBACK_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...REPEAT_OPTION)
    .option(...EVERY_OPTION)
    .addOption(untilOption())
    .option('--project <id>', 'only alerts of this project')
    .option(...DAYS_OPTION)
    .action(async ({ days, ...given }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const preview = await tocsin.call('previewEscalation', {
        body: { ...domain, days, ...toDraft(given) },
      });
      if (json) return printJson(preview);
      const { first, steps, receivers, ...sums } = preview;
      printRecord(sums);
      printTable(steps, {
        step: ({ step }) => step,
        alerts: ({ alerts }) => alerts,
        messages: ({ messages }) => messages,
      });
      printTable(receivers, {
        subscription: ({ name, subscription_id }) => name ?? subscription_id,
        messages: ({ messages }) => messages,
      });
      printTable(first, {
        opened_at: ({ opened_at }) => opened_at,
        alert: ({ title }) => title,
        steps: (alert) => alert.steps,
        alert_id: ({ alert_id }) => alert_id,
      });
    });
}

interface Given {
  readonly step: readonly Step[];
  readonly fallback: string;
  readonly filter?: Filter;
  readonly filterOr?: readonly Condition[];
  readonly repeat?: number;
  readonly every?: number;
  readonly until?: 'ACKNOWLEDGED' | 'RESOLVED';
  readonly acknowledgedFor?: number;
  readonly project?: string;
}

function toDraft({
  step,
  fallback,
  filter,
  filterOr,
  repeat,
  every,
  until,
  acknowledgedFor,
  project,
}: Given) {
  return {
    ...{ fallback, until, project_id: project, acknowledged_for: acknowledgedFor },
    steps: [...step],
    ...mergeAlternatives(filter, filterOr),
    repeat: toRepeat(repeat, every),
  };
}

function toRepeat(times: number | undefined, every: number | undefined) {
  if (times === undefined && every === undefined) return undefined;
  if (times === undefined || every === undefined)
    throw new UsageError('--repeat and --every belong together: give both, or neither');
  return { times, every };
}
