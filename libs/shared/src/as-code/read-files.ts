import { isScalar, LineCounter, parseAllDocuments, visit, type Document } from 'yaml';
import { isObject } from '../kernel/json.js';
import { normalizeName } from '../kernel/normalize-name.js';
import { FilterTextError } from '../query/text/filter-text-error.js';
import type { Violation } from './explain-schema.js';
import type { Kind } from './kind.js';
import { KINDS, normalize } from './kinds.js';
import { createLocator, type Locate, type Path, type Problem } from './positions.js';
import type { Terms } from './terms.js';
import { insertVariables, type ReadVariable, type Variable } from './variables.js';

/** A record of a file. */
export interface FileRecord {
  readonly kind: Kind;
  readonly project: string | null;
  /** The project in whose document the record is. Names are looked up there first. */
  readonly documentProject: string | null;
  readonly name: string;
  readonly terms: Terms;
  /** Whether the record has no mistakes of its own. Others may refer to it in any case. */
  readonly isValid: boolean;
  /** The fields whose values must not be printed, as their variables may be secrets. */
  readonly secrets: readonly Path[];
  readonly missing: readonly { readonly path: Path; readonly text: string }[];
  locate(path: Path, of?: 'key' | 'value'): Omit<Problem, 'text'>;
}

export interface FileSet {
  readonly domain: string | undefined;
  /** The name of the files, with which their records are marked. */
  readonly managedBy: string | undefined;
  readonly records: readonly FileRecord[];
  /** The sections that files have, by project: what else is stored there is not in the files. */
  readonly sections: ReadonlySet<string>;
  /** The values of all variables, which must not be printed. */
  readonly values: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export const sectionKey = (project: string | null, { section }: Kind): string =>
  `${project ?? ''}/${section}`;
export const recordKey = (project: string | null, kind: Kind, name: string): string =>
  `${sectionKey(project, kind)}/${name}`;

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

interface Reading {
  /** Finds what does not fit the schema of files. */
  readonly check: (value: unknown) => readonly Violation[];
  readonly readVariable: ReadVariable;
  /** How many values all files may have together, with those of aliases. Default: any number. */
  readonly maxValues?: number;
}

/** Reads the texts of files. Mistakes are in the result. */
export function readFiles(files: Iterable<SourceFile>, reading: Reading): FileSet {
  const reader = new FileReader(reading);
  for (const file of files) reader.read(file);
  return reader.result();
}

/** A document of a file. */
interface OpenDocument {
  readonly project: string | null;
  readonly variables: ByRecord<Variable>;
  readonly violations: ByRecord<Violation>;
  readonly locate: Locate;
}

class FileReader {
  private readonly problems: Problem[] = [];
  private readonly records = new Map<string, FileRecord>();
  private readonly sections = new Set<string>();
  private readonly values = new Set<string>();
  private domain: string | undefined;
  private managedBy: string | undefined;
  private valuesLeft: number;

  constructor(private readonly reading: Reading) {
    this.valuesLeft = reading.maxValues ?? Number.POSITIVE_INFINITY;
  }

  result(): FileSet {
    const { domain, managedBy, records, sections, values, problems } = this;
    return { domain, managedBy, records: [...records.values()], sections, values, problems };
  }

