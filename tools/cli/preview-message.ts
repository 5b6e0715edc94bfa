import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { jsonObject } from './arguments.js';
import { UsageError } from './explain.js';
import { print, printJson, printRecord } from './print.js';
import { openSession } from './session.js';
import {
  FILTER_OPTION,
  FILTER_OR_OPTION,
  KIND_OPTION,
  selectionOf,
  TEMPLATE_OPTION,
  TIMEZONE_OPTION,
} from './subscription-drafts.js';

export function addPreviewMessage(subscriptions: Command): void {
  subscriptions
    .command('preview-message')
    .description('show what a subscription or a draft sends of an alert; nothing is sent')
    .argument('[subscription_id]', 'the subscription; the options replace its fields')
    .option('--alert <alert_id>', 'the alert; default: the newest one that the filter finds')
    .option('--protocol <id>', 'protocol of a draft')
    .option('--project <id>', 'draft: only alerts of this project')
    .option('--options <json>', 'options of the protocol; *** keeps the stored secret', jsonObject)
    .option(...KIND_OPTION)
    .option(...FILTER_OPTION)
    .option(...FILTER_OR_OPTION)
    .option(...TEMPLATE_OPTION)
    .option('--no-template', 'the default message of the protocol')
    .option(...TIMEZONE_OPTION)
    .action(async (subscription_id, { alert, protocol, project, options, template, ...more }, command) => {
      const isSaved = subscription_id !== undefined;
      if (isSaved && (protocol !== undefined || project !== undefined))
        throw new UsageError('--protocol and --project are only for drafts, without <subscription_id>');
      if (!isSaved && (protocol === undefined || options === undefined))
        throw new UsageError('give either <subscription_id> or the --protocol and --options of a draft');
      const { tocsin, domain, json } = openSession(command);
      const { timezone } = more;
      const body = {
        ...{ ...domain, alert_id: alert, options, timezone, ...selectionOf(more) },
        template: template === false ? null : template,
      };
      const preview = isSaved
        ? await tocsin.call('previewMessageSubscription', { path: { subscription_id }, body })
        : await tocsin.call('previewDraftMessageSubscription', {
            body: { ...body, protocol_id: protocol ?? '', project_id: project, options: options ?? {} },
          });
      if (json) printJson(preview);
      else printMessage(preview);
    });
}

/** Prints the message as people read it, or else the JSON that is sent. */
function printMessage({ text, content, message, ...facts }: Schemas['MessagePreview']): void {
  printRecord({ ...facts, type: message.type });
  print('');
  if (text === null) return printJson(content);
  print(`${text.event}: ${text.title}`);
  for (const line of text.lines) print(line);
  for (const { name, value } of text.fields) print(`${name}: ${value}`);
  for (const { text: name, url } of text.links) print(`${name}: ${url}`);
}
