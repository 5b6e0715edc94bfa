import { Command } from '@commander-js/extra-typings';
import { UsageError } from './explain.js';
import { printJson, printTable } from './print.js';
import { addDeleteCommand, addRecordCommand, printResult } from './record-commands.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession } from './session.js';

const SIGNING_SECRET = [
  '--signing-secret <text>',
  'Signing Secret under Basic Information of the app',
] as const;
const BOT_TOKEN = [
  '--bot-token <text>',
  'Bot User OAuth Token, with which people are recognized by their e-mail address',
] as const;
const API_URL = ['--api-url <address>', 'address of the Web API, such as https://slack-gov.com/api'] as const;
const REQUIRES_KNOWN_USER = ['--requires-known-user', 'let only users of the domain act'] as const;

export function slackAppsCommand(): Command {
  const apps: Command = new Command('slack-apps').description(
    'Slack apps, whose messages have buttons that act on alerts',
  );
  addCreate(apps);
  addUpdate(apps);
  apps
    .command('list')
    .description('list Slack apps')
    .option(...LIMIT_OPTION)
    .action(async ({ limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchSlackApps', { body: { ...domain, query: { page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        slack_app_id: ({ slack_app_id }) => slack_app_id,
        name: ({ name }) => name,
        has_bot_token: ({ has_bot_token }) => String(has_bot_token),
        requires_known_user: ({ requires_known_user }) => String(requires_known_user),
      });
    });
  addRecordCommand(apps, 'get', 'slack_app_id', 'show a Slack app', (slack_app_id, { tocsin, domain }) =>
    tocsin.call('getSlackApp', { path: { slack_app_id }, query: { ...domain } }),
  );
  addDeleteCommand(
    apps,
    'slack_app_id',
    'delete a Slack app that no subscription names',
    (slack_app_id, { tocsin, domain }) =>
      tocsin.call('deleteSlackApp', { path: { slack_app_id }, query: { ...domain } }),
  );
  return apps as unknown as Command;
}

function addCreate(apps: Command): void {
  apps
    .command('create')
    .description('create a Slack app; prints the request URL, once')
    .argument('<name>')
    .requiredOption(...SIGNING_SECRET)
    .option(...BOT_TOKEN)
    .option(...API_URL)
    .option(...REQUIRES_KNOWN_USER)
    .action(async (name, { signingSecret, botToken, apiUrl, requiresKnownUser }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const fields = { signing_secret: signingSecret, bot_token: botToken, api_url: apiUrl };
      const body = { ...domain, name, ...fields, requires_known_user: requiresKnownUser };
      printResult(await tocsin.call('createSlackApp', { body }), json);
    });
}

function addUpdate(apps: Command): void {
  apps
    .command('update')
    .description('change the given fields only')
    .argument('<slack_app_id>')
    .option('--name <text>')
    .option(...SIGNING_SECRET)
    .option(...BOT_TOKEN)
    .option('--no-bot-token', 'remove the bot token')
    .option(...API_URL)
    .option('--no-api-url', 'use the Web API of slack.com')
    .option(...REQUIRES_KNOWN_USER)
    .option('--no-requires-known-user', 'let all act who can press')
    .action(async (slack_app_id, { name, signingSecret, botToken, apiUrl, requiresKnownUser }, command) => {
      const fields = {
        ...{ name, signing_secret: signingSecret, requires_known_user: requiresKnownUser },
        bot_token: botToken === false ? null : botToken,
        api_url: apiUrl === false ? null : apiUrl,
      };
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('nothing to change, see slack-apps update --help');
      const { tocsin, domain, json } = openSession(command);
      const path = { slack_app_id };
      printResult(await tocsin.call('updateSlackApp', { path, body: { ...domain, ...fields } }), json);
    });
}
