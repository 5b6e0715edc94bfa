import { TocsinError, type Input, type OperationId, type Tocsin } from '#client';
import { formatVersion } from '#shared/kernel/record-changes.js';
import { isObject } from '#shared/kernel/json.js';
import { pick, type Info, type Kind } from '#shared/as-code/kind.js';
import { writeFilters } from '#shared/as-code/kinds.js';
import { MARK, type Addition, type Change, type Modification, type Removal } from '#shared/as-code/plan.js';
import { MissingRecordError, type StoredRecords } from '#shared/as-code/stored-records.js';
import type { Terms } from '#shared/as-code/terms.js';
import { hideValues } from '#shared/as-code/variables.js';
import { operationsOf } from './operations.js';

interface Target {
  readonly tocsin: Tocsin;
  readonly domain: { readonly domain_id?: string };
  readonly stored: StoredRecords;
  /** Changes records also if somebody changed them since they were compared. */
  readonly force: boolean;
  /** The values of variables, which must not be printed. */
  readonly values: ReadonlySet<string>;
  /** The name of the files, with which records are marked. */
  readonly managedBy: string | undefined;
}

interface Failure {
  readonly change: Change;
  readonly reason: string;
}

export interface Outcome {
  readonly done: readonly Change[];
  /** What others changed since it was compared. */
  readonly conflicts: readonly Failure[];
  /** What the service does not accept. */
  readonly refused: readonly Failure[];
}

/** Another record of this name, or another version of this record. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412]);
/** Of this record only: another one may need fewer rights, or be smaller. */
const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 413, 422]);

/**
 * Makes changes one after the other, those that can be made also if others cannot. Nothing is removed unless all else was done: what
 * replaces a record may be what was refused, and what still refers to it may be what is in conflict.
 * @param onDone is told of each change that was made, also if the connection is cut at a later one
 * @throws TocsinError, TocsinUnreachableError
 */
export async function makeChanges(
  target: Target,
  changes: readonly Change[],
  onDone: (change: Change) => void,
): Promise<Outcome> {
  const made = await makeAll(
    target,
    changes.filter(({ action }) => action !== 'remove'),
    onDone,
  );
  const removals = changes.filter(({ action }) => action === 'remove');
  if (made.conflicts.length + made.refused.length > 0) {
    const kept = removals.map((change) => ({ change, reason: 'it stays until all other changes are made' }));
    return { ...made, refused: [...made.refused, ...kept] };
  }
  const removed = await makeEach(target, removals, onDone);
  return { ...removed, done: [...made.done, ...removed.done] };
}

async function makeAll(
  target: Target,
  changes: readonly Change[],
  onDone: (change: Change) => void,
): Promise<Outcome> {
  const first = await makeEach(target, changes, onDone);
  if (first.refused.length === 0 || first.done.length === 0) return first;
  // Some are accepted only after a later one: a step of an escalation must no longer tell a subscription whose trigger changes.
  const again = first.refused.map(({ change }) => change);
  const second = await makeEach(target, again, onDone);
  return {
    done: [...first.done, ...second.done],
    conflicts: [...first.conflicts, ...second.conflicts],
    refused: second.refused,
  };
}

async function makeEach(
  target: Target,
  changes: readonly Change[],
  onDone: (change: Change) => void,
): Promise<Outcome> {
  const done: Change[] = [];
  const conflicts: Failure[] = [];
  const refused: Failure[] = [];
  for (const change of changes) {
    try {
      if (change.action === 'add') await add(target, change);
      else if (change.action === 'change') await modify(target, change);
      else await remove(target, change);
      done.push(change);
      onDone(change);
    } catch (error) {
      if (error instanceof MissingRecordError) {
        refused.push({ change, reason: error.message });
        continue;
      }
      if (!(error instanceof TocsinError)) throw error;
      const reason = hideValues(error.message, target.values);
      if (CONFLICTS.has(error.status)) conflicts.push({ change, reason });
      else if (REFUSALS.has(error.status)) refused.push({ change, reason });
      else throw error;
    }
  }
  return { done, conflicts, refused };
}

