import type { Command } from '@commander-js/extra-typings';
import { printJson, printTable } from './print.js';
import { openSession } from './session.js';

/** Adds the command `stat`, which counts records by state or by another field. */
export function addStatCommand(
  parent: Command,
  operation: 'statSubscriptions' | 'statSilences' | 'statNotifications' | 'statOnCalls',
  description: string,
  field: 'state' | 'source' = 'state',
): void {
  parent
    .command('stat')
    .description(description)
    .action(async (_, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { results } = await tocsin.call(operation, { body: { ...domain } });
      if (json) return printJson(results);
      printTable(results as readonly Readonly<Record<string, string | number>>[], {
        [field]: (record) => record[field],
        count: ({ count }) => count,
      });
    });
}
