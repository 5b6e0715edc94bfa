import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { condition, positiveNumber } from './arguments.js';
import { plain } from './print.js';
import { openSession } from './session.js';
import { tail } from './tail.js';

export function addTail(alerts: Command): void {
  alerts
    .command('tail')
    .description('follow changes of alerts')
    .option('--severity <severity>')
    .option('--webhook <id>')
    .option('--project <id>')
    .option('--filter <json>', 'a condition on the alert; repeatable', condition)
    .option('--after <id>', 'continue after this message id, which --json prints in each line')
    .option('--count <n>', 'exit after this number of changes', positiveNumber)
    .action(async ({ severity, webhook, project, filter: conditions, after, count }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const filter = {
        ...domain,
        severity: severity as Schemas['Severity'] | undefined,
        webhook_id: webhook,
        project_id: project,
        query: conditions && { filter: [...conditions] },
      };
      await tail(
        (options) => tocsin.followAlerts(filter, { ...options, lastEventId: after }),
        (followed) => (json ? JSON.stringify(followed) : line(followed.message)),
        count,
      );
    });
}

const line = ({ timestamp, type, data: { alert } }: Schemas['AlertMessage']): string =>
  [
    plain(timestamp),
    plain(type.replace(/^alert\./, '')).padEnd(9),
    plain(alert.severity).padEnd(8),
    plain(alert.title),
    plain(alert.resource?.name),
  ].join('  ');
