import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '#shared/kernel/json.js';
import type { PluginAcknowledgement, PluginEvent, PluginSample } from './plugin-api/plugin.js';
import { toJsonText } from './vocabulary/plugin-defaults.js';

/** The root of the guides and samples, which are files beside their plugin. The build copies them beside the compiled code. */
const ASSETS_ROOT = new URL('./', import.meta.url);

/** The JSON form of an event or acknowledgement: `occurred_at` is ISO 8601 text. */
type JsonForm<T> = Omit<T, 'occurred_at'> & { readonly occurred_at?: string | null };

/** A sample file. A JSON body is stored as a value (`body`), any other body as the posted text (`text`). */
type SampleFile = Omit<PluginSample, 'body' | 'expect'> & {
  readonly expect: readonly (
    | { readonly outcome: 'EVENT'; readonly event: Partial<JsonForm<PluginEvent>> }
    | {
        readonly outcome: 'ACKNOWLEDGED';
        readonly acknowledgement: Partial<JsonForm<PluginAcknowledgement>>;
      }
    | { readonly outcome: 'IGNORED' | 'ERROR' }
  )[];
} & ({ readonly body: Json } | { readonly text: string });

/** Reads a guide. @param folder the plugin's folder, relative to this one, e.g. `systems/zabbix` */
export function loadGuide(folder: string, file = 'guide.md'): string {
  return readFileSync(new URL(`${folder}/${file}`, ASSETS_ROOT), 'utf8');
}

/** Reads the samples of a plugin, ordered by file name. The names begin with a number. */
export function loadSamples(folder: string, samples = 'samples'): readonly PluginSample[] {
  const directory = new URL(`${folder}/${samples}/`, ASSETS_ROOT);
  return readdirSync(directory)
    .sort()
    .map((file) => parseSample(JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as SampleFile));
}

function parseSample({ expect, ...stored }: SampleFile): PluginSample {
  const expected = expect.map((one) => {
    if (one.outcome === 'EVENT') return { ...one, event: parseTime<PluginEvent>(one.event) };
    return one.outcome === 'ACKNOWLEDGED'
      ? { ...one, acknowledgement: parseTime<PluginAcknowledgement>(one.acknowledgement) }
      : one;
  });
  if ('text' in stored) {
    const { text: body, ...rest } = stored;
    return { ...rest, body, expect: expected };
  }
  return { ...stored, body: toJsonText(stored.body), expect: expected };
}

function parseTime<T>({ occurred_at, ...fields }: Partial<JsonForm<T>>): Partial<T> {
  const rest = fields as Partial<T>;
  if (occurred_at === undefined) return rest;
  return { ...rest, occurred_at: occurred_at === null ? null : new Date(occurred_at) };
}
