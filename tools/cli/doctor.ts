import { Command } from '@commander-js/extra-typings';
import { checkService } from './doctor-service.js';
import type { Finding } from './finding.js';
import { FailedError } from './explain.js';
import { print, printJson, printTable, progressBar } from './print.js';
import { openSession } from './session.js';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('check an installation and recommend fixes')
    .action(async (_, command) => {
      const session = openSession(command);
      // Imported here because it loads the whole service, which would delay every other command.
      const { checkServer } = await import('./doctor-server.js');
      const bar = progressBar('checks', 2);
      const findings: Finding[] = [];
      try {
        findings.push(...(await checkServer(process.env)));
        bar.increment();
        findings.push(...(await checkService(session)));
      } finally {
        bar.stop();
      }
      if (session.json) printJson(findings);
      else
        printTable(findings, {
          check: ({ check }) => check,
          state: ({ state }) => state,
          '': ({ message }) => message,
        });
      const problems = findings.filter(({ state }) => state === 'bad' || state === 'warning');
      if (!session.json) for (const { check, remedy } of problems) if (remedy) print(`${check}: ${remedy}`);
      const failedCount = findings.filter(({ state }) => state === 'bad').length;
      if (failedCount > 0) throw new FailedError(`${failedCount} of ${findings.length} checks failed.`);
    }) as unknown as Command;
}
