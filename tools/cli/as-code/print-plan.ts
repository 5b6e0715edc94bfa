import { formatLine, print, printError, printJson } from '../print.js';
import type { Outcome } from './make-changes.js';
import { countChanges, describeChange, describeOther, describePlan } from '#shared/as-code/describe-plan.js';
import type { Change, Named, Plan } from '#shared/as-code/plan.js';
import type { Difference } from '#shared/as-code/terms.js';

/** The domain of a command. */
interface Domain {
  readonly domain_id?: string;
}

const SIGNS = { add: '+', change: '~', remove: '-' } as const;

export function printPlan(plan: Plan, domain: Domain, json: boolean): void {
  if (json) return printJson(describePlan(plan));
  for (const change of plan.changes) printChange(change);
  printOthers(plan, domain);
  print(summarize(plan));
}

export function summarize(plan: Plan): string {
  const { added, changed, removed, unchanged } = countChanges(plan);
  const parts = [`${added} to add`, `${changed} to change`, ...(removed > 0 ? [`${removed} to remove`] : [])];
  return `${parts.join(', ')}, ${unchanged} unchanged${countOthers(plan)}`;
}

export function printOutcome(
  { done, conflicts, refused }: Outcome,
  plan: Plan,
  domain: Domain,
  json: boolean,
): void {
  const describeAll = (failures: Outcome['conflicts']) =>
    failures.map(({ change, reason }) => ({ ...describeChange(change), reason }));
  if (json)
    return printJson({
      ...countChanges({ ...plan, changes: done }),
      changes: done.map(describeChange),
      conflicts: describeAll(conflicts),
      refused: describeAll(refused),
      not_in_files: plan.others.map(describeOther),
    });
  for (const change of done) printChange(change);
  for (const { change, reason } of refused) printError(`refused: ${nameOf(change)}: ${reason}`);
  for (const { change, reason } of conflicts) {
    printError(`conflict: ${nameOf(change)}: ${reason}`);
    if (change.action === 'change')
      for (const each of change.differences) printError(`    ${formatDifference(each)}`);
  }
  printOthers(plan, domain);
  const { added, changed, removed, unchanged } = countChanges({ ...plan, changes: done });
  const parts = [`${added} added`, `${changed} changed`, ...(removed > 0 ? [`${removed} removed`] : [])];
  print(
    `${parts.join(', ')}, ${unchanged} unchanged, ${conflicts.length} in conflict, ${refused.length} refused${countOthers(plan)}`,
  );
}

/** Tells what was made before a request that failed. */
export function printDone(done: readonly Change[], plan: Plan, json: boolean): void {
  if (json)
    return printJson({ ...countChanges({ ...plan, changes: done }), changes: done.map(describeChange) });
  for (const change of done) printChange(change);
}

/** Tells of what stays, with the command that deletes it: somebody may have made it by hand. */
function printOthers({ others }: Plan, { domain_id }: Domain): void {
  const tocsin = domain_id === undefined ? 'tocsin' : `tocsin --domain ${quote(domain_id)}`;
  for (const record of others) {
    const { kind, id, info, usedBy } = record;
    if (usedBy !== undefined) {
      print(`  ${nameOf(record)} is not in the files, and stays because ${nameOf(usedBy)} refers to it`);
      continue;
    }
    const target =
      kind.ownerSection === undefined
        ? quote(id)
        : `${quote(String(info['webhook_id']))} ${quote(String(info['name']))}`;
    const command = `${tocsin} ${kind.section.replaceAll('_', '-')} delete ${target}`;
    print(`  ${nameOf(record)} is not in the files; delete it with: ${formatLine(command)}`);
  }
}

const countOthers = ({ others }: Plan): string =>
  others.length > 0 ? `, ${others.length} not in the files` : '';

/** Writes an argument of a command for a shell. */
const quote = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function printChange(change: Change): void {
  for (const line of formatChange(change)) print(line);
}

/** Returns what is added, changed or removed, as lines. */
export function formatChange(change: Change): readonly string[] {
  const differences = change.action === 'change' ? change.differences : [];
  return [
    `${SIGNS[change.action]} ${nameOf(change)}`,
    ...differences.map((each) => `    ${formatDifference(each)}`),
  ];
}

const formatDifference = ({ field, from, to }: Difference): string =>
  `${formatLine(field)}: ${formatValue(from)} → ${formatValue(to)}`;

const nameOf = ({ kind, project, name }: Named): string =>
  formatLine(`${kind.noun} ${project === null ? '' : `${project}/`}${name}`);
const formatValue = (value: unknown): string =>
  formatLine(typeof value === 'string' && !value.includes('"') ? JSON.stringify(value) : value);
