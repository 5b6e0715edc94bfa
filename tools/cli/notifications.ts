import { Command, Option } from '@commander-js/extra-typings';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAge, equalConditions, jsonObject, parsePositiveNumber, sinceCondition } from './arguments.js';
import { FailedError, UsageError } from './explain.js';
import { addRecordCommand, printResult } from './record-commands.js';
import { printJson, printTable, progressBar } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession, type Session } from './session.js';
import { addStatCommand } from './add-stat-command.js';

export function notificationsCommand(): Command {
  const notifications: Command = new Command('notifications').description(
    'notifications that were sent, are waiting or have failed',
  );
  notifications
    .command('list')
    .description('list notifications, newest first')
    .addOption(new Option('--state <state>', 'like PENDING, HELD, SENT or FAILED'))
    .option('--subscription <id>')
    .option('--alert <id>')
    .option('--since <age>', 'only notifications created within this time, like 24h or 7d', parseAge)
    .option(...LIMIT_OPTION, 50)
    .action(async ({ state, subscription, alert, since, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = equalConditions({ state, subscription_id: subscription, alert_id: alert });
      const filter = [...given, ...sinceCondition('created_at', since)];
      const results = await collectRecords(limit, (page) =>
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
  addRecordCommand(
    notifications,
    'get',
    'notification_id',
    'show a notification with its attempts',
    (notification_id, { tocsin, domain }) =>
      tocsin.call('getNotification', { path: { notification_id }, query: { ...domain } }),
  );
  addStatCommand(notifications, 'statNotifications', 'count the notifications of each state');
  addLedger(notifications);
  addResend(notifications);
  return notifications as unknown as Command;
}

function addLedger(notifications: Command): void {
  notifications
    .command('ledger')
    .description('count changes, notifications and their outcomes by day')
    .option('--days <n>', 'including today', parsePositiveNumber, 7)
    .action(async ({ days }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const ledger = await tocsin.call('getNotificationLedger', { query: { ...domain, days } });
      if (json) printJson(ledger);
      else
        printTable(
          ledger.results.map(({ notifications: outcomes, balanced, ...counts }) => ({
            ...counts,
            ...outcomes,
            balanced,
          })),
          Object.fromEntries(
            LEDGER_COLUMNS.map((name) => [name, (day: Record<string, unknown>) => day[name]]),
          ),
        );
      if (!ledger.balanced) throw new FailedError('The ledger is not balanced.');
    });
}

const LEDGER_COLUMNS = [
  ...['day', 'changes', 'matched', 'after_silence', 'by_steps'],
  ...['pending', 'held', 'sent', 'failed', 'superseded', 'silenced', 'cancelled', 'balanced'],
];

function addResend(notifications: Command): void {
  notifications
    .command('resend')
    .description('send a notification again; with --query, a worker sends all that match')
    .argument('[notification_id]')
    .option(
      '--query <json>',
      'the notifications to send again, like {"filter":[{"k":"state","v":"FAILED","o":"eq"}]}',
      jsonObject,
    )
    .action(async (notification_id, { query }, command) => {
      const session = openSession(command);
      const { tocsin, domain, json } = session;
      if ((query === undefined) === (notification_id === undefined))
        throw new UsageError('give either <notification_id> or --query');
      if (notification_id === undefined) return resendAll(session, query ?? {});
      printResult(
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
  printResult(resend, json);
  if (resend.state === 'FAILED') throw new FailedError(`The resend failed: ${resend.reason}`);
}
