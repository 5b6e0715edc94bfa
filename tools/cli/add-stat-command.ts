import type { Command } from '@commander-js/extra-typings';
import { printJson, printTable } from './print.js';
import { openSession } from './session.js';

/** Adds the command `stat`, which counts records by state. */
export function addStatCommand(
  parent: Command,
  operation: 'statSubscriptions' | 'statSilences' | 'statNotifications',
  description: string,
): void {
  parent
    .command('stat')
    .description(description)
    .action(async (_, command) => {
      const { tocsin, domain, json } = openSession(command);
      const { results } = await tocsin.call(operation, { body: { ...domain } });
      if (json) return printJson(results);
      printTable(results as readonly { state: string; count: number }[], {
        state: ({ state }) => state,
        count: ({ count }) => count,
      });
    });
}
