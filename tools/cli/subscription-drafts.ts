import { Option, type Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import {
  parseAlternatives,
  parseFilter,
  jsonObject,
  mergeAlternatives,
  parseWholeNumber,
  type Condition,
  type Filter,
} from './arguments.js';
import { UsageError } from './explain.js';
import { printResult } from './record-commands.js';
import { printJson } from './print.js';
import { DAYS_OPTION, printPreview } from './print-preview.js';
import { openSession } from './session.js';

export const KIND_OPTION = [
  '--kind <kind...>',
  'changes to send, like alert.opened; all by default',
] as const;
export const FILTER_OPTION = [
  '--filter <text>',
  "a filter for alerts, like 'severity >= ERROR and labels.team = db'; repeatable",
  parseFilter,
] as const;
export const FILTER_OR_OPTION = [
  '--filter-or <text>',
  'conditions of which at least one must match; repeatable',
  parseAlternatives,
] as const;
const GROUP_BY_OPTION = [
  '--group-by <field...>',
  'send alerts with equal values of these fields together',
] as const;
const GROUP_WAIT_OPTION = [
  '--group-wait <seconds>',
  'time that the first change of a group waits for others',
  parseWholeNumber,
  30,
] as const;
const GROUP_INTERVAL_OPTION = [
  '--group-interval <seconds>',
  'time between two messages of a group',
  parseWholeNumber,
  300,
] as const;
export const TEMPLATE_OPTION = [
  '--template <jsonata>',
  'expression for the JSON to send (webhook), or for title, text and fields of the message',
] as const;

export const TIMEZONE_OPTION = [
  '--timezone <name>',
  'time zone of the times in messages for people, like Europe/Berlin',
] as const;
const ACTIONS_OPTION = [
  '--actions',
  'add links to messages that acknowledge, resolve or silence their alert',
] as const;
const REMIND_EVERY_OPTION = [
  '--remind-every <seconds>',
  'remind of alerts that are still open this long after the last message',
  parseWholeNumber,
] as const;
const REMIND_UNTIL_OPTION = [
  '--remind-until <end>',
  'what ends reminders: ACKNOWLEDGED (default) or RESOLVED',
] as const;
const NO_ACTIONS_OPTION = ['--no-actions', 'send messages without such links'] as const;

const triggerOption = () =>
  new Option(
    '--trigger <what>',
    'whether changes are sent, or only what a step of an escalation says',
  ).choices(['CHANGE', 'ESCALATION'] as const);

export function addCreate(subscriptions: Command): void {
  subscriptions
    .command('create')
    .description('create a subscription; its signing secret is shown once')
    .argument('<name>')
    .requiredOption('--protocol <id>', 'id of the protocol, see GET /notification/v1/protocols')
    .requiredOption('--options <json>', 'options of the protocol', jsonObject)
    .option('--project <id>', 'only alerts of this project')
    .option(...KIND_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...GROUP_BY_OPTION)
    .option(...GROUP_WAIT_OPTION)
    .option(...GROUP_INTERVAL_OPTION)
    .option(...TEMPLATE_OPTION)
    .option(...TIMEZONE_OPTION)
    .option(...ACTIONS_OPTION)
    .option(...NO_ACTIONS_OPTION)
    .addOption(triggerOption())
    .option(...REMIND_EVERY_OPTION)
    .option(...REMIND_UNTIL_OPTION)
    .action(async (name, { protocol, options, project, ...more }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { template, timezone, actions, trigger } = more;
      const given = { name, protocol_id: protocol, options, project_id: project };
      const message = { template, timezone, actions, trigger, remind: toRemind(more) };
      const body = { ...domain, ...given, ...message, ...selectionOf(more), group: toGroup(more) };
      printResult(await tocsin.call('createSubscription', { body }), json);
    });
}

export function addUpdate(subscriptions: Command): void {
  subscriptions
    .command('update')
    .description('change the given fields only')
    .argument('<subscription_id>')
    .option('--name <text>')
    .option('--options <json>', 'options of the protocol; *** keeps the stored secret', jsonObject)
    .option(...KIND_OPTION)
    .option('--filter <text>', 'a filter for alerts; repeatable; replaces all', parseFilter)
    .option(
      '--filter-or <text>',
      'conditions of which at least one must match; repeatable; replaces all',
      parseAlternatives,
    )
    .option('--no-filter', 'remove all conditions')
    .option(...GROUP_BY_OPTION)
    .option('--no-group', 'send each change on its own')
    .option(...GROUP_WAIT_OPTION)
    .option(...GROUP_INTERVAL_OPTION)
    .option(...TEMPLATE_OPTION)
    .option('--no-template', 'send the default message of the protocol')
    .option(...TIMEZONE_OPTION)
    .option(...ACTIONS_OPTION)
    .option(...NO_ACTIONS_OPTION)
    .addOption(triggerOption())
    .option(...REMIND_EVERY_OPTION)
    .option(...REMIND_UNTIL_OPTION)
    .option('--no-remind', 'send no reminders')
    .action(async (subscription_id, { name, options, filter, filterOr, ...more }, command) => {
      const { kind, template, group: isGrouped, remind: isReminded, timezone, actions, trigger } = more;
      const fields = {
        ...{ name, options, timezone, actions, trigger, ...selectionOf({ kind }) },
        ...(filter === false ? { filter: [], filter_or: [] } : mergeAlternatives(filter, filterOr)),
        template: template === false ? null : template,
        group: isGrouped ? toGroup(more) : null,
        remind: isReminded ? toRemind(more) : null,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see subscriptions update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { subscription_id };
      printResult(await tocsin.call('updateSubscription', { path, body: { ...domain, ...fields } }), json);
    });
}

export function addPreview(subscriptions: Command): void {
  subscriptions
    .command('preview')
    .description('show what a subscription or a draft would have sent; nothing is sent')
    .argument(
      '[subscription_id]',
      'the subscription; --kind and --filter replace its fields, and the result compares both',
    )
    .option(...DAYS_OPTION)
    .option('--protocol <id>', 'protocol of a draft')
    .option('--project <id>', 'draft: only alerts of this project')
    .option(...KIND_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .action(async (subscription_id, { days, protocol, project, ...more }, command) => {
      const isSaved = subscription_id !== undefined;
      if (isSaved === (protocol !== undefined) || (isSaved && project !== undefined))
        throw new UsageError(
          'give either <subscription_id> or the --protocol of a draft; --project is only for drafts',
        );
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, days, ...selectionOf(more) };
      const preview = isSaved
        ? await tocsin.call('previewSubscription', { path: { subscription_id }, body })
        : await tocsin.call('previewDraftSubscription', {
            body: { ...body, protocol_id: protocol ?? '', project_id: project },
          });
      if (json) return printJson(preview);
      printPreview(preview);
    });
}

/** The service rejects unknown kinds. */
export function selectionOf({
  kind,
  filter,
  filterOr,
}: {
  kind?: readonly string[] | undefined;
  filter?: Filter | undefined;
  filterOr?: readonly Condition[] | undefined;
}) {
  const kinds = kind as NonNullable<Schemas['CreateSubscriptionRequest']['kinds']> | undefined;
  return { kinds, ...mergeAlternatives(filter, filterOr) };
}

function toGroup({
  groupBy,
  groupWait: wait,
  groupInterval: interval,
}: {
  groupBy?: readonly string[] | undefined;
  groupWait: number;
  groupInterval: number;
}) {
  if (groupBy === undefined) return undefined;
  // The service rejects unknown fields.
  const by = [...groupBy] as Schemas['SubscriptionGroup']['by'];
  return { by, wait, interval };
}

function toRemind({
  remindEvery: every,
  remindUntil: until,
}: {
  remindEvery?: number | undefined;
  remindUntil?: string | undefined;
}) {
  if (every === undefined) {
    if (until === undefined) return undefined;
    throw new UsageError('--remind-until needs --remind-every');
  }
  // The service rejects other ends.
  return { every, until: until as Schemas['RemindEnd'] | undefined };
}
