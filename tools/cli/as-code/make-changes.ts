import { TocsinError, type Tocsin } from '#client';
import { formatVersion } from '#shared/kernel/record-version.js';
import { isObject } from '#shared/kernel/json.js';
import { pick, type Info, type Kind } from './kind.js';
import { writeFilters } from './kinds.js';
import type { Addition, Change, Modification, Removal } from './plan.js';
import { callOperation, type StoredRecords } from './stored-records.js';
import type { Terms } from './terms.js';

interface Target {
  readonly tocsin: Tocsin;
  readonly domain: { readonly domain_id?: string };
  readonly stored: StoredRecords;
  /** Changes records also if somebody changed them since they were compared. */
  readonly force: boolean;
}

export interface Outcome {
  readonly done: readonly Change[];
  /** What others changed since it was compared. */
  readonly conflicts: readonly { readonly change: Change; readonly reason: string }[];
}

/** Another record of this name, or another version of this record. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412]);

/**
 * Makes changes one after the other. One that meets a conflict is left out, and the others are made.
 * @param onDone is told of each change that was made, also if a later one fails
 * @throws TocsinError, TocsinUnreachableError
 */
export async function makeChanges(
  target: Target,
  changes: readonly Change[],
  onDone: (change: Change) => void,
): Promise<Outcome> {
  const done: Change[] = [];
  const conflicts: { change: Change; reason: string }[] = [];
  for (const change of changes) {
    try {
      if (change.action === 'add') await add(target, change);
      else if (change.action === 'change') await modify(target, change);
      else await remove(target, change);
      done.push(change);
      onDone(change);
    } catch (error) {
      if (!(error instanceof TocsinError) || !CONFLICTS.has(error.status)) throw error;
      conflicts.push({ change, reason: error.message });
    }
  }
  return { done, conflicts };
}

async function add(target: Target, { kind, project, name, terms }: Addition): Promise<void> {
  const { tocsin, domain, stored } = target;
  const body = {
    ...domain,
    ...(project !== null && kind.ownerSection === undefined && { project_id: project }),
    ...writeFilters(kind, kind.write(terms, stored, name)),
  };
  const created = await callOperation(tocsin, kind.create, {
    path: pathOf(kind, project, name, stored),
    body,
  });
  const id = String(created[kind.id]);
  stored.addCreated(project, kind, name, id);
  // A cut between both requests is mended by the next apply.
  if (kind.toggle !== undefined && terms['enabled'] === false)
    await callOperation(tocsin, kind.toggle.off, { path: { [kind.id]: id }, body: { ...domain } });
}

async function modify(target: Target, change: Modification): Promise<void> {
  const { tocsin, domain, stored: records, force } = target;
  const { kind, project, name, stored, terms, differences } = change;
  const path = pathOf(kind, project, name, records, stored.id);
  let version = String(stored.info['updated_at']);
  const send = async (operation: Kind['create'], body: Terms) => {
    const header = force ? {} : { 'If-Match': `"${formatVersion(version)}"` };
    const changed = await callOperation(tocsin, operation, { path, header, body: { ...domain, ...body } });
    version = String(changed['updated_at'] ?? version);
  };
  const changed = new Set(differences.map(({ field }) => field.split('.', 1)[0] ?? ''));
  for (const { operation, fields, body = (created: Terms) => created } of kind.updates) {
    const own = fields.filter((field) => changed.has(field));
    if (own.length === 0) continue;
    const { name: _, ...written } = kind.write(onlyChanged(pick(terms, ...own), differences), records, name);
    await send(operation, writeFilters(kind, body(written)));
  }
  if (kind.toggle !== undefined && changed.has('enabled'))
    await send(terms['enabled'] === true ? kind.toggle.on : kind.toggle.off, {});
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

async function remove({ tocsin, domain, stored: records, force }: Target, change: Removal): Promise<void> {
  const { kind, project, name, stored } = change;
  const header = force ? {} : { 'If-Match': `"${formatVersion(String(stored.info['updated_at']))}"` };
  const path = pathOf(kind, project, name, records, stored.id);
  try {
    await callOperation(tocsin, kind.remove, { path, header, query: { ...domain } });
  } catch (error) {
    if (!(error instanceof TocsinError) || error.status !== 404) throw error;
  }
}

function pathOf(kind: Kind, project: string | null, name: string, stored: StoredRecords, id?: string): Info {
  if (kind.ownerSection === undefined) return id === undefined ? {} : { [kind.id]: id };
  const at = name.lastIndexOf('/');
  const webhook_id = stored.toId(kind.ownerSection, `${project ?? ''}/${name.slice(0, at)}`);
  return { webhook_id, name: name.slice(at + 1) };
}
