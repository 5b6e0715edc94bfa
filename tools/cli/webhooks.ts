import { Command, Option } from '@commander-js/extra-typings';
import { jsonObject, parsePair, parseWholeNumber, readInput } from './arguments.js';
import { FailedError, UsageError } from './explain.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';

export function webhooksCommand(): Command {
  const webhooks: Command = new Command('webhooks').description('webhooks of monitoring systems');
  webhooks
    .command('create')
    .description('create a webhook')
    .argument('<name>')
    .requiredOption('--plugin <id>', 'the plugin that parses the payloads; "auto" recognises the sender')
    .requiredOption('--project <id>')
    .option('--options <json>', 'options of the plugin', jsonObject)
    .option('--tag <key=value>', 'a tag; repeatable', parsePair)
    .option('--label <key=value>', 'a label of all its events; repeatable', parsePair)
    .action(async (name, { plugin, project, options, tag, label }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const plugin_info = { plugin_id: plugin, options };
      const settings = label && { labels: label };
      const body = { name, project_id: project, plugin_info, tags: tag, settings, ...domain };
      printResult(await tocsin.call('createWebhook', { body }), json);
    });
  webhooks
    .command('list')
    .description('list the webhooks')
    .addOption(new Option('--state <state>').choices(['ENABLED', 'DISABLED'] as const))
    .option('--project <id>')
    .option(...LIMIT_OPTION)
    .action(async ({ state, project, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = { ...domain, state, project_id: project };
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchWebhooks', { body: { ...given, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        webhook_id: (webhook) => webhook.webhook_id,
        name: (webhook) => webhook.name,
        plugin: (webhook) => `${webhook.plugin_info?.plugin_id} ${webhook.version}`,
        project: (webhook) => webhook.project_id,
        state: (webhook) => webhook.state,
        received: (webhook) => webhook.health?.received_count,
        failed: (webhook) => webhook.health?.failed_count,
        refused: (webhook) => webhook.health?.refused_count,
        fallback: (webhook) => webhook.health?.fallback_count,
        last: (webhook) => webhook.health?.last_received_at,
      });
    });
  addRecordCommand(
    webhooks,
    'get',
    'webhook_id',
    'show a webhook with its URL and health',
    (webhook_id, { tocsin, domain }) =>
      tocsin.call('getWebhook', { path: { webhook_id }, query: { ...domain } }),
  );
  addUpdate(webhooks);
  addRotate(webhooks);
  webhooks
    .command('verify')
    .description("try the plugin on its samples and on the webhook's last deliveries")
    .argument('<webhook_id>')
    .action(async (webhook_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const verification = await tocsin.call('verifyWebhookPlugin', {
        path: { webhook_id },
        header: { Prefer: 'wait=30' },
        body: { ...domain },
      });
      if (json) printJson(verification);
      else
        printTable(verification.checks, {
          check: ({ name }) => name,
          ok: ({ ok }) => ok,
          '': ({ message }) => message,
        });
      if (verification.state !== 'VERIFIED')
        throw new FailedError(`The verification is ${verification.state}.`);
    });
  webhooks
    .command('preview')
    .description('show the events of a payload; nothing is stored')
    .argument('<webhook_id>')
    .argument('<file>', 'the payload as the sender posts it; - for standard input')
    .option('--content-type <type>', 'content type of the payload', 'application/json')
    .action(async (webhook_id, file, { contentType }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const input = { path: { webhook_id }, query: { ...domain }, body: await readInput(file) };
      const preview = await tocsin.call('previewWebhookPlugin', input, { contentType });
      if (json) return printJson(preview);
      printTable(preview.outcomes, {
        outcome: ({ outcome }) => outcome,
        type: ({ event }) => event?.['event_type'],
        severity: ({ event }) => event?.['severity'],
        title: ({ event }) => event?.['title'],
        key: ({ event }) => event?.['event_key'],
        reason: ({ reason }) => reason,
      });
    });
  addRecordCommand(webhooks, 'enable', 'webhook_id', 'enable a webhook', (webhook_id, { tocsin, domain }) =>
    tocsin.call('enableWebhook', { path: { webhook_id }, body: { ...domain } }),
  );
  addRecordCommand(
    webhooks,
    'disable',
    'webhook_id',
    'disable a webhook; every process rejects its deliveries within a second',
    (webhook_id, { tocsin, domain }) =>
      tocsin.call('disableWebhook', { path: { webhook_id }, body: { ...domain } }),
  );
  addDeleteCommand(
    webhooks,
    'webhook_id',
    'delete a webhook and its URL; its events are kept',
    (webhook_id, { tocsin, domain }) =>
      tocsin.call('deleteWebhook', { path: { webhook_id }, query: { ...domain } }),
  );
  return webhooks as unknown as Command;
}

function addUpdate(webhooks: Command): void {
  webhooks
    .command('update')
    .description('change the given fields only')
    .argument('<webhook_id>')
    .option('--name <text>')
    .option('--tag <key=value>', 'a tag; repeatable; replaces all tags', parsePair)
    .option('--label <key=value>', 'a label of all its events; repeatable; replaces all labels', parsePair)
    .option('--settings <json>', 'settings to change, such as {"deduplicate":false}', jsonObject)
    .option('--options <json>', 'options of the plugin; replaces all of them', jsonObject)
    .option('--plugin-version <version>', 'pin this version of the plugin')
    .addOption(
      new Option('--upgrade-mode <mode>', 'how the plugin is upgraded').choices(['AUTO', 'MANUAL'] as const),
    )
    .action(
      async (webhook_id, { name, tag, label, settings, options, pluginVersion, upgradeMode }, command) => {
        if (label !== undefined && settings?.['labels'] !== undefined)
          throw new UsageError('give labels either by --label or in --settings');
        const { tocsin, domain, json } = openSession(command);
        const path = { webhook_id };
        const webhookFields = nonEmptyFields({
          ...{ name, tags: tag },
          settings: label === undefined ? settings : { ...settings, labels: label },
        });
        const pluginFields = nonEmptyFields({ options, version: pluginVersion, upgrade_mode: upgradeMode });
        if (!webhookFields && !pluginFields)
          throw new UsageError('nothing to change, see webhooks update --help');
        let webhook: object = {};
        if (webhookFields)
          webhook = await tocsin.call('updateWebhook', { path, body: { ...domain, ...webhookFields } });
        if (pluginFields)
          webhook = await tocsin.call('updateWebhookPlugin', { path, body: { ...domain, ...pluginFields } });
        printResult(webhook, json);
      },
    );
}

function addRotate(webhooks: Command): void {
  webhooks
    .command('rotate')
    .description('replace the access key, and so the URL of a webhook')
    .argument('<webhook_id>')
    .option('--grace <seconds>', 'how long deliveries are taken at the old URL too', parseWholeNumber)
    .option('--end-grace', 'end the grace period of an earlier rotation now')
    .action(async (webhook_id, { grace, endGrace }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const body = { ...domain, grace_seconds: grace, end_grace: endGrace };
      printResult(await tocsin.call('rotateWebhookAccessKey', { path: { webhook_id }, body }), json);
    });
}

/** Returns `undefined` if no field has a value. */
const nonEmptyFields = <T extends object>(fields: T): T | undefined =>
  Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
