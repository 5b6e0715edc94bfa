import { Command, Option } from '@commander-js/extra-typings';
import { addAcknowledge } from './acknowledge-alerts.js';
import { addTelling } from './alert-telling.js';
import { addTimeline } from './alert-timeline.js';
import { parseAge, equalConditions, sinceCondition } from './arguments.js';
import { addRecordCommand } from './record-commands.js';
import { printJson, printTable } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { addResolve } from './resolve-alerts.js';
import { openSession } from './session.js';
import { addWorkOnAlerts } from './work-on-alerts.js';
import { addTail } from './tail-alerts.js';

export function alertsCommand(): Command {
  const alerts: Command = new Command('alerts').description('open and resolved alerts');
  alerts
    .command('list')
    .description('list alerts, by default the open ones')
    .addOption(
      new Option('--state <state>').choices(['OPEN', 'RESOLVED', 'ALL'] as const).default('OPEN' as const),
    )
    .option('--severity <severity>')
    .option('--webhook <id>')
    .option('--assignee <name>', 'only alerts that are assigned to this user')
    .option('--unacknowledged', 'only alerts that are not acknowledged')
    .option('--since <age>', 'only alerts opened within this time, like 24h or 7d', parseAge)
    .option(...LIMIT_OPTION, 50)
    .action(async ({ state, severity, webhook, assignee, unacknowledged, since, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const given = equalConditions({
        state: state === 'ALL' ? undefined : state,
        severity,
        webhook_id: webhook,
        assignee,
      });
      const open = unacknowledged ? [{ k: 'acknowledged', v: false, o: 'eq' as const }] : [];
      const filter = [...given, ...open, ...sinceCondition('opened_at', since)];
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchAlerts', { body: { ...domain, query: { filter, page } } }),
      );
      if (json) return printJson(results);
      printTable(results, {
        opened_at: (alert) => alert.opened_at,
        state: (alert) => alert.state,
        acknowledged_by: (alert) => alert.acknowledged_by,
        assignee: (alert) => alert.assignee,
        severity: (alert) => alert.severity,
        title: (alert) => alert.title,
        resource: (alert) => alert.resource?.name,
        events: (alert) => alert.event_count,
        repeats: (alert) => alert.duplicate_count,
        alert_id: (alert) => alert.alert_id,
      });
    });
  addTail(alerts);
  addRecordCommand(alerts, 'get', 'alert_id', 'show an alert', (alert_id, { tocsin, domain }) =>
    tocsin.call('getAlert', { path: { alert_id }, query: { ...domain } }),
  );
  addTimeline(alerts);
  addTelling(alerts);
  addAcknowledge(alerts);
  addResolve(alerts);
  addRecordCommand(
    alerts,
    'unacknowledge',
    'alert_id',
    'withdraw the acknowledgement of an alert',
    (alert_id, { tocsin, domain }) =>
      tocsin.call('unacknowledgeAlert', { path: { alert_id }, body: { ...domain } }),
  );
  addWorkOnAlerts(alerts);
  return alerts as unknown as Command;
}
