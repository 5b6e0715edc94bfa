import type { Command } from '@commander-js/extra-typings';
import { print, printJson, printTable } from './print.js';
import { openSession } from './session.js';

export function addTelling(alerts: Command): void {
  alerts
    .command('telling')
    .description('show who would be told of an alert if it opened now, and why others would not')
    .argument('<alert_id>')
    .action(async (alert_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const preview = await tocsin.call('previewAlertTelling', { path: { alert_id }, body: { ...domain } });
      if (json) return printJson(preview);
      const { subscriptions, escalations, inhibited_by, untold, untold_count } = preview;
      if (inhibited_by !== null)
        print(`held back until ${inhibited_by.until}: alert ${inhibited_by.source_alert_id} explains it`);
      const told = [
        ...subscriptions.map(({ name, silenced_by, wait }) => ({
          told: name,
          when: silenced_by === null ? `after ${wait} s` : `silenced until ${silenced_by.until}`,
        })),
        ...escalations.flatMap(({ name, steps }) =>
          steps.map(({ step, after, receivers, reason }) => ({
            told: receivers.map((receiver) => receiver.name).join(', ') || (reason ?? 'nobody'),
            when: `after ${after} s, by step ${step} of ${name}`,
          })),
        ),
      ];
      if (told.length === 0) print('nobody would be told');
      else printTable(told, { told: (each) => each.told, when: (each) => each.when });
      printTable(untold, {
        'not told': ({ name }) => name,
        reason: ({ reason }) => reason,
        conditions: ({ conditions, details }) => conditions.join(' and ') || details,
      });
      if (untold_count > untold.length) print(`and ${untold_count - untold.length} more are not told`);
    });
}
