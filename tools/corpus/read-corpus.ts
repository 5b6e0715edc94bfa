import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an event should become; a field that is absent is not certain. */
export interface ExpectedEvent {
  readonly event_type?: string | null;
  readonly event_type_not?: readonly string[];
  /** The sender's own word, before it is mapped. */
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
    /** `null` where honest readers differ. */
    readonly event_count: number | null;
    readonly events: readonly ExpectedEvent[];
    /** Files of the same folder whose events have the same key. */
    readonly same_incident_as?: readonly string[];
  };
}

/** The body of one POST and what it should become. */
export interface Payload {
  readonly system: string;
  readonly file: string;
  readonly plugin_id: string;
  readonly body: Buffer;
  readonly expectation: Expectation;
}

/**
 * The payloads of a folder: `<system>/<name>.json|txt`, `<name>.expect.json` beside each, `systems.json` (folder → plugin)
 * for all. A folder that `systems.json` lacks is taken for the plugin of its own name.
 */
export function readCorpus(folder: string): readonly Payload[] {
  const list = join(folder, 'systems.json');
  const plugins = existsSync(list) ? (readJson(list) as Readonly<Record<string, string>>) : {};
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((system) => payloadsOf(folder, system, plugins[system] ?? system));
}

function payloadsOf(folder: string, system: string, plugin_id: string): readonly Payload[] {
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