  read({ name, text }: SourceFile): void {
    const lines = new LineCounter();
    try {
      // Repeated keys are found below: the parser compares each key with each other one.
      for (const document of parseAllDocuments(text, { lineCounter: lines, uniqueKeys: false })) {
        const value = this.readValue(document as Document, name, lines);
        if (value !== undefined)
          this.readDocument(value, name, createLocator(name, document as Document, lines));
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.problems.push({ file: name, line: 1, column: 1, text: 'lists or objects are nested too deeply' });
    }
  }

  /** Returns the value of a document; `undefined` if it is empty or no YAML. */
  private readValue(document: Document, file: string, lines: LineCounter): unknown {
    const errors = [...document.errors, ...findRepeatedKeys(document)];
    const tooDeep = errors.find(({ message }) => message.startsWith('Maximum call stack'));
    // All levels that are left open are errors too.
    if (tooDeep !== undefined) throw new RangeError(tooDeep.message);
    for (const { pos, message } of errors) {
      const { line, col } = lines.linePos(pos[0]);
      // The message goes on with an excerpt of the file.
      this.problems.push({ file, line, column: col, text: message.split(/ at line \d/, 1)[0] ?? message });
    }
    if (errors.length > 0) return undefined;
    const report = (text: string) => void this.problems.push({ file, line: 1, column: 1, text });
    let value: unknown;
    try {
      value = (document.toJS() as unknown) ?? undefined;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      // Aliases that grow without end.
      return report((error as Error).message);
    }
    this.valuesLeft -= countValues(value, this.valuesLeft);
    return this.valuesLeft < 0 ? report('there are too many values: give fewer records at a time') : value;
  }

  private readDocument(given: unknown, file: string, locate: Locate): void {
    const { value, variables } = insertVariables(given, file, this.reading.readVariable);
    for (const { value: text } of variables) if (text !== undefined && text !== '') this.values.add(text);
    const violations = this.reading.check(value);
    const missing = new Map(variables.map((each) => [JSON.stringify(each.path), each.missing]));
    for (const { path, of, text } of violations)
      this.report(locate, path, of, missing.get(JSON.stringify(path)) ?? text);
    if (!isObject(value)) return;
    // Only fields of records can keep what is stored.
    for (const { path, missing } of variables)
      if (path.length === 1 && missing !== undefined) this.report(locate, path, 'value', missing);
    const { domain, project, managed_by: managedBy } = value;
    if (typeof domain === 'string') {
      this.domain ??= domain;
      if (domain !== this.domain)
        this.report(locate, ['domain'], 'value', `expected ${this.domain}, the domain of the other files`);
    }
    if (typeof managedBy === 'string') {
      this.managedBy ??= managedBy;
      if (managedBy !== this.managedBy)
        this.report(
          locate,
          ['managed_by'],
          'value',
          `expected ${this.managedBy}, the name of the other files`,
        );
    }
    const open = {
      project: typeof project === 'string' ? project : null,
      variables: groupByRecord(variables),
      violations: groupByRecord(violations),
      locate,
    };
    for (const kind of KINDS) {
      const section = value[kind.section];
      if (isObject(section)) this.readSection(kind, section, open);
    }
  }

  private readSection(kind: Kind, section: Terms, open: OpenDocument): void {
    const project = kind.project === 'none' ? null : open.project;
    if (kind.project === 'required' && project === null)
      this.report(open.locate, [kind.section], 'key', `project is missing: a ${kind.noun} needs one`);
    this.sections.add(sectionKey(project, kind));
    for (const [written, given] of Object.entries(section)) {
      const record = this.readRecord(kind, project, written, given, open);
      const { name } = record;
      const key = recordKey(project, kind, name);
      const first = this.records.get(key)?.locate([], 'key');
      if (first === undefined) this.records.set(key, record);
      else {
        const text = `duplicate name: ${kind.noun} ${JSON.stringify(name)} is in ${first.file}:${first.line} too`;
        this.report(open.locate, [kind.section, written], 'key', text);
      }
    }
  }

  private readRecord(
    kind: Kind,
    project: string | null,
    written: string,
    given: unknown,
    { project: documentProject, variables, violations, locate }: OpenDocument,
  ): FileRecord {
    const at: Path = [kind.section, written];
    const own = variables.get(toRecordPath(at)) ?? [];
    const isValid =
      isObject(given) && !violations.has(toRecordPath(at)) && this.checkFilters(kind, given, own, at, locate);
    return {
      kind,
      project,
      documentProject,
      name: toStoredName(kind, written),
      terms: isValid ? given : {},
      isValid,
      secrets: own.map(({ path }) => path.slice(2)),
      missing: own.flatMap(({ path, missing }) =>
        missing === undefined ? [] : [{ path: path.slice(2), text: missing }],
      ),
      locate: (path, of) => locate([...at, ...path], of),
    };
  }

  private checkFilters(
    kind: Kind,
    terms: Terms,
    own: readonly Variable[],
    at: Path,
    locate: Locate,
  ): boolean {
    const wrong = Object.entries(kind.filters ?? {}).filter(([field, alternatives]) => {
      try {
        normalize({ ...kind, filters: { [field]: alternatives } }, terms);
        return false;
      } catch (error) {
        if (!(error instanceof FilterTextError)) throw error;
        const variables = own.filter(({ path }) => path[2] === field);
        const { missing } = variables.find((each) => each.missing !== undefined) ?? {};
        // The message goes on with words of the filter.
        const message =
          variables.length === 0
            ? error.message
            : `line ${error.line}, column ${error.column}, with the values of its variables`;
        this.report(locate, [...at, field], 'value', missing ?? `the filter cannot be read: ${message}`);
        return true;
      }
    });
    return wrong.length === 0;
  }

  private report(locate: Locate, path: Path, of: 'key' | 'value', text: string): void {
    this.problems.push({ ...locate(path, of), text });
  }
}

/** Returns a name as the service stores it; of `owner/name` that of the owner. */
function toStoredName({ ownerSection }: Kind, written: string): string {
  if (ownerSection === undefined) return normalizeName(written);
  const end = Math.max(0, written.lastIndexOf('/'));
  return normalizeName(written.slice(0, end)) + written.slice(end);
}

/** What is in the fields of a record, by its section and name. */
type ByRecord<T> = ReadonlyMap<string, readonly T[]>;

const toRecordPath = ([section, name]: Path): string => JSON.stringify([section, name]);

function groupByRecord<T extends { readonly path: Path }>(items: readonly T[]): ByRecord<T> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = toRecordPath(item.path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Keys that an object has twice, of which one value would be lost. */
function findRepeatedKeys(document: Document): readonly { pos: readonly [number]; message: string }[] {
  const found: { pos: readonly [number]; message: string }[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const names = new Set<string>();
      for (const { key } of items) {
        const name = String(isScalar(key) ? key.value : key);
        if (names.has(name) && isScalar(key))
          found.push({ pos: [key.range?.[0] ?? 0], message: `the key ${JSON.stringify(name)} is repeated` });
        names.add(name);
      }
    },
  });
  return found;
}

/** Counts values, those of aliases each time, until there are more than the limit. */
function countValues(value: unknown, limit: number): number {
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  for (const each of Object.values(value)) {
    count += countValues(each, limit - count);
    if (count > limit) break;
  }
  return count;
}
