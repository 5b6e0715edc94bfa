import { Command, Option } from '@commander-js/extra-typings';
import { setTimeout as sleep } from 'node:timers/promises';
import { age, equal, jsonObject, sinceCondition } from './arguments.js';
import { FailedError, UsageError } from './explain.js';
import { forOne, printOne } from './one-record.js';
import { printJson, printTable, progressBar } from './print.js';
import { firstOf, LIMIT } from './records.js';
import { openSession, type Session } from './session.js';

export function notificationsCommand(): Command {
  const notifications: Command = new Command('notifications').description('what was sent, waits or failed');
  notifications
    .command('list')
    .description('list notifications, newest first')
    .addOption(new Option('--state <state>', 'like PENDING, HELD, SENT or FAILED'))
    .option('--subscription <id>')
    .option('--alert <id>')
    .option('--since <age>', 'of changes within this time, like 24h or 7d', age)
    .option(...LIMIT, 50)
    .action(async ({ state, subscription, alert, since, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = equal({ state, subscription_id: subscription, alert_id: alert });
      const filter = [...given, ...sinceCondition('created_at', since)];
      const results = await firstOf(limit, (page) =>
        tocsin.each('searchNotifications', { body: { ...domain, query: { filter, page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        created_at: ({ created_at }) => created_at,
        kind: ({ kind }) => kind,
        state: ({ state: is }) => is,
        severity: ({ severity }) => severity,
        title: ({ title }) => title,
        attempts: ({ attempt_count }) => attempt_count,
        reason: ({ reason }) => reason,
        notification_id: ({ notification_id }) => notification_id,
      });
    });
  forOne(
    notifications,
    'get',
    'notification_id',
    'show a notification with its attempts',
    (notification_id, { tocsin, domain }) =>
      tocsin.call('getNotification', { path: { notification_id }, query: { ...domain } }),
  );
  addResend(notifications);
  return notifications as unknown as Command;
}

function addResend(notifications: Command): void {
  notifications
    .command('resend')
    .description('send a notification again, or all that a query finds, by a worker')
    .argument('[notification_id]')
    .option('--query <json>', 'like {"filter":[{"k":"state","v":"FAILED","o":"eq"}]}', jsonObject)
    .action(async (notification_id, { query }, command) => {
      const session = openSession(command);
      const { tocsin, domain, json } = session;
      if ((query === undefined) === (notification_id === undefined))
        throw new UsageError('name a notification, or those of a query with --query');
      if (notification_id === undefined) return resendAll(session, query ?? {});
      printOne(
        await tocsin.call('resendNotification', { path: { notification_id }, body: { ...domain } }),
        json,
      );
    });
}

async function resendAll({ tocsin, domain, json }: Session, query: object): Promise<void> {
  let resend = await tocsin.call('resendNotifications', { body: { ...domain, query } });
  const path = { resend_id: resend.resend_id };
  const bar = progressBar('resend', resend.total_count ?? 0);
  while (resend.finished_at === null) {
    await sleep(200);
    resend = await tocsin.call('getResend', { path, query: { ...domain } });
    bar.update(resend.done_count);
  }
  bar.stop();
  printOne(resend, json);
  if (resend.state === 'FAILED') throw new FailedError(`The resend failed: ${resend.reason}`);
}
