import type { MovedFile, Secret } from './moved-file.js';
import type { Way } from './routing-records.js';
import { has, textAt, type Fields } from './source-file.js';

/** A way of telling, or why there is none. */
export type Converted = Omit<Way, 'type' | 'sendsResolved'> | { readonly reason: string };

/** A part of a receiver: where secrets are put, and what they are named after. */
export interface Place {
  readonly file: MovedFile;
  readonly global: Fields;
  readonly config: Fields;
  readonly receiver: string;
}

const WORDING = 'texts are those of Tocsin, which a template can reword';
/** Returns a secret of the configuration, or of the global one. A file stays a file. */
export function takeSecret(
  { file, global, config, receiver }: Place,
  field: string,
  type: string,
  globalField?: string,
): Secret | string | undefined {
  if (has(config, field))
    return file.secret(config[field], `${field} of the receiver ${receiver}`, [receiver, type, field]);
  const path = textAt(config, `${field}_file`);
  if (path !== undefined) return file.fileSecret(path);
  if (globalField === undefined) return undefined;
  if (has(global, globalField))
    return file.secret(global[globalField], `global.${globalField}`, [globalField]);
  const globalPath = textAt(global, `${globalField}_file`);
  return globalPath === undefined ? undefined : file.fileSecret(globalPath);
}

/** Returns which of the fields have a text. */
export const given = (config: Fields, ...fields: readonly string[]): readonly string[] =>
  fields.filter((field) => has(config, field));
export const wording = (config: Fields, ...fields: readonly string[]): readonly string[] =>
  given(config, ...fields).length > 0 ? [`${given(config, ...fields).join(', ')}: ${WORDING}`] : [];
