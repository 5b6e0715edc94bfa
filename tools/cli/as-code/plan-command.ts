import type { Schemas } from '#client';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { parsePositiveNumber } from '../arguments.js';
import { explain, FailedError } from '../explain.js';
import { print, printJson } from '../print.js';
import { openSession } from '../session.js';
import {
  compare,
  DIFFERENT,
  FILE_OPTION,
  NAME_OPTION,
  PRUNE_OPTION,
  SECRETS_OPTION,
  withExitCodes,
} from './commands.js';
import { formatReport, MARKDOWN, TEXT, type Effects } from './plan-report.js';
import { nameRecords, toPlanRequest } from '#shared/as-code/plan-request.js';
import { hideValues } from '#shared/as-code/variables.js';
import { describePlan } from '#shared/as-code/describe-plan.js';

const MAX_DAYS = 30;

export function planCommand(): Command {
  return new Command('plan')
    .description('show what apply would add and change, and what that means for the alerts of the last days')
    .requiredOption(...FILE_OPTION)
    .option('--days <n>', `number of past days to look at, at most ${MAX_DAYS}`, parseDays, MAX_DAYS)
    .option('--markdown', 'print Markdown, as for a pull request; the default unless at a terminal')
    .option(...SECRETS_OPTION)
    .option(...NAME_OPTION)
    .option(...PRUNE_OPTION)
    .action(async ({ file, days, markdown = false, ...options }, command) => {
      await withExitCodes(async () => {
        const session = openSession(command);
        const { plan, domain, values } = await compare(session, file, options);
        const show = (effects: Effects | undefined) => {
          if (session.json) return printJson({ ...describePlan(plan), effects: effects ?? null });
          const format = markdown || !process.stdout.isTTY ? MARKDOWN : TEXT;
          print(formatReport({ plan, effects, days }, format));
        };
        if (plan.changes.length === 0) return show(undefined);
        const request = toPlanRequest(plan);
        const body = { ...domain, days, ...request } as Schemas['PreviewPlanRequest'];
        let effects: Effects;
        try {
          effects = await session.tocsin.call('previewPlan', { body });
        } catch (error) {
          // What would be changed is known also if what it means is not.
          show(undefined);
          throw new FailedError(hideValues(nameRecords(explain(error).lines.join('\n'), request), values));
        }
        show(effects);
        process.exitCode = DIFFERENT;
      });
    }) as unknown as Command;
}

function parseDays(text: string): number {
  const days = parsePositiveNumber(text);
  if (days > MAX_DAYS) throw new InvalidArgumentError(`It must be at most ${MAX_DAYS}.`);
  return days;
}
