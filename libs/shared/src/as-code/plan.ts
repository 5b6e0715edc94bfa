import { isObject } from '../kernel/json.js';
import { didYouMean } from '../kernel/find-nearest.js';
import { normalizeName } from '../kernel/normalize-name.js';
import type { Kind } from './kind.js';
import { completeTerms, kindOf, KINDS } from './kinds.js';
import { recordKey, sectionKey, type FileRecord, type FileSet } from './read-files.js';
import type { Path, Problem } from './positions.js';
import type { StoredRecord, StoredRecords } from './stored-records.js';
import { changeAt, compareTerms, isMasked, isWithin, MASK, type Difference, type Terms } from './terms.js';

/** Mistakes after which no names are looked for: each look goes through all records. */
const MAX_SUGGESTIONS = 100;

/** The field of all records that says which files they are kept in. */
export const MARK = 'managed_by';

export interface Named {
  readonly kind: Kind;
  readonly project: string | null;
  readonly name: string;
}

export interface Addition extends Named {
  readonly action: 'add';
  readonly terms: Terms;
}

export interface Modification extends Named {
  readonly action: 'change';
  readonly stored: StoredRecord;
  readonly terms: Terms;
  /** Without the values of secrets. */
  readonly differences: readonly Difference[];
}

/** Only with `prune`. */
export interface Removal extends Named {
  readonly action: 'remove';
  readonly stored: StoredRecord;
}

export type Change = Addition | Modification | Removal;

/** A record that is in no file and stays. */
export interface OtherRecord extends StoredRecord {
  /** The record because of which it is not removed. */
  readonly usedBy?: Named | undefined;
}

export interface Plan {
  /** In the order in which they are made. */
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** Records of the same projects and sections, or with the mark of the files, that no file has and that stay. */
  readonly others: readonly OtherRecord[];
  readonly problems: readonly Problem[];
}

export interface PlanOptions {
  /** Sends stored secrets again. */
  readonly sendSecrets: boolean;
  /** The name of the files, with which their records are marked. Not set: marks stay as they are. */
  readonly managedBy?: string | undefined;
  /** Removes records with this mark that are in no file. */
  readonly prune?: boolean;
  /** Whether variables have no values here, so that a new secret may be any. */
  readonly anySecrets?: boolean;
}

/** Compares files with what is stored. Nothing is changed. */
export function makePlan(files: FileSet, stored: StoredRecords, options: PlanOptions): Plan {
  const problems = [...files.problems];
  const wanted = new Map(
    files.records.map((record) => [recordKey(record.project, record.kind, record.name), record]),
  );
  const changes: Change[] = [];
  const users = new Map<string, Named>();
  let unchanged = 0;
  for (const kind of KINDS) {
    for (const record of files.records.filter((each) => each.kind === kind)) {
      const found = stored.find(record.project, kind, record.name);
      if (found.length > 1) {
        const ids = found.map(({ id }) => id).join(', ');
        problems.push({
          ...record.locate([], 'key'),
          text: `several records are named ${JSON.stringify(record.name)}: ${ids}. Rename or delete all but one`,
        });
        continue;
      }
      const terms = resolveNames(record, wanted, stored, problems);
      if (!record.isValid || terms === undefined) continue;
      noteUser(users, { ...record, terms });
      if (kind.ownerSection !== undefined)
        users.set(
          recordKey(record.project, kindOf(kind.ownerSection), ownerOf(record.name)),
          toNamed(record),
        );
      const change = comparePair({ ...record, terms }, found[0], options, problems);
      if (change === undefined) unchanged += 1;
      else changes.push(change);
    }
  }
  // Those that refer to others come first, so that what a record refers to which stays can stay too.
  const rest = stored.all.filter((record) => !wanted.has(toKey(record)) && isKept(record)).toReversed();
  const others: OtherRecord[] = [];
  for (const record of rest) {
    const isMarked = options.managedBy !== undefined && record.info[MARK] === options.managedBy;
    const usedBy = users.get(toKey(record));
    if (isMarked && options.prune === true && usedBy === undefined) {
      changes.push({ ...toNamed(record), action: 'remove', stored: record });
      continue;
    }
    noteUser(users, record);
    const owner = stored.findOwner(record);
    if (owner !== undefined && isManual(record, owner)) users.set(toKey(owner), toNamed(record));
    if (isMarked || isOther(record, files, stored))
      others.push({ ...record, ...(isMarked && options.prune === true && { usedBy }) });
  }
  return { changes, unchanged, others, problems };
}

