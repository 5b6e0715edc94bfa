import { Command, Option } from '@commander-js/extra-typings';
import { parseWholeNumber } from './arguments.js';
import { FailedError } from './explain.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';
import { addStatCommand } from './add-stat-command.js';
import { addPreviewMessage } from './preview-message.js';
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
    .option(...LIMIT_OPTION)
    .action(async ({ state, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
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
  addRecordCommand(
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
      const verification = await tocsin.call('verifySubscription', { path, body: { ...domain } });
      printResult(verification, json);
      if (!verification.ok) throw new FailedError(`The test failed: ${verification.reason}`);
    });
  addRotate(subscriptions);
  addInbound(subscriptions);
  addUpdate(subscriptions);
  addPreview(subscriptions);
  addPreviewMessage(subscriptions);
  addStatCommand(subscriptions, 'statSubscriptions', 'count the subscriptions of each state');
  for (const verb of ['enable', 'disable'] as const)
    addRecordCommand(
      subscriptions,
      verb,
      'subscription_id',
      `${verb} a subscription`,
      (subscription_id, { tocsin, domain }) =>
        tocsin.call(`${verb}Subscription`, { path: { subscription_id }, body: { ...domain } }),
    );
  addDeleteCommand(
    subscriptions,
    'subscription_id',
    'delete a subscription; its waiting notifications are cancelled',
    (subscription_id, { tocsin, domain }) =>
      tocsin.call('deleteSubscription', { path: { subscription_id }, query: { ...domain } }),
  );
  return subscriptions as unknown as Command;
}

function addInbound(subscriptions: Command): void {
  const inbound = subscriptions
    .command('inbound')
    .description('the address for webhooks of PagerDuty, Opsgenie or Jira Service Management');
  inbound
    .command('rotate')
    .description('create the address, or replace it; it is shown once')
    .argument('<subscription_id>')
    .option('--grace <seconds>', 'how long webhooks are taken at the old address too', parseWholeNumber)
    .option('--end-grace', 'end the grace period of an earlier rotation now')
    .action(async (subscription_id, { grace, endGrace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace, end_grace: endGrace };
      printResult(await tocsin.call('rotateSubscriptionInbound', { path: { subscription_id }, body }), json);
    });
  addDeleteCommand(
    inbound,
    'subscription_id',
    'take no webhooks any more',
    (subscription_id, { tocsin, domain }) =>
      tocsin.call('deleteSubscriptionInbound', { path: { subscription_id }, query: { ...domain } }),
  );
}

function addRotate(subscriptions: Command): void {
  subscriptions
    .command('rotate')
    .description('replace the signing secret')
    .argument('<subscription_id>')
    .option('--grace <seconds>', 'how long messages are signed with the old secret too', parseWholeNumber)
    .option('--end-grace', 'end the grace period of an earlier rotation now')
    .action(async (subscription_id, { grace, endGrace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace, end_grace: endGrace };
      printResult(await tocsin.call('rotateSubscription', { path: { subscription_id }, body }), json);
    });
}
