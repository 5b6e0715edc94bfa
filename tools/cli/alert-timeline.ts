import type { Command } from '@commander-js/extra-typings';
import { print, printJson } from './print.js';
import { openSession } from './session.js';

export function addTimeline(alerts: Command): void {
  alerts
    .command('timeline')
    .description('show what happened to an alert and who was told, as Markdown')
    .argument('<alert_id>')
    .action(async (alert_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const input = { path: { alert_id }, query: { ...domain } };
      if (json) return printJson(await tocsin.call('getAlertTimeline', input));
      const markdown: unknown = await tocsin.call('getAlertTimeline', input, { accept: 'text/markdown' });
      print(String(markdown).trimEnd());
    });
}
