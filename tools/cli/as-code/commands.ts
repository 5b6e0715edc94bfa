import { createInterface } from 'node:readline/promises';
import { Command } from '@commander-js/extra-typings';
import { explain, FailedError } from '../explain.js';
import { print, printError, printJson, progressBar } from '../print.js';
import { openSession, resolveDomain, type Session } from '../session.js';
import { exportRecords } from './export-records.js';
import type { FileSet } from '#shared/as-code/read-files.js';
import { loadFiles } from './load-files.js';
import { readStoredRecords } from './read-stored-records.js';
import { makeChanges, type Outcome } from './make-changes.js';
import { makePlan, type Change, type Plan, type PlanOptions } from '#shared/as-code/plan.js';
import { compareProblems, formatProblem } from '#shared/as-code/positions.js';
import { printDone, printOutcome, printPlan } from './print-plan.js';
import type { StoredRecords } from '#shared/as-code/stored-records.js';

/** The exit code that says that files and records differ. */
export const DIFFERENT = 2;

export const FILE_OPTION = [
  '-f, --file <path>',
  'a file, a folder with files *.yaml, or - for standard input',
] as const;
export const SECRETS_OPTION = [
  '--send-secrets',
  'send stored secrets again, because they cannot be compared',
] as const;

export const NAME_OPTION = [
  '--managed-by <name>',
  'the name of these files, with which their records are marked; default: managed_by of the files',
] as const;
export const PRUNE_OPTION = [
  '--prune',
  'also remove records that are marked with the name of these files and are in none of them',
] as const;

export function exportCommand(): Command {
  return new Command('export')
    .description('print the records of the domain as files, with variables in place of secrets')
    .option('--project <id>', 'only webhooks, subscriptions and inhibitions of this project')
    .action(async ({ project }, command) => {
      const session = openSession(command);
      const domain = (await resolveDomain(session)).domain_id || undefined;
      print(exportRecords(await readStoredRecords(session.tocsin, session.domain), domain, project));
    }) as unknown as Command;
}

export function diffCommand(): Command {
  return new Command('diff')
    .description('show what apply would add and change; exit code 2 if there is anything')
    .requiredOption(...FILE_OPTION)
    .option(...SECRETS_OPTION)
    .option(...NAME_OPTION)
    .option(...PRUNE_OPTION)
    .action(async ({ file, ...options }, command) => {
      await withExitCodes(async () => {
        const session = openSession(command);
        const { plan, domain } = await compare(session, file, options);
        printPlan(plan, domain, session.json);
        if (plan.changes.length > 0) process.exitCode = DIFFERENT;
      });
    }) as unknown as Command;
}

export function applyCommand(): Command {
  return new Command('apply')
    .description('add and change records of the domain as files say')
    .requiredOption(...FILE_OPTION)
    .option(...SECRETS_OPTION)
    .option(...NAME_OPTION)
    .option(...PRUNE_OPTION)
    .option('--yes', 'do not ask')
    .option('--force', 'overwrite or remove what others changed meanwhile')
    .action(async ({ file, yes = false, force = false, ...options }, command) => {
      await withExitCodes(async () => {
        const session = openSession(command);
        const { plan, stored, domain, managedBy, values } = await compare(session, file, options);
        if (plan.changes.length === 0) return printPlan(plan, domain, session.json);
        if (!yes) {
          printPlan(plan, domain, session.json);
          if (!(await confirm(file))) {
            printError('nothing was changed; give --yes to apply without a question');
            process.exitCode = DIFFERENT;
            return;
          }
        }
        const done: Change[] = [];
        const bar = progressBar('changes', plan.changes.length);
        let outcome: Outcome;
        try {
          const target = { tocsin: session.tocsin, domain, stored, force, managedBy, values };
          outcome = await makeChanges(target, plan.changes, (change) => bar.update(done.push(change)));
        } catch (error) {
          bar.stop();
          printDone(done, plan, session.json);
          const left = plan.changes.length - done.length;
          printError(
            `${done.length} changes were made and ${left} were not; the next apply goes on with them`,
          );
          throw error;
        } finally {
          bar.stop();
        }
        printOutcome(outcome, plan, domain, session.json);
        if (outcome.conflicts.length + outcome.refused.length > 0) throw new FailedError('');
      });
    }) as unknown as Command;
}

/** Lets every error end with 1, because 2 says that there are differences. */
export async function withExitCodes(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new FailedError(explain(error).lines.join('\n'));
  }
}

interface Comparison {
  readonly plan: Plan;
  readonly stored: StoredRecords;
  readonly domain: { readonly domain_id?: string };
  readonly managedBy: string | undefined;
  /** The values of the variables of the files, which must not be printed. */
  readonly values: ReadonlySet<string>;
}

/** @throws FailedError with all mistakes of the files */
export async function compare(
  session: Session,
  path: string,
  { sendSecrets = false, prune = false, managedBy: given }: Partial<PlanOptions>,
): Promise<Comparison> {
  const files = await loadFiles(path);
  const managedBy = findName(files, given);
  if (prune && managedBy === undefined && files.problems.length === 0)
    throw new FailedError(
      'error: --prune needs the name of these files: write managed_by: NAME into one, or give --managed-by NAME',
    );
  let plan: Plan | undefined;
  let problems = files.problems;
  const domain = await findDomain(session, files);
  const stored = await readStored(session, domain, files);
  if (stored !== undefined) {
    plan = makePlan(files, stored, { sendSecrets, prune, managedBy });
    problems = plan.problems;
  }
  if (plan !== undefined && stored !== undefined && problems.length === 0)
    return { plan, stored, domain, managedBy, values: files.values };
  const sorted = problems.toSorted(compareProblems);
  if (session.json) printJson({ problems: sorted });
  else for (const problem of sorted) printError(formatProblem(problem));
  throw new FailedError(`error: ${sorted.length} mistakes in ${path}; nothing was changed`);
}

/** Mistakes of files are told also if the service cannot be asked. */
async function readStored(
  { tocsin }: Session,
  domain: Comparison['domain'],
  { problems }: FileSet,
): Promise<StoredRecords | undefined> {
  try {
    return await readStoredRecords(tocsin, domain);
  } catch (error) {
    if (problems.length === 0) throw error;
    for (const line of explain(error).lines) printError(line);
    return undefined;
  }
}

/** The name must not change by mistake: other files with it would be pruned by these. */
function findName({ managedBy }: FileSet, given: string | undefined): string | undefined {
  if (given !== undefined && managedBy !== undefined && given !== managedBy)
    throw new FailedError(
      `error: the files are named ${managedBy}, but --managed-by is ${given}; leave it out`,
    );
  return given ?? managedBy;
}

async function findDomain(session: Session, { domain }: FileSet): Promise<Comparison['domain']> {
  if (domain === undefined) return session.domain;
  const own = session.domain.domain_id;
  if (own !== undefined && own !== domain)
    throw new FailedError(`error: the files are of the domain ${domain}, but the command is for ${own}`);
  return { domain_id: domain };
}

async function confirm(file: string): Promise<boolean> {
  if (!process.stdin.isTTY || file === '-') return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Apply these changes? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
