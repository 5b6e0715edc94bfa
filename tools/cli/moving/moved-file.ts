import { isObject } from '#shared/kernel/json.js';
import { findFree, formatYaml, toVariable } from '../as-code/export-records.js';
import { KINDS } from '#shared/as-code/kinds.js';
import { escapeVariables } from '#shared/as-code/variables.js';
import { formatLine } from '../print.js';

/** What became of a part of the other system: the same, something else, or nothing. */
type Mark = '✓' | '~' | '✗';

/** A text of the other system that must not stand in a file. */
export class Secret {
  constructor(readonly variable: string) {}
}

type Fields = Readonly<Record<string, unknown>>;

/** The file that is made of another system's configuration, and what became of each part of it. */
export class MovedFile {
  readonly notes: { readonly mark: Mark; readonly text: string }[] = [];
  private readonly sections = new Map<string, Map<string, Fields>>();
  /** Variables by the secret, because many parts have the same one. */
  private readonly variables = new Map<string, string>();
  private readonly origins = new Map<string, string>();

  constructor(
    private readonly head: { readonly domain?: string | undefined; readonly project?: string | undefined },
  ) {}

  note(mark: Mark, text: string): void {
    this.notes.push({ mark, text: formatLine(text) });
  }

  /** Adds a record, and returns its name, which has a number if it was taken. */
  add(section: string, name: string, fields: Fields): string {
    const records = this.sections.get(section) ?? new Map<string, Fields>();
    this.sections.set(section, records);
    const unique = findFree(cleanName(name), (each) => records.has(each), ' ');
    records.set(unique, fields);
    return unique;
  }

  has(section: string): boolean {
    return (this.sections.get(section)?.size ?? 0) > 0;
  }

  /** The protocols of its subscriptions. */
  get protocols(): ReadonlySet<unknown> {
    return new Set(
      [...(this.sections.get('subscriptions')?.values() ?? [])].map((fields) => fields['protocol']),
    );
  }

  /**
   * Keeps a secret out of the file.
   * @param origin where the other system has it
   * @param name what the variable is named after
   */
  secret(value: unknown, origin: string, name: readonly string[]): Secret {
    // Some systems do not show secrets.
    const isShown = typeof value === 'string' && !/^(?:\[REDACTED\]|<secret>|\*+)$/i.test(value);
    const known = isShown ? this.variables.get(value) : undefined;
    if (known !== undefined) return new Secret(`\${${known}}`);
    const variable = findFree(toVariable(name.filter(Boolean)), (each) => this.origins.has(each), '_');
    if (isShown) this.variables.set(value, variable);
    this.origins.set(variable, formatLine(origin));
    return new Secret(`\${${variable}}`);
  }

  /** Reads a secret from the file from which the other system reads it. */
  fileSecret(path: string): Secret {
    return new Secret(`\${file:${path}}`);
  }

  get secrets(): readonly string[] {
    return [...this.origins].map(([variable, origin]) => `${variable}: ${origin}`);
  }

  /** Returns the file. Its comments say what its variables stand for. */
  toYaml(): string {
    const { domain, project } = this.head;
    const sections = KINDS.flatMap(({ section }) => {
      const records = this.sections.get(section);
      return records === undefined ? [] : [[section, write(Object.fromEntries(records))]];
    });
    const comments =
      this.origins.size === 0 ? [] : ['Set these variables before "tocsin diff":', ...this.secrets];
    const value = {
      ...(domain !== undefined && { domain }),
      ...(project !== undefined && { project }),
      ...(Object.fromEntries(sections) as Fields),
    };
    return [...comments.map((line) => `# ${line}`), formatYaml(value).trimEnd()].join('\n');
  }
}

/** `${` of the other system is no variable. */
function write(value: unknown): unknown {
  if (value instanceof Secret) return value.variable;
  if (typeof value === 'string') return escapeVariables(value);
  if (Array.isArray(value)) return value.map(write);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, write(each)]])),
  );
}

const MAX_NAME_LENGTH = 200;
const cleanName = (name: string): string =>
  [...formatLine(name).trim()].slice(0, MAX_NAME_LENGTH).join('').trim() || 'unnamed';
