import type { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { parseFilter, parsePositiveNumber } from './arguments.js';
import { formatLine } from './print.js';
import { openSession } from './session.js';
import { tail } from './tail.js';

export function addTail(alerts: Command): void {
  alerts
    .command('tail')
    .description('follow changes of alerts')
    .option('--severity <severity>')
    .option('--webhook <id>')
    .option('--project <id>')
    .option(
      '--filter <text>',
      "a filter like 'severity >= ERROR and labels.team = db'; repeatable",
      parseFilter,
    )
    .option('--after <id>', 'continue after this message id, which --json prints in each line')
    .option('--count <n>', 'exit after this number of changes', parsePositiveNumber)
    .action(async ({ severity, webhook, project, filter: query, after, count }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const filter = {
        ...domain,
        severity: severity as Schemas['Severity'] | undefined,
        webhook_id: webhook,
        project_id: project,
        query,
      };
      await tail(
        (options) => tocsin.followAlerts(filter, { ...options, lastEventId: after }),
        (followed) => (json ? JSON.stringify(followed) : formatMessage(followed.message)),
        count,
      );
    });
}

const formatMessage = ({ timestamp, type, data: { alert } }: Schemas['AlertMessage']): string =>
  [
    formatLine(timestamp),
    formatLine(type.replace(/^alert\./, '')).padEnd(9),
    formatLine(alert.severity).padEnd(8),
    formatLine(alert.title),
    formatLine(alert.resource?.name),
  ].join('  ');
