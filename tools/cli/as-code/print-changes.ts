import { formatLine, print, printJson } from '../print.js';
import type { Change, Plan } from './plan.js';
import type { StoredRecord } from './stored-records.js';
import type { Difference } from './terms.js';

/** Fields to spread into a request, as of a session. */
interface DomainFields {
  readonly domain_id?: string;
}

const SIGNS = { add: '+', change: '~' } as const;

/** Prints what would be added and changed. */
export function printPlan(plan: Plan, domain: DomainFields, json: boolean): void {
  if (json) return printJson(describePlan(plan));
  for (const change of plan.changes) printChange(change);
  printOthers(plan, domain);
  print(summarize(plan));
}

/** Tells of what stays, with the command that deletes it: somebody may have made it by hand. */
export function printOthers({ others }: Plan, { domain_id }: DomainFields): void {
  const tocsin = domain_id === undefined ? 'tocsin' : `tocsin --domain ${quote(domain_id)}`;
  for (const record of others) {
    const { kind, id, info } = record;
    const target =
      kind.ownerSection === undefined
        ? quote(id)
        : `${quote(String(info['webhook_id']))} ${quote(String(info['name']))}`;
    const command = `${tocsin} ${kind.section.replaceAll('_', '-')} delete ${target}`;
    print(`  ${nameOf(record)} is not in the files; delete it with: ${formatLine(command)}`);
  }
}

export const countOthers = ({ others }: Plan): string =>
  others.length > 0 ? `, ${others.length} not in the files` : '';

/** Writes an argument of a command for a shell. */
const quote = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

export function printChange(change: Change): void {
  for (const line of formatChange(change)) print(line);
}

/** Returns what is added or changed, as lines. */
export function formatChange(change: Change): readonly string[] {
  const differences = change.action === 'change' ? change.differences : [];
  return [
    `${SIGNS[change.action]} ${nameOf(change)}`,
    ...differences.map((each) => `    ${formatDifference(each)}`),
  ];
}

export const formatDifference = ({ field, from, to }: Difference): string =>
  `${formatLine(field)}: ${formatValue(from)} → ${formatValue(to)}`;

export function summarize(plan: Plan): string {
  const { added, changed, unchanged } = countChanges(plan);
  return `${added} to add, ${changed} to change, ${unchanged} unchanged${countOthers(plan)}`;
}

export const describePlan = (plan: Plan): object => ({
  ...countChanges(plan),
  changes: plan.changes.map(describe),
  not_in_files: plan.others.map(describeOther),
});

export const nameOf = ({ kind, project, name }: Change | StoredRecord): string =>
  formatLine(`${kind.noun} ${project === null ? '' : `${project}/`}${name}`);
const formatValue = (value: unknown): string =>
  formatLine(typeof value === 'string' && !value.includes('"') ? JSON.stringify(value) : value);

export function describe(change: Change): object {
  const { action, kind, project, name } = change;
  return {
    action,
    section: kind.section,
    project,
    name,
    ...(change.action !== 'add' && { id: change.stored.id }),
    ...(change.action === 'change' && { fields: change.differences }),
  };
}

export const describeOther = ({ kind, project, name, id }: StoredRecord): object => ({
  section: kind.section,
  project,
  name,
  id,
});

export function countChanges({ changes, unchanged }: Plan) {
  const count = (action: Change['action']) => changes.filter((each) => each.action === action).length;
  return { added: count('add'), changed: count('change'), unchanged };
}
