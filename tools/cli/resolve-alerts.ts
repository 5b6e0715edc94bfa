import { Command } from '@commander-js/extra-typings';
import { parseFilter, jsonObject } from './arguments.js';
import { printResult } from './record-commands.js';
import { requireSelection } from './select-alerts.js';
import { openSession } from './session.js';

export function addResolve(alerts: Command): void {
  alerts
    .command('resolve')
    .description('resolve open alerts, by id, or all that match a query')
    .argument('[alert_id...]')
    .option(
      '--query <json>',
      'the alerts to resolve, like {"filter":[{"k":"rule","v":"DiskFull","o":"eq"}]}',
      jsonObject,
    )
    .option(
      '--filter <text>',
      'a filter like \'rule = "DiskFull"\', in place of --query; repeatable',
      parseFilter,
    )
    .option('--comment <text>', 'comment that is shown with the alert')
    .option(
      '--quiet-for <duration>',
      'how long repeats open no other alert, from 0s to 24h, like 30m; default: 1h',
    )
    .action(async (ids, { query, filter, comment, quietFor }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const which = requireSelection(ids, { query, filter }, '<alert_id…>');
      const body = { ...domain, comment, quiet_for: quietFor };
      if (which !== undefined)
        return printResult(await tocsin.call('resolveAlerts', { body: { ...body, query: which } }), json);
      for (const alert_id of ids)
        printResult(await tocsin.call('resolveAlert', { path: { alert_id }, body }), json);
    });
}