const toKey = ({ project, kind, name }: Named): string => recordKey(project, kind, name);
const isKept = ({ kind, info }: StoredRecord): boolean => kind.isKept?.(info) ?? true;

/** Whether a record was made by people, and not by the service for its owner. */
const isManual = ({ kind, info }: StoredRecord, owner: StoredRecord): boolean =>
  kind.isManual?.(info, owner.info) ?? true;

/** Notes by whom the records are used that a record refers to. */
function noteUser(users: Map<string, Named>, record: Named & { readonly terms: Terms }): void {
  for (const { section, path } of record.kind.references ?? [])
    changeAt(record.terms, path, (value) => {
      const [, project = '', name = ''] = /^([^/]*)\/([^]*)$/.exec(String(value)) ?? [];
      users.set(recordKey(project || null, kindOf(section), name), toNamed(record));
      return value;
    });
}

/** The name of the owner in a name like `owner/name`. */
const ownerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

const toNamed = ({ kind, project, name }: Named): Named => ({ kind, project, name });

/** Whether a record that is in no file belongs to a section that the files have. */
function isOther(record: StoredRecord, files: FileSet, stored: StoredRecords): boolean {
  const { kind, project } = record;
  if (!files.sections.has(sectionKey(project, kind))) return false;
  const owner = stored.findOwner(record);
  return owner === undefined || isManual(record, owner);
}

function comparePair(
  record: FileRecord,
  stored: StoredRecord | undefined,
  { sendSecrets, managedBy, anySecrets = false }: PlanOptions,
  problems: Problem[],
): Change | undefined {
  const { kind, missing } = record;
  const initial = new Set<unknown>(stored === undefined ? [] : kind.initial);
  const given = Object.entries(record.terms).filter(([field]) => !initial.has(field));
  const terms = completeTerms(kind, Object.fromEntries(given) as Terms, stored?.terms);
  for (const { path, text } of missing) {
    if (initial.has(path[0])) continue;
    if (stored !== undefined && !sendSecrets && isStoredSecret(stored, path)) continue;
    if (anySecrets && isNewSecret(kind, stored?.terms, path)) continue;
    problems.push({ ...record.locate(path), text });
  }
  // What is over cannot be changed any more, nor need it be.
  const { hasEnded = () => false } = kind;
  if (hasEnded(terms) && (stored === undefined || hasEnded(stored.terms))) return undefined;
  if (stored === undefined) return { ...toNamed(record), action: 'add', terms };
  const fixed = kind.fixed.filter((field) => terms[field] !== stored.terms[field]);
  for (const field of fixed) {
    const text = `${field} of a ${kind.noun} cannot be changed from ${String(stored.terms[field])}: give it another name, or delete it first`;
    problems.push({ ...record.locate([field]), text });
  }
  const secrets = sendSecrets ? record.secrets.filter((path) => isStoredSecret(stored, path)) : [];
  const sentAgain = secrets.map((path): Difference => ({ field: path.join('.'), from: MASK, to: MASK }));
  const mark = stored.info[MARK] ?? null;
  const marked =
    managedBy === undefined || mark === managedBy ? [] : [{ field: MARK, from: mark, to: managedBy }];
  const differences = [...compareTerms(stored.terms, terms, kind.secrets), ...sentAgain, ...marked].map(
    (each) => hideSecrets(record, each),
  );
  if (differences.length === 0) return undefined;
  return { ...toNamed(record), action: 'change', stored, terms, differences };
}