async function add(target: Target, { kind, project, name, terms }: Addition): Promise<void> {
  const { tocsin, domain, stored, managedBy } = target;
  const body = {
    ...domain,
    ...(managedBy !== undefined && { [MARK]: managedBy }),
    ...(project !== null && kind.ownerSection === undefined && { project_id: project }),
    ...writeFilters(kind, kind.write(terms, stored, name)),
  };
  const { create, toggle } = operationsOf(kind);
  const created = await callOperation(tocsin, create, {
    path: pathOf(kind, project, name, stored),
    body,
  });
  const id = String(created[kind.id]);
  stored.addCreated(project, kind, name, id);
  // A cut between both requests is mended by the next apply.
  if (toggle !== undefined && terms['enabled'] === false)
    await callOperation(tocsin, toggle.off, { path: { [kind.id]: id }, body: { ...domain } });
}

async function modify(target: Target, change: Modification): Promise<void> {
  const { tocsin, domain, stored: records, force } = target;
  const { kind, project, name, stored, terms, differences } = change;
  const path = pathOf(kind, project, name, records, stored.id);
  let version = String(stored.info['updated_at']);
  const send = async (operation: OperationId, body: Terms) => {
    const header = force ? {} : { 'If-Match': `"${formatVersion(version)}"` };
    const changed = await callOperation(tocsin, operation, { path, header, body: { ...domain, ...body } });
    version = String(changed['updated_at'] ?? version);
  };
  const changed = new Set(differences.map(({ field }) => field.split('.', 1)[0] ?? ''));
  const { updates, toggle } = operationsOf(kind);
  const all = [...new Set([...Object.keys(terms), ...changed])].filter(
    (field) => field !== MARK && !(field === 'enabled' && toggle !== undefined),
  );
  for (const [
    index,
    { operation, fields = all, isWhole, body = (created: Terms) => created },
  ] of updates.entries()) {
    const mark = index === 0 && changed.has(MARK) ? { [MARK]: target.managedBy } : {};
    const differing = fields.filter((field) => changed.has(field));
    if (differing.length === 0 && !(MARK in mark)) continue;
    const own = isWhole ? fields : differing;
    const { name: _, ...written } = kind.write(onlyChanged(pick(terms, ...own), differences), records, name);
    await send(operation, { ...writeFilters(kind, body(written)), ...mark });
  }
  if (toggle !== undefined && changed.has('enabled'))
    await send(terms['enabled'] === true ? toggle.on : toggle.off, {});
}

async function remove(target: Target, { kind, project, name, stored }: Removal): Promise<void> {
  const { tocsin, domain, stored: records, force } = target;
  const path = pathOf(kind, project, name, records, stored.id);
  const header = force ? {} : { 'If-Match': `"${formatVersion(String(stored.info['updated_at']))}"` };
  try {
    await callOperation(tocsin, operationsOf(kind).remove, { path, header, query: { ...domain } });
  } catch (error) {
    // It is gone already: with its webhook, or by somebody else.
    if (!(error instanceof TocsinError) || error.status !== 404) throw error;
  }
}

/** Leaves out settings that stay: a request changes only those that it has. */
function onlyChanged(terms: Terms, differences: Modification['differences']): Terms {
  const { settings } = terms;
  if (!isObject(settings)) return terms;
  const names = differences.flatMap(({ field }) =>
    field.startsWith('settings.') ? [field.split('.')[1] ?? ''] : [],
  );
  return { ...terms, settings: pick(settings, ...names) };
}

function pathOf(kind: Kind, project: string | null, name: string, stored: StoredRecords, id?: string): Info {
  if (kind.ownerSection === undefined) return id === undefined ? {} : { [kind.id]: id };
  const at = name.lastIndexOf('/');
  const webhook_id = stored.toId(kind.ownerSection, `${project ?? ''}/${name.slice(0, at)}`);
  return { webhook_id, name: name.slice(at + 1) };
}

/** Calls an operation of a table, whose input TypeScript cannot check. */
async function callOperation(tocsin: Tocsin, id: OperationId, input: object): Promise<Info> {
  return ((await tocsin.call(id as 'getCaller', input as Input<'getCaller'>)) ?? {}) as unknown as Info;
}
