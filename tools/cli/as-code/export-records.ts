import { Document, Scalar, visit } from 'yaml';
import { isObject } from '#shared/kernel/json.js';
import type { Kind } from '#shared/as-code/kind.js';
import { KINDS, toFileForm } from '#shared/as-code/kinds.js';
import type { StoredRecord, StoredRecords } from '#shared/as-code/stored-records.js';
import { changeAt, isMasked, isWithin, withoutDefaults, type Terms } from '#shared/as-code/terms.js';
import { escapeVariables } from '#shared/as-code/variables.js';

/**
 * Returns records as files: a document for what belongs to the domain, and one for each project. Sections, names and fields have a fixed
 * order, so that the same records are the same text.
 * @param project only the document of this project
 */
export function exportRecords(stored: StoredRecords, domain: string | undefined, project?: string): string {
  const kept = stored.all.filter(({ kind, info }) => kind.isKept?.(info) ?? true);
  const variables = new Set<string>();
  const projects = project === undefined ? [null, ...listProjects(kept)] : [project];
  const documents = projects.flatMap((each) => {
    const records = kept.filter((record) => record.project === each);
    if (records.length === 0 && (each !== null || projects.length > 1)) return [];
    const sections = KINDS.map((kind): [string, Terms | undefined] => [
      kind.section,
      toSection(kind, records, variables),
    ]);
    const head = { ...(domain !== undefined && { domain }), ...(each !== null && { project: each }) };
    const filled = sections.filter(([, section]) => section !== undefined);
    return [formatYaml({ ...head, ...Object.fromEntries(filled) })];
  });
  return documents.join('---\n').trimEnd();
}

/** What `print` escapes: in quotes, that is an escape of YAML too. */
const ESCAPED = /[^\P{Cc}\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

export function formatYaml(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && ESCAPED.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // Lines are not folded, so that a change of one word is a change of one line.
  return document.toString({ lineWidth: 0 });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const listProjects = (records: readonly StoredRecord[]): readonly string[] =>
  [...new Set(records.flatMap(({ project }) => (project === null ? [] : [project])))].sort(compare);

/** @param variables the names that are taken */
function toSection(kind: Kind, records: readonly StoredRecord[], variables: Set<string>): Terms | undefined {
  const own = records.filter((record) => record.kind === kind).sort((a, b) => compare(a.name, b.name));
  if (own.length === 0) return undefined;
  return Object.fromEntries(own.map((record) => [record.name, toFields(record, variables)])) as Terms;
}

function toFields({ kind, name, project, terms }: StoredRecord, variables: Set<string>): Terms {
  const { upgrade_mode, ...rest } = withoutDefaults(terms, kind.defaults(terms));
  // A version says that it is pinned.
  const fields = 'version' in rest || upgrade_mode === undefined ? rest : { upgrade_mode, ...rest };
  const sorted = Object.fromEntries(
    Object.keys(terms).flatMap((field) => (field in fields ? [[field, fields[field]]] : [])),
  );
  const prefix = [project ?? '', kind.noun, name].filter(Boolean);
  const written = shortenNames(kind, toFileForm(kind, sorted));
  const nameVariable = (path: readonly string[]): string | undefined => {
    if (!isWithin(path.join('.'), kind.secrets ?? [])) return undefined;
    const variable = findFree(toVariable([...prefix, ...path]), (each) => variables.has(each), '_');
    variables.add(variable);
    return variable;
  };
  return replaceTexts(written, [], nameVariable) as Terms;
}

/** Names without a project need no slash before them. */
function shortenNames({ references = [] }: Kind, terms: Terms): Terms {
  return references.reduce(
    (shortened, { path }) => changeAt(shortened, path, (name) => String(name).replace(/^\//, '')),
    terms,
  );
}

/**
 * Puts variables in place of secrets. They are named after the record and the field, and each has its own.
 * @param nameVariable returns a name for the field at this path; none if it can have no secret
 */
function replaceTexts(
  value: unknown,
  path: readonly string[],
  nameVariable: (path: readonly string[]) => string | undefined,
): unknown {
  if (typeof value === 'string') {
    const variable = isMasked(value) ? nameVariable(path) : undefined;
    return variable === undefined ? escapeVariables(value) : `\${${variable}}`;
  }
  if (Array.isArray(value))
    return value.map((each, at) =>
      replaceTexts(withoutAbsent(each), [...path, String(at + 1)], nameVariable),
    );
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === undefined ? [] : [[name, replaceTexts(each, [...path, name], nameVariable)]],
    ),
  );
}

/** Leaves out of an item of a list what need not be said. */
const withoutAbsent = (item: unknown): unknown =>
  isObject(item)
    ? Object.fromEntries(
        Object.entries(item).filter(
          ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
        ),
      )
    : item;

/** Returns a name, with a number if it is taken. */
export function findFree(name: string, isTaken: (name: string) => boolean, separator: string): string {
  let free = name;
  for (let next = 2; isTaken(free); next += 1) free = `${name}${separator}${next}`;
  return free;
}

export const toVariable = (path: readonly string[]): string =>
  path
    .join('_')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
