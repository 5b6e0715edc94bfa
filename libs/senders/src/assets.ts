import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '#shared/kernel/json.js';
import type { PluginAcknowledgement, PluginEvent, PluginSample } from './plugin-api/plugin.js';
import { asText } from './vocabulary/plain.js';

/** The root of the guides and samples, which are files beside their plugin. The build copies them beside the compiled code. */
const HERE = new URL('./', import.meta.url);

/** The JSON form of an event or acknowledgement: `occurred_at` is ISO 8601 text. */
type Stored<T> = Omit<T, 'occurred_at'> & { readonly occurred_at?: string | null };

/** A sample file. A JSON body is stored as a value (`body`), any other body as the posted text (`text`). */
type StoredSample = Omit<PluginSample, 'body' | 'expect'> & {
  readonly expect: readonly (
    | { readonly outcome: 'EVENT'; readonly event: Partial<Stored<PluginEvent>> }
    | {
        readonly outcome: 'ACKNOWLEDGED';
        readonly acknowledgement: Partial<Stored<PluginAcknowledgement>>;
      }
    | { readonly outcome: 'IGNORED' | 'ERROR' }
  )[];
} & ({ readonly body: Json } | { readonly text: string });

/** Reads a guide. @param folder the plugin's folder, relative to this one, e.g. `systems/zabbix` */
export function guideOf(folder: string, file = 'guide.md'): string {
  return readFileSync(new URL(`${folder}/${file}`, HERE), 'utf8');
}

/** Reads the samples of a plugin, ordered by file name. The names begin with a number. */
export function samplesOf(folder: string, samples = 'samples'): readonly PluginSample[] {
  const from = new URL(`${folder}/${samples}/`, HERE);
  return readdirSync(from)
    .sort()
    .map((file) => sampleOf(JSON.parse(readFileSync(new URL(file, from), 'utf8')) as StoredSample));
}

function sampleOf({ expect, ...stored }: StoredSample): PluginSample {
  const becomes = expect.map((one) => {
    if (one.outcome === 'EVENT') return { ...one, event: timed<PluginEvent>(one.event) };
    return one.outcome === 'ACKNOWLEDGED'
      ? { ...one, acknowledgement: timed<PluginAcknowledgement>(one.acknowledgement) }
      : one;
  });
  if ('text' in stored) {
    const { text: body, ...rest } = stored;
    return { ...rest, body, expect: becomes };
  }
  return { ...stored, body: asText(stored.body), expect: becomes };
}

function timed<T>({ occurred_at, ...fields }: Partial<Stored<T>>): Partial<T> {
  const rest = fields as Partial<T>;
  if (occurred_at === undefined) return rest;
  return { ...rest, occurred_at: occurred_at === null ? null : new Date(occurred_at) };
}
