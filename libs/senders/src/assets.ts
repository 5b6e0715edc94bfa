import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '#shared/kernel/json.js';
import type { PluginAcknowledgement, PluginEvent, PluginNote, PluginSample } from './plugin-api/plugin.js';
import { toJsonText } from './vocabulary/plugin-defaults.js';

/** The root of the guides and samples, which are files beside their plugin. The build copies them beside the compiled code. */
const ASSETS_ROOT = new URL('./', import.meta.url);

/** The JSON form of an event or acknowledgement: times are ISO 8601 text. */
type JsonForm<T> = Omit<T, 'occurred_at' | 'started_at'> & {
  readonly occurred_at?: string | null;
  readonly started_at?: string | null;
};

/** A sample file. A JSON body is stored as a value (`body`), any other body as the posted text (`text`). */
type SampleFile = Omit<PluginSample, 'body' | 'expect'> & {
  readonly expect: readonly (
    | { readonly outcome: 'EVENT'; readonly event: Partial<JsonForm<PluginEvent>> }
    | {
        readonly outcome: 'ACKNOWLEDGED';
        readonly acknowledgement: Partial<JsonForm<PluginAcknowledgement>>;
      }
    | { readonly outcome: 'IGNORED'; readonly note?: Partial<JsonForm<PluginNote>> }
    | { readonly outcome: 'ERROR' }
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
    if (one.outcome === 'EVENT') return { ...one, event: parseTimes<PluginEvent>(one.event) };
    if (one.outcome === 'ACKNOWLEDGED')
      return { ...one, acknowledgement: parseTimes<PluginAcknowledgement>(one.acknowledgement) };
    return one.outcome === 'IGNORED' && one.note !== undefined
      ? { outcome: one.outcome, note: parseTimes<PluginNote>(one.note) }
      : { outcome: one.outcome };
  });
  if ('text' in stored) {
    const { text: body, ...rest } = stored;
    return { ...rest, body, expect: expected };
  }
  return { ...stored, body: toJsonText(stored.body), expect: expected };
}

function parseTimes<T>({ occurred_at, started_at, ...fields }: Partial<JsonForm<T>>): Partial<T> {
  return {
    ...(fields as Partial<T>),
    ...(occurred_at !== undefined && { occurred_at: parseTime(occurred_at) }),
    ...(started_at !== undefined && { started_at: parseTime(started_at) }),
  };
}

function parseTime(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
