import { Command } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { parseCondition, jsonObject } from './arguments.js';
import { UsageError } from './explain.js';
import { printResult } from './record-commands.js';
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
    .option('--filter <json>', 'a condition on the alerts, in place of --query; repeatable', parseCondition)
    .option('--comment <text>', 'comment that is shown with the alert')
    .option(
      '--until <time>',
      'end of the acknowledgement: a time, or an offset like "now + 2h"; default: when the alert is resolved',
    )
    .action(async (alert_id, { query, filter, comment, until }, command) => {
      const { tocsin, domain, json } = openSession(command);
      if ([alert_id, query, filter].filter((each) => each !== undefined).length !== 1)
        throw new UsageError('give exactly one of <alert_id>, --query and --filter');
      const body = { ...domain, comment, until };
      if (alert_id !== undefined)
        return printResult(await tocsin.call('acknowledgeAlert', { path: { alert_id }, body }), json);
      // The service validates the query.
      const which: Schemas['MatchQuery'] = query ?? { filter: [...(filter ?? [])] };
      printResult(await tocsin.call('acknowledgeAlerts', { body: { ...body, query: which } }), json);
    });
}
