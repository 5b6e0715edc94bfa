import type { IdKind } from '../kernel/ids.js';
import type { Json } from '../kernel/json.js';
import type { Field, Resource } from './resource.js';

/** What the OpenAPI document says about a field. */
interface FieldDocumentation {
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: true;
}

/** A field that is one column of the relation: the column of its name, unless `column` names another. */
export type ColumnField = FieldDocumentation & { readonly column?: string } &
  /** `computed`: SQL of the text, over the alias `r`, instead of a column. */
  (
    | { readonly type: 'text'; readonly max?: number; readonly long?: true; readonly computed?: string }
    /** A text that people read as a name. */
    | { readonly type: 'name' }
    /** Ids that callers choose. */
    | { readonly type: 'callerId' | 'userId' }
    | { readonly type: 'id'; readonly kind: IdKind }
    /** An id that is stored as text, in the form that callers see. */
    | { readonly type: 'textId'; readonly kind: IdKind }
    /** `name` is the name of its schema in the OpenAPI document. */
    | {
        readonly type: 'enum';
        readonly name: string;
        readonly values: readonly string[];
        /** The word for "not given". */
        readonly none?: string;
        /** As in {@link Field}. */
        readonly ranked?: true;
      }
    /** `computed`: SQL of a whole number, over the alias `r`, instead of a column. */
    | { readonly type: 'number'; readonly computed?: string }
    /** `computed`: SQL of a boolean, over the alias `r`, instead of a column. */
    | { readonly type: 'boolean'; readonly computed?: string }
    /** `idTime` as in {@link Field}, `computed` as in numbers. */
    | { readonly type: 'date'; readonly idTime?: string; readonly computed?: string }
    /** `objects` as in {@link Field}. */
    | { readonly type: 'json'; readonly objects?: true }
    /** A JSON object of texts, `{}` if it is null. `computed`: SQL of the JSON, over the alias `r`, instead of a column. */
    | { readonly type: 'labels'; readonly computed?: string }
    /** A JSON list of objects of these fields, `[]` if it is null. `name` is the name of the schema of an element. */
    | {
        readonly type: 'list';
        readonly name: string;
        readonly fields: Readonly<Record<string, { readonly type: 'text'; readonly description?: string }>>;
      }
  );

/** An object made of several columns. `name` is the name of its schema in the OpenAPI document. */
export type ObjectField = FieldDocumentation & {
  readonly type: 'object';
  readonly name: string;
  readonly fields: Readonly<Record<string, ColumnField>>;
};

export type RecordField = ColumnField | ObjectField;

/**
 * The fields of a record, in the order of the response. From this description follow its type ({@link InfoOf}), the keys of
 * queries ({@link toQueryFields}), its serialization (`RecordSerializer`) and its part of the OpenAPI document.
 */
export type RecordFields = Readonly<Record<string, RecordField>>;

/**
 * A field of a record that is composed by hand: objects and lists may be nested, and its queries and serialization do not follow
 * from the description.
 */
export type ComposedField = FieldDocumentation & {
  /** Always there, but clients of an earlier release do not know it. */
  readonly optional?: true;
} & (
    | ColumnField
    | { readonly type: 'tags' }
    | { readonly type: 'object' | 'list'; readonly name: string; readonly fields: ComposedFields }
  );

export type ComposedFields = Readonly<Record<string, ComposedField>>;

type ValueOf<F> = F extends { type: 'enum'; values: readonly (infer Word)[] }
  ? Word
  : F extends { type: 'number' }
    ? number
    : F extends { type: 'boolean' }
      ? boolean
      : F extends { type: 'json' }
        ? Json
        : F extends { type: 'object'; fields: infer Fields }
          ? InfoOf<Fields>
          : F extends { type: 'list'; fields: infer Fields }
            ? readonly InfoOf<Fields>[]
            : F extends { type: 'tags' | 'labels' }
              ? Readonly<Record<string, string>>
              : string;

/** The record as it appears in a response. Instants are ISO 8601 in UTC. */
export type InfoOf<Fields> = {
  readonly [Name in keyof Fields]:
    ValueOf<Fields[Name]> | (Fields[Name] extends { nullable: true } ? null : never);
};

/** Some fields as conditions of equality. Fields inside objects are named without the object. */
export type FilterOf<Fields extends RecordFields, Name extends string> = {
  readonly [N in Name]?: (N extends keyof Fields ? NonNullable<ValueOf<Fields[N]>> : string) | undefined;
};

/** The names of the columns of some types, including those inside objects. */
type ColumnOf<Fields, Type> = {
  [Name in keyof Fields]: Fields[Name] extends { type: 'object'; fields: infer Inner }
    ? ColumnOf<Inner, Type>
    : Fields[Name] extends { type: Type }
      ? Fields[Name] extends { column: infer Column }
        ? Column
        : Name
      : never;
}[keyof Fields];

/** @param types of the columns to return */
export function getColumns<Fields extends RecordFields, Type extends ColumnField['type']>(
  record: Fields,
  types: readonly Type[],
): readonly ColumnOf<Fields, Type>[] {
  const columns = Object.entries(record).flatMap(([name, field]) =>
    Object.entries(field.type === 'object' ? field.fields : { [name]: field }),
  );
  return columns
    .filter(([, { type }]) => (types as readonly string[]).includes(type))
    .map(([name, { column = name }]) => column as ColumnOf<Fields, Type>);
}

/** Returns the fields that queries can use, over the alias `r`. */
export function toQueryFields(record: RecordFields): Pick<Resource, 'fields' | 'record'> {
  const fields = Object.entries(record).flatMap(([name, field]): [string, Field][] => {
    if (field.type !== 'object') return [[name, toQueryField(name, field)]];
    const parts = Object.entries(field.fields).map(([part, of]) => [part, toQueryField(part, of)] as const);
    const members = parts.map(([part, { sql }]) => `'${part}', ${sql}`).join(', ');
    return [
      [name, { type: 'json', closed: true, sql: `jsonb_build_object(${members})` }],
      ...parts.map(([part, of]): [string, Field] => [`${name}.${part}`, of]),
    ];
  });
  return { fields: Object.fromEntries(fields), record: Object.keys(record) };
}

/** Returns the SQL of a field that is no column. */
export function getComputedSql(field: ColumnField): string | undefined {
  return 'computed' in field ? field.computed : undefined;
}

function toQueryField(name: string, field: ColumnField): Field {
  const sql = getComputedSql(field) ?? `r.${field.column ?? name}`;
  const required = field.nullable === undefined;
  switch (field.type) {
    case 'text':
      return { type: 'text', sql, required, ...(field.long ? { long: true } : {}) };
    case 'name':
    case 'callerId':
    case 'userId':
    case 'textId':
      return { type: 'text', sql, required };
    case 'id':
      return { type: 'id', kind: field.kind, sql, required };
    case 'enum':
      return {
        ...{ type: 'enum', values: field.values, sql, required },
        ...(field.ranked && { ranked: true }),
        ...(field.none === undefined ? {} : { none: field.none }),
      };
    case 'date':
      return { type: 'date', sql, required, idTime: field.idTime };
    case 'json':
      return { type: 'json', sql, ...(field.objects && { objects: true }) };
    case 'labels':
      return { type: 'json', sql, labels: true, empty: '{}' };
    case 'list':
      return { type: 'json', sql, objects: true, empty: '[]' };
    default:
      return { type: field.type, sql, required };
  }
}
