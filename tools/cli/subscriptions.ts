import { Command, Option } from '@commander-js/extra-typings';
import { wholeNumber } from './arguments.js';
import { FailedError } from './explain.js';
import { deleteOne, forOne, printOne } from './one-record.js';
import { printJson, printTable } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { openSession } from './session.js';
import { statByState } from './stat-by-state.js';
import { addCreate, addPreview, addUpdate } from './subscription-drafts.js';

export function subscriptionsCommand(): Command {
  const subscriptions: Command = new Command('subscriptions').description(
    'which alert changes are sent, by which protocol and to whom',
  );
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
    .description('send one test message now')
    .argument('<subscription_id>')
    .action(async (subscription_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const path = { subscription_id };
      const done = await tocsin.call('verifySubscription', { path, body: { ...domain } });
      printOne(done, json);
      if (!done.ok) throw new FailedError(`The test failed: ${done.reason}`);
    });
  addRotate(subscriptions);
  addUpdate(subscriptions);
  addPreview(subscriptions);
  statByState(subscriptions, 'statSubscriptions', 'count the subscriptions of each state');
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
    'delete a subscription; its waiting notifications are cancelled',
    (subscription_id, { tocsin, domain }) =>
      tocsin.call('deleteSubscription', { path: { subscription_id }, query: { ...domain } }),
  );
  return subscriptions as unknown as Command;
}

function addRotate(subscriptions: Command): void {
  subscriptions
    .command('rotate')
    .description('replace the signing secret')
    .argument('<subscription_id>')
    .option('--grace <seconds>', 'how long messages are signed with the old secret too', wholeNumber)
    .action(async (subscription_id, { grace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace };
      printOne(await tocsin.call('rotateSubscription', { path: { subscription_id }, body }), json);
    });
}