function isStoredSecret({ kind, terms }: StoredRecord, path: Path): boolean {
  if (!isWithin(path.join('.'), kind.secrets ?? [])) return false;
  let value: unknown = terms;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value)) value = value[String(step)];
    if (isMasked(value)) return true;
  }
  return false;
}

/** Whether a field can have a secret, and is not stored, or would be shown if it were. */
function isNewSecret({ secrets = [] }: Kind, stored: Terms | undefined, path: Path): boolean {
  if (!isWithin(path.join('.'), secrets)) return false;
  let value: unknown = stored;
  for (const step of path)
    value = isObject(value) && Object.hasOwn(value, step) ? value[String(step)] : undefined;
  return value === undefined || value === null;
}

function hideSecrets(record: FileRecord, difference: Difference): Difference {
  const isSecret = record.secrets.some((path) => {
    const field = path.join('.');
    return `${field}.`.startsWith(`${difference.field}.`) || `${difference.field}.`.startsWith(`${field}.`);
  });
  if (!isSecret) return difference;
  // What is stored may be an older value of the variable.
  return { ...difference, from: difference.from === null ? null : MASK, to: MASK };
}

/** Replaces the names that a record refers to by names with their project; `undefined` if one of them names nothing. */
function resolveNames(
  record: FileRecord,
  wanted: ReadonlyMap<string, FileRecord>,
  stored: StoredRecords,
  problems: Problem[],
): Terms | undefined {
  const { kind, terms } = record;
  const exists = (project: string | null, target: Kind, name: string) =>
    wanted.has(recordKey(project, target, name)) || stored.find(project, target, name).length > 0;
  const names = (target: Kind) => [
    ...new Set(
      [...wanted.values(), ...stored.all].filter((each) => each.kind === target).map(({ name }) => name),
    ),
  ];
  const report = (target: Kind, name: string, path: Path, of: 'key' | 'value') => {
    const isSecret = record.secrets.some((each) => each.join('.') === path.join('.'));
    const called = isSecret ? 'that a variable names' : JSON.stringify(name);
    const nearest = !isSecret && problems.length < MAX_SUGGESTIONS ? didYouMean(name, names(target)) : '';
    const text = `${target.noun} ${called} is in no file, and does not exist${nearest}`;
    problems.push({ ...record.locate(path, of), text });
  };
  const owner = KINDS.find(({ section }) => section === kind.ownerSection);
  if (owner !== undefined) {
    const name = ownerOf(record.name);
    if (name === '') {
      const text = `expected a name like ${owner.noun}/name, but found ${JSON.stringify(record.name)}`;
      problems.push({ ...record.locate([], 'key'), text });
      return undefined;
    }
    if (!exists(record.project, owner, name)) {
      report(owner, name, [], 'key');
      return undefined;
    }
  }
  if (!record.isValid) return terms;
  let isComplete = true;
  let resolved = terms;
  for (const { section, path } of kind.references ?? []) {
    const target = kindOf(section);
    resolved = changeAt(resolved, path, (value, at) => {
      const name = normalizeName(String(value));
      const found = listCandidates(record, target, name).find(([project, called]) =>
        exists(project, target, called),
      );
      if (found !== undefined) return `${found[0] ?? ''}/${found[1]}`;
      isComplete = false;
      report(target, name, at, 'value');
      return value;
    });
  }
  return isComplete ? resolved : undefined;
}

/** Where a name is looked up, in this order: in the own document, without a project, and in the project before its slash. */
function listCandidates(
  { documentProject }: FileRecord,
  { project }: Kind,
  name: string,
): readonly (readonly [string | null, string])[] {
  if (project === 'none') return [[null, name]];
  const [, other = '', rest = ''] = /^([^/]*)\/([^]*)$/.exec(name) ?? [];
  return [
    [documentProject, name],
    [null, name],
    [other || null, rest],
  ];
}
