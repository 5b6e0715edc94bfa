import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The expected fields of an event. Absent fields are not checked. */
export interface ExpectedEvent {
  readonly event_type?: string | null;
  readonly event_type_not?: readonly string[];
  /** The word of the sender, before it is mapped. */
  readonly severity?: string | number;
  readonly title?: string;
  readonly description?: string;
  readonly resource_name?: string;
  readonly rule?: string;
  readonly account?: string;
  readonly occurred_at?: string;
  readonly occurred_at_any_of?: readonly string[];
}

export interface Expectation {
  readonly content_type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: {
    /** `null` if more than one number is reasonable. */
    readonly event_count: number | null;
    readonly events: readonly ExpectedEvent[];
    /** Files of the same folder whose events have the same key. */
    readonly same_incident_as?: readonly string[];
  };
}

/** The body of one POST, with its expectation. */
export interface Payload {
  readonly system: string;
  readonly file: string;
  readonly plugin_id: string;
  readonly body: Buffer;
  readonly expectation: Expectation;
}

/**
 * Reads the payloads of a folder: `<system>/<name>.json|txt` with `<name>.expect.json` beside each. `systems.json` maps folders
 * to plugins; a folder that it lacks belongs to the plugin of the same name.
 */
export function readCorpus(folder: string): readonly Payload[] {
  const list = join(folder, 'systems.json');
  const plugins = existsSync(list) ? (readJson(list) as Readonly<Record<string, string>>) : {};
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((system) => readPayloads(folder, system, plugins[system] ?? system));
}

function readPayloads(folder: string, system: string, plugin_id: string): readonly Payload[] {
  return readdirSync(join(folder, system))
    .filter((file) => /\.(?:json|txt)$/.test(file) && !file.endsWith('.expect.json'))
    .sort()
    .map((file) => ({
      system,
      file,
      plugin_id,
      body: readFileSync(join(folder, system, file)),
      expectation: readJson(
        join(folder, system, file.replace(/\.(?:json|txt)$/, '.expect.json')),
      ) as Expectation,
    }));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
