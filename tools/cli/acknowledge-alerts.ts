import { Command } from '@commander-js/extra-typings';
import { parseFilter, jsonObject } from './arguments.js';
import { printResult } from './record-commands.js';
import { requireSelection } from './select-alerts.js';
import { openSession } from './session.js';

export function addAcknowledge(alerts: Command): void {
  alerts
    .command('acknowledge')
    .description('acknowledge an open alert, or all open alerts that match a query')
    .argument('[alert_id]')
    .option(
      '--query <json>',
      'the alerts to acknowledge, like {"filter":[{"k":"rule","v":"DiskFull","o":"eq"}]}',
      jsonObject,
    )
    .option(
      '--filter <text>',
      'a filter like \'rule = "DiskFull"\', in place of --query; repeatable',
      parseFilter,
    )
    .option('--comment <text>', 'comment that is shown with the alert')
    .option(
      '--until <time>',
      'end of the acknowledgement: a time, or an offset like "now + 2h"; default: when the alert is resolved',
    )
    .action(async (alert_id, { query, filter, comment, until }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const ids = alert_id === undefined ? [] : [alert_id];
      const which = requireSelection(ids, { query, filter }, '<alert_id>');
      const body = { ...domain, comment, until };
      if (which === undefined)
        return printResult(
          await tocsin.call('acknowledgeAlert', { path: { alert_id: ids.join() }, body }),
          json,
        );
      printResult(await tocsin.call('acknowledgeAlerts', { body: { ...body, query: which } }), json);
    });
}
