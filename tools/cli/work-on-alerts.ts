import { Command } from '@commander-js/extra-typings';
import { UsageError } from './explain.js';
import { printJson, printTable } from './print.js';
import { printResult } from './record-commands.js';
import { openSession } from './session.js';

/** Adds the commands for who takes care of an alert, and for notes about it. */
export function addWorkOnAlerts(alerts: Command): void {
  alerts
    .command('assign')
    .description('assign an open alert; to yourself, this acknowledges it as well')
    .argument('<alert_id>')
    .argument('[assignee]', 'a user id or an e-mail address')
    .option('--nobody', 'take the assignment back')
    .option('--acknowledge', 'acknowledge the alert as well')
    .option('--no-acknowledge', 'do not acknowledge the alert')
    .action(async (alert_id, assignee, { nobody, acknowledge }, command) => {
      const { tocsin, domain, json } = openSession(command);
      if ((assignee === undefined) !== (nobody === true))
        throw new UsageError('give exactly one of <assignee> and --nobody');
      const body = { ...domain, assignee: assignee ?? null, acknowledge };
      printResult(await tocsin.call('assignAlert', { path: { alert_id }, body }), json);
    });
  alerts
    .command('note')
    .description('add a note to an alert')
    .argument('<alert_id>')
    .argument('<text>')
    .action(async (alert_id, text, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      printResult(await tocsin.call('addAlertNote', { path: { alert_id }, body: { ...domain, text } }), json);
    });
  alerts
    .command('notes')
    .description('list the notes of an alert')
    .argument('<alert_id>')
    .action(async (alert_id, _, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { results } = await tocsin.call('listAlertNotes', { path: { alert_id }, query: { ...domain } });
      if (json) return printJson(results);
      printTable(results, {
        created_at: (note) => note.created_at,
        author: (note) => note.author,
        text: (note) => note.text,
        note_id: (note) => note.note_id,
      });
    });
  alerts
    .command('delete-note')
    .description('delete a note of yours; any note with the role ADMIN')
    .argument('<alert_id>')
    .argument('<note_id>')
    .action(async (alert_id, note_id, _, command) => {
      const { tocsin, domain } = openSession(command);
      await tocsin.call('deleteAlertNote', { path: { alert_id, note_id }, query: { ...domain } });
    });
}
