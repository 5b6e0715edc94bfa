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
  readonly records: readonly FileRecord[];
  /** The sections that files have, by project: what is missing there was removed. */
  readonly sections: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export const sectionKey = (project: string | null, { section }: Kind): string => `${project ?? ''}/${section}`;
export const recordKey = (project: string | null, kind: Kind, name: string): string =>
  `${sectionKey(project, kind)}/${name}`;
/** The project that records of a kind have in a document of this project. */
const projectOf = (kind: Kind, project: string | null): string | null =>
  kind.project === 'none' ? null : project;

/** Reads a file, all files of a folder, or standard input. @throws UsageError if there are none */
export function loadFiles(path: string): FileSet {
  const check = createChecker(JSON.parse(readFileSync(join(checkout(), SCHEMA_FILE), 'utf8')) as object);
  const problems: Problem[] = [];
  const records = new Map<string, FileRecord>();
  const sections = new Set<string>();
  const domains = new Map<string, string>();
  for (const file of listFiles(path)) {
    const lines = new LineCounter();
    for (const document of parseAllDocuments(readInput(file), { lineCounter: lines })) {
      const locate = createLocator(file, document as Document, lines);
      const report = (path: Path, of: 'key' | 'value', text: string) =>
        problems.push({ ...locate(path, of), text });
      const value = readValue(document as Document, file, lines, problems);
      if (value === undefined) continue;
      const inserted = insertVariables(value, file);
      const violations = check(inserted.value);
      for (const { path, of, text } of violations) report(path, of, text);
      if (!isObject(inserted.value)) continue;
      const { domain, project = null } = inserted.value as { domain?: string; project?: string | null };
      if (typeof domain === 'string' && !domains.has(domain)) {
        domains.set(domain, file);
        const [first] = domains.keys();
        if (domains.size === 2) report(['domain'], 'value', `expected ${first}, the domain of the other files`);
      }
      for (const kind of KINDS) {
        const section = inserted.value[kind.section];
        if (!isObject(section)) continue;
        const own = projectOf(kind, project);
        if (kind.project === 'required' && own === null)
          report([kind.section], 'key', `project is missing: a ${kind.noun} needs one`);
        sections.add(sectionKey(own, kind));
        for (const [name, terms] of Object.entries(section)) {
          const at: Path = [kind.section, name];
          const record = readRecord(kind, [own, project], name, terms, at, locate, inserted.variables, violations, report);
          const key = recordKey(own, kind, name);
          const first = records.get(key);
          if (first === undefined) records.set(key, record);
          else {
            const { file: other, line } = first.locate([], 'key');
            report(at, 'key', `duplicate name: ${kind.noun} ${JSON.stringify(name)} is in ${other}:${line} too`);
          }
        }
      }
    }
  }
  const [domain] = domains.keys();
  return { domain, records: [...records.values()], sections, problems };
}

/** Returns the value of a document; `undefined` if it is empty or no YAML. */
function readValue(document: Document, file: string, lines: LineCounter, problems: Problem[]): unknown {
  for (const { pos, message } of [...document.errors]) {
    const { line, col } = lines.linePos(pos[0]);
    // The message goes on with an excerpt of the file.
    problems.push({ file, line, column: col, text: message.split(/ at line \d/, 1)[0] ?? message });
  }
  if (document.errors.length > 0) return undefined;
  try {
    return (document.toJS() as unknown) ?? undefined;
  } catch (error) {
    problems.push({ file, line: 1, column: 1, text: (error as Error).message });
    return undefined;
  }
}

function readRecord(
  ...[kind, [project, documentProject], name, given, at, locate, variables, violations, report]: [
    Kind,
    readonly [string | null, string | null],
    string,
    unknown,
    Path,
    Locate,
    ReturnType<typeof insertVariables>['variables'],
    readonly Violation[],
    (path: Path, of: 'key' | 'value', text: string) => void,
  ]
): FileRecord {
  const own = variables.filter(({ path }) => path[0] === at[0] && path[1] === at[1]);
  let isValid = isObject(given) && !violations.some(({ path }) => path[0] === at[0] && path[1] === at[1]);
  if (isValid) {
    for (const field of Object.keys(kind.filters ?? {})) {
      try {
        normalize({ ...kind, filters: { [field]: kind.filters?.[field] } }, given as Terms);
      } catch (error) {
        if (!(error instanceof FilterTextError)) throw error;
        isValid = false;
        report([...at, field], 'value', `the filter cannot be read: ${error.message}`);
      }
    }
  }
  return {
    kind,
    project,
    documentProject,
    name,
    terms: isValid ? (given as Terms) : {},
    isValid,
    secrets: own.map(({ path }) => path.slice(2)),
    missing: own.flatMap(({ path, missing }) =>
      missing === undefined ? [] : [{ path: path.slice(2), text: missing }],
    ),
    locate: (path, of) => locate([...at, ...path], of),
  };
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
