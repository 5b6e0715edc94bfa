import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { condition, jsonObject, wholeNumber, type Condition } from './arguments.js';
import { UsageError } from './explain.js';
import { printOne } from './one-record.js';
import { printJson } from './print.js';
import { DAYS, printPreview } from './print-preview.js';
import { openSession } from './session.js';

const KIND = ['--kind <kind...>', 'changes to send, like alert.opened; all by default'] as const;
const FILTER = ['--filter <json>', 'a condition on the alert; repeatable', condition] as const;
const FILTER_OR = [
  '--filter-or <json>',
  'a condition of which at least one must match; repeatable',
  condition,
] as const;
const GROUP_BY = ['--group-by <field...>', 'send alerts with equal values of these fields together'] as const;
const GROUP_WAIT = [
  '--group-wait <seconds>',
  'time that the first change of a group waits for others',
  wholeNumber,
  30,
] as const;
const GROUP_INTERVAL = [
  '--group-interval <seconds>',
  'time between two messages of a group',
  wholeNumber,
  300,
] as const;
const TEMPLATE = [
  '--template <jsonata>',
  'expression for the JSON to send; only for the protocol webhook',
] as const;

export function addCreate(subscriptions: Command): void {
  subscriptions
    .command('create')
    .description('create a subscription; its signing secret is shown once')
    .argument('<name>')
    .requiredOption('--protocol <id>', 'id of the protocol, see GET /notification/v1/protocols')
    .requiredOption('--options <json>', 'options of the protocol', jsonObject)
    .option('--project <id>', 'only alerts of this project')
    .option(...KIND)
    .option(...FILTER)
    .option(...FILTER_OR)
    .option(...GROUP_BY)
    .option(...GROUP_WAIT)
    .option(...GROUP_INTERVAL)
    .option(...TEMPLATE)
    .action(async (name, { protocol, options, project, template, ...more }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = { name, protocol_id: protocol, options, project_id: project, template };
      const body = { ...domain, ...given, ...whatOf(more), group: groupOf(more) };
      printOne(await tocsin.call('createSubscription', { body }), json);
    });
}

export function addUpdate(subscriptions: Command): void {
  subscriptions
    .command('update')
    .description('change the given fields only')
    .argument('<subscription_id>')
    .option('--name <text>')
    .option('--options <json>', 'options of the protocol; *** keeps the stored secret', jsonObject)
    .option(...KIND)
    .option('--filter <json>', 'a condition on the alert; repeatable; replaces all', condition)
    .option(
      '--filter-or <json>',
      'a condition of which at least one must match; repeatable; replaces all',
      condition,
    )
    .option('--no-filter', 'remove all conditions')
    .option(...GROUP_BY)
    .option('--no-group', 'send each change on its own')
    .option(...GROUP_WAIT)
    .option(...GROUP_INTERVAL)
    .option(...TEMPLATE)
    .option('--no-template', 'send the default message of the protocol')
    .action(async (subscription_id, { name, options, filter, filterOr, ...more }, command) => {
      const { kind, template, group: isGrouped } = more;
      const fields = {
        ...{ name, options, ...whatOf({ kind }) },
        filter: filter === false ? [] : listed(filter),
        filter_or: filter === false ? [] : listed(filterOr),
        template: template === false ? null : template,
        group: isGrouped ? groupOf(more) : null,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see subscriptions update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { subscription_id };
      printOne(await tocsin.call('updateSubscription', { path, body: { ...domain, ...fields } }), json);
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
    .option(...DAYS)
    .option('--protocol <id>', 'protocol of a draft')
    .option('--project <id>', 'draft: only alerts of this project')
    .option(...KIND)
    .option(...FILTER)
    .option(...FILTER_OR)
    .action(async (subscription_id, { days, protocol, project, ...more }, command) => {
      const isSaved = subscription_id !== undefined;
      if (isSaved === (protocol !== undefined) || (isSaved && project !== undefined))
        throw new UsageError(
          'give either <subscription_id> or the --protocol of a draft; --project is only for drafts',
        );
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, days, ...whatOf(more) };
      const preview = isSaved
        ? await tocsin.call('previewSubscription', { path: { subscription_id }, body })
        : await tocsin.call('previewDraftSubscription', {
            body: { ...body, protocol_id: protocol ?? '', project_id: project },
          });
      if (json) return printJson(preview);
      printPreview(preview);
    });
}

const listed = (conditions: readonly Condition[] | undefined) => conditions && [...conditions];

/** The service rejects unknown kinds. */
function whatOf({
  kind,
  filter,
  filterOr,
}: {
  kind?: readonly string[] | undefined;
  filter?: readonly Condition[] | undefined;
  filterOr?: readonly Condition[] | undefined;
}) {
  const kinds = kind as NonNullable<Schemas['CreateSubscriptionRequest']['kinds']> | undefined;
  return { kinds, filter: listed(filter), filter_or: listed(filterOr) };
}

function groupOf({
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
