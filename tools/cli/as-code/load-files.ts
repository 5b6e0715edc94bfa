import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LineCounter, parseAllDocuments, type Document } from 'yaml';
import { isObject } from '#shared/kernel/json.js';
import { FilterTextError } from '#shared/query/text/filter-text-error.js';
import { checkout } from '../../start/checkout.js';
import { readInput } from '../arguments.js';
import { UsageError } from '../explain.js';
import { SCHEMA_FILE } from './config-schema.js';
import { createChecker, type Violation } from './explain-schema.js';
import type { Kind } from './kind.js';
import { KINDS, normalize } from './kinds.js';
import { createLocator, type Locate, type Path, type Problem } from './positions.js';
import type { Terms } from './terms.js';
import { insertVariables } from './variables.js';

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
  readonly problems: readonly Problem[];
}

export const sectionKey = (project: string | null, { section }: Kind): string =>
  `${project ?? ''}/${section}`;
export const recordKey = (project: string | null, kind: Kind, name: string): string =>
  `${sectionKey(project, kind)}/${name}`;
/** Reads a file, all files of a folder, or standard input. @throws UsageError if there are none */
export function loadFiles(path: string): FileSet {
  const reader = new FileReader();
  for (const file of listFiles(path)) reader.read(file);
  return reader.result();
}

/** A document of a file. */
interface OpenDocument {
  readonly project: string | null;
  readonly variables: ReturnType<typeof insertVariables>['variables'];
  readonly violations: readonly Violation[];
  readonly locate: Locate;
}

class FileReader {
  private readonly check = createChecker(
    JSON.parse(readFileSync(join(checkout(), SCHEMA_FILE), 'utf8')) as object,
  );
  private readonly problems: Problem[] = [];
  private readonly records = new Map<string, FileRecord>();
  private readonly sections = new Set<string>();
  private domain: string | undefined;
  private managedBy: string | undefined;

  result(): FileSet {
    const { domain, managedBy, records, sections, problems } = this;
    return { domain, managedBy, records: [...records.values()], sections, problems };
  }

  read(file: string): void {
    const lines = new LineCounter();
    for (const document of parseAllDocuments(readInput(file), { lineCounter: lines })) {
      const value = this.readValue(document as Document, file, lines);
      if (value !== undefined)
        this.readDocument(value, file, createLocator(file, document as Document, lines));
    }
  }

  /** Returns the value of a document; `undefined` if it is empty or no YAML. */
  private readValue(document: Document, file: string, lines: LineCounter): unknown {
    for (const { pos, message } of document.errors) {
      const { line, col } = lines.linePos(pos[0]);
      // The message goes on with an excerpt of the file.
      this.problems.push({ file, line, column: col, text: message.split(/ at line \d/, 1)[0] ?? message });
    }
    if (document.errors.length > 0) return undefined;
    try {
      return (document.toJS() as unknown) ?? undefined;
    } catch (error) {
      // Aliases that grow without end.
      this.problems.push({ file, line: 1, column: 1, text: (error as Error).message });
      return undefined;
    }
  }

  private readDocument(given: unknown, file: string, locate: Locate): void {
    const { value, variables } = insertVariables(given, file);
    const violations = this.check(value);
    for (const { path, of, text } of violations) this.report(locate, path, of, text);
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
    const open = { project: typeof project === 'string' ? project : null, variables, violations, locate };
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
    for (const [name, given] of Object.entries(section)) {
      const key = recordKey(project, kind, name);
      const first = this.records.get(key)?.locate([], 'key');
      const record = this.readRecord(kind, project, name, given, open);
      if (first === undefined) this.records.set(key, record);
      else {
        const text = `duplicate name: ${kind.noun} ${JSON.stringify(name)} is in ${first.file}:${first.line} too`;
        this.report(open.locate, [kind.section, name], 'key', text);
      }
    }
  }

  private readRecord(
    kind: Kind,
    project: string | null,
    name: string,
    given: unknown,
    { project: documentProject, variables, violations, locate }: OpenDocument,
  ): FileRecord {
    const at: Path = [kind.section, name];
    const isOwn = ({ path }: { readonly path: Path }) => path[0] === at[0] && path[1] === at[1];
    const own = variables.filter(isOwn);
    const isValid = isObject(given) && !violations.some(isOwn) && this.checkFilters(kind, given, at, locate);
    return {
      kind,
      project,
      documentProject,
      name,
      terms: isValid ? given : {},
      isValid,
      secrets: own.map(({ path }) => path.slice(2)),
      missing: own.flatMap(({ path, missing }) =>
        missing === undefined ? [] : [{ path: path.slice(2), text: missing }],
      ),
      locate: (path, of) => locate([...at, ...path], of),
    };
  }

  private checkFilters(kind: Kind, terms: Terms, at: Path, locate: Locate): boolean {
    const wrong = Object.entries(kind.filters ?? {}).filter(([field, alternatives]) => {
      try {
        normalize({ ...kind, filters: { [field]: alternatives } }, terms);
        return false;
      } catch (error) {
        if (!(error instanceof FilterTextError)) throw error;
        this.report(locate, [...at, field], 'value', `the filter cannot be read: ${error.message}`);
        return true;
      }
    });
    return wrong.length === 0;
  }

  private report(locate: Locate, path: Path, of: 'key' | 'value', text: string): void {
    this.problems.push({ ...locate(path, of), text });
  }
}

function listFiles(path: string): readonly string[] {
  if (path === '-') return ['-'];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`${path} does not exist`);
  if (!found.isDirectory()) return [path];
  const files = globSync('**/*.{yaml,yml}', { cwd: path })
    .filter((file) => !/(^|\/)(\.|node_modules\/)/.test(file))
    .sort();
  if (files.length === 0) throw new UsageError(`${path} contains no file *.yaml or *.yml`);
  return files.map((file) => join(path, file));
}
