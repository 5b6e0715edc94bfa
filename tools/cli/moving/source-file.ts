import { LineCounter, parseDocument, type Document } from 'yaml';
import { isObject } from '#shared/kernel/json.js';
import { readInput } from '../arguments.js';
import { createLocator, formatProblem, type Path, type Problem } from '#shared/as-code/positions.js';
import { UsageError } from '../explain.js';

export type Fields = Readonly<Record<string, unknown>>;

/** A file of another system, in YAML or JSON. */
export interface SourceFile {
  readonly value: Fields;
  /** Remembers a mistake. */
  report(path: Path, text: string): void;
  /** @throws UsageError with all mistakes, if there are any */
  finish(): void;
}

/**
 * Reads a file.
 * @param path a file, or - for standard input
 * @param expected what the file should be, for errors
 * @param schema `failsafe`: all scalars stay texts, as Alertmanager reads them; `1.0` is the text `1.0` to a matcher
 * @throws UsageError if it is no YAML with an object
 */
export async function readSource(
  path: string,
  expected: string,
  schema: 'failsafe' | 'core' = 'failsafe',
): Promise<SourceFile> {
  const lines = new LineCounter();
  const document = parseDocument(await readInput(path), {
    lineCounter: lines,
    schema,
    merge: true,
  }) as Document;
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0]);
    // The message goes on with an excerpt of the file, which may contain secrets.
    const reason = error.message.split(/ at line \d/, 1)[0] ?? '';
    throw new UsageError(`${path}:${line}:${col}: not YAML or JSON: ${reason}`);
  }
  const value = toValue(document, path);
  if (!isObject(value)) throw new UsageError(`${path} is not ${expected}`);
  const locate = createLocator(path, document, lines);
  const problems: Problem[] = [];
  return {
    value,
    report: (at, text) => problems.push({ ...locate(at), text }),
    finish: () => {
      if (problems.length > 0) throw new UsageError(problems.map(formatProblem).join('\n'));
    },
  };
}

function toValue(document: Document, path: string): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    // Aliases that grow without end.
    throw new UsageError(`${path}: ${(error as Error).message}`);
  }
}

const NOTHING: ReadonlySet<unknown> = new Set([undefined, null, '', 'null', '~']);

/** Returns the text of a field; `undefined` if there is none. */
export function textAt(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const listAt = (fields: Fields, name: string): readonly unknown[] => {
  const value = fields[name];
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
};

export const objectsAt = (fields: Fields, name: string): readonly Fields[] =>
  listAt(fields, name).filter(isObject);

export const numberAt = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

export const objectAt = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return isObject(value) ? value : {};
};

/** Whether a field has a value. */
export const has = (fields: Fields, name: string): boolean => !NOTHING.has(fields[name]);

/** Returns whether a field is true, as YAML 1.1 has it; `undefined` if it is not given. */
export const isTrueAt = (fields: Fields, name: string): boolean | undefined =>
  has(fields, name) ? /^(?:true|yes|on|y)$/i.test(String(fields[name])) : undefined;

/** Whether a text is a template of Go. */
export const isTemplate = (text: string): boolean => text.includes('{{');

const UNITS: Readonly<Record<string, number>> = {
  y: 31_536_000,
  w: 604_800,
  d: 86_400,
  h: 3_600,
  m: 60,
  s: 1,
  ms: 0.001,
};

/** Returns the seconds of a duration of Prometheus, such as `1h30m`; `undefined` if it is none. */
export function toSeconds(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d+(?:ms|[ywdhms]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)(ms|[ywdhms])/g)];
  return Math.round(
    parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 0), 0),
  );
}
