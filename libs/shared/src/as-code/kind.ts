import { isObject } from '../kernel/json.js';
import type { Terms } from './terms.js';

/** A record as the API returns it, or a part of one. */
export type Info = Readonly<Record<string, unknown>>;

/** Schemas of the OpenAPI document by name, without references. */
export type ApiSchemas = Readonly<
  Record<string, Info & { readonly properties: Readonly<Record<string, Info>> }>
>;

/** Finds the records that others refer to, by a name with the project before it: `checkout/on-call`, `/on-call` without one. */
export interface References {
  toId(section: string, qualifiedName: string): string;
  toName(section: string, id: string): string;
}

/** A kind of record in files. */
export interface Kind {
  readonly section: string;
  /** What a record is called in messages. */
  readonly noun: string;
  readonly id: string;
  /** Whether a record belongs to a project. */
  readonly project: 'required' | 'optional' | 'none';
  /** Fields that a record keeps for ever. */
  readonly fixed: readonly string[];
  /** Fields that only a new record takes. What is stored is not compared with them. */
  readonly initial?: readonly string[];
  /** Fields, such as `settings.signature`, that can have secrets. What is told does not depend on their values. */
  readonly secrets?: readonly string[];
  /** Fields, such as `settings.flap`, for which `null` is not the default, but says that there is none. */
  readonly nullable?: readonly string[];
  /** Numbers of seconds in the API, which files can write as durations like `2d`. */
  readonly seconds?: readonly string[];
  /** Durations that are texts in the API. */
  readonly durations?: readonly string[];
  /** Filters, each with the field of its alternatives, if it can have any. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
  /** Where records of other sections are named, like `members.*.subscription`. */
  readonly references?: readonly { readonly section: string; readonly path: string }[];
  /** The section of the records in which those of this kind are named: their names look like `owner/name`. */
  readonly ownerSection?: string;
  /** Returns the JSON Schema of the fields in files. */
  schema(api: ApiSchemas): {
    readonly properties: Readonly<Record<string, Info>>;
    readonly required: readonly string[];
  };
  /** Returns what the fields are that a file omits. */
  defaults(terms: Terms): Terms;
  /** Brings fields into one form, and takes from the stored record what only the service can know. */
  complete?(terms: Terms, stored: Terms | undefined): Terms;
  nameOf(info: Info, references: References): string;
  /** Whether a record belongs into files. */
  isKept?(info: Info): boolean;
  /** Whether a record has no effect any more. The service does not take it as a new one. */
  hasEnded?(terms: Terms): boolean;
  /** Whether a record was made by people, and not by the service for its owner. */
  isManual?(info: Info, owner: Info): boolean;
  read(info: Info, references: References): Terms;
  /** Returns the body of the request that creates a record, or changes the fields that there are. */
  write(terms: Terms, references: References, name: string): Terms;
}

export function pick<T>(
  record: Readonly<Record<string, T>>,
  ...fields: readonly string[]
): Record<string, T> {
  return Object.fromEntries(
    fields.flatMap((field): [string, T][] => (field in record ? [[field, record[field] as T]] : [])),
  );
}

export const getName = ({ name }: Info): string => String(name);
export const isEnabled = ({ state }: Info): boolean => state !== 'DISABLED';

export const sortTexts = (list: unknown): readonly string[] => [...new Set(list as readonly string[])].sort();

/** Adds defaults to the object in a field, if there is one. */
export function fillInner(terms: Terms, field: string, defaults: Terms): Terms {
  const value = terms[field];
  return isObject(value) ? { ...terms, [field]: { ...defaults, ...value } } : terms;
}

/** The name of a record in a file. */
export const nameSchema = (noun: string): Info => ({
  type: 'string',
  minLength: 1,
  description: `The name of a ${noun}, or \`project/name\`.`,
});

/** The field of a secret that only a new record takes. The service checks it, because its variable need not be set later. */
export const givenSecretSchema = ({ description }: Info = {}): Info => ({ type: 'string', description });

export const ENABLED_SCHEMA: Info = { type: 'boolean', description: 'Default: true.' };
