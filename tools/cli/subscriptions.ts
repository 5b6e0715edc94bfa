import { Command, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { condition, jsonObject, wholeNumber } from './arguments.js';
import { FailedError } from './explain.js';
import { deleteOne, forOne, printOne } from './one-record.js';
import { printJson, printTable } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { openSession } from './session.js';

export function subscriptionsCommand(): Command {
  const subscriptions: Command = new Command('subscriptions').description('who is told of which alerts');
  addCreate(subscriptions);
  subscriptions
    .command('list')
    .description('list the subscriptions')
    .addOption(new Option('--state <state>').choices(['ENABLED', 'DISABLED'] as const))
    .option(...LIMIT)
    .action(async ({ state, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await firstOf(limit, (page) =>
        tocsin.each('searchSubscriptions', { body: { ...domain, state, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        subscription_id: ({ subscription_id }) => subscription_id,
        name: ({ name }) => name,
        protocol: ({ protocol_id }) => protocol_id,
        state: ({ state: is }) => is,
        last_sent: ({ health }) => health?.last_sent_at,
        failures: ({ health }) => health?.failures,
        reason: ({ state_reason }) => state_reason,
      });
    });
  forOne(
    subscriptions,
    'get',
    'subscription_id',
    'show a subscription with its health',
    (subscription_id, { tocsin, domain }) =>
      tocsin.call('getSubscription', { path: { subscription_id }, query: { ...domain } }),
  );
  subscriptions
    .command('verify')
    .description('send one test now')
    .argument('<subscription_id>')
    .action(async (subscription_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const path = { subscription_id };
      const done = await tocsin.call('verifySubscription', { path, body: { ...domain } });
      printOne(done, json);
      if (!done.ok) throw new FailedError(`The test failed: ${done.reason}`);
    });
  addRotate(subscriptions);
  for (const verb of ['enable', 'disable'] as const)
    forOne(
      subscriptions,
      verb,
      'subscription_id',
      `${verb} a subscription`,
      (subscription_id, { tocsin, domain }) =>
        tocsin.call(`${verb}Subscription`, { path: { subscription_id }, body: { ...domain } }),
    );
  deleteOne(
    subscriptions,
    'subscription_id',
    'delete a subscription; what waits is cancelled',
    (subscription_id, { tocsin, domain }) =>
      tocsin.call('deleteSubscription', { path: { subscription_id }, query: { ...domain } }),
  );
  return subscriptions as unknown as Command;
}

function addCreate(subscriptions: Command): void {
  subscriptions
    .command('create')
    .description('create a subscription; its signing secret is shown once')
    .argument('<name>')
    .requiredOption('--protocol <id>', 'one of GET /notification/v1/protocols')
    .requiredOption('--options <json>', 'options of the protocol', jsonObject)
    .option('--project <id>', 'only alerts of this project')
    .option('--kind <kind...>', 'changes to send, like alert.opened; all by default')
    .option('--filter <json>', 'a condition on the alert; repeatable', condition)
    .option('--group-by <field...>', 'send alerts with equal values of these fields together')
    .option('--group-wait <seconds>', 'how long the first waits for others', wholeNumber, 30)
    .option('--group-interval <seconds>', 'between two messages of a group', wholeNumber, 300)
    .option('--template <jsonata>', 'makes the JSON to send; only for webhook')
    .action(async (name, { protocol, options, project, kind, filter, template, ...group }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = { name, protocol_id: protocol, options, project_id: project, template };
      // A kind that there is none of is told by the service.
      const kinds = kind as Schemas['CreateSubscriptionRequest']['kinds'];
      const body = { ...domain, ...given, kinds, filter: filter && [...filter], group: groupOf(group) };
      printOne(await tocsin.call('createSubscription', { body }), json);
    });
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
  // A field that there is none of is told by the service.
  const by = [...groupBy] as Schemas['SubscriptionGroup']['by'];
  return { by, wait, interval };
}

function addRotate(subscriptions: Command): void {
  subscriptions
    .command('rotate')
    .description('make another signing secret')
    .argument('<subscription_id>')
    .option('--grace <seconds>', 'how long the old secret signs as well', wholeNumber)
    .action(async (subscription_id, { grace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace };
      printOne(await tocsin.call('rotateSubscription', { path: { subscription_id }, body }), json);
    });
}
