import type { IdKind } from '../kernel/ids.js';
import type { Json } from '../kernel/json.js';
import type { Field, Resource } from './resource.js';

/** What the OpenAPI document says about a field. */
interface FieldDocumentation {
  readonly description?: string;
  readonly example?: unknown;
  readonly nullable?: true;
  /** Always there, but clients of an earlier release do not know it. */
  readonly optional?: true;
}

/** Where the value of a field is. */
interface FieldSource {
  /** The column of the relation. Default: the column of the name of the field. */
  readonly column?: string;
  /** The column with a JSON object whose member of the name of the field is the value. Times and ids are stored there as SQL has them. */
  readonly inside?: string;
  /** Computes what is shown, from a column that the serializer names. Queries can use the column of the field, if one is named. */
  readonly derive?: (source: never) => unknown;
}

/** A field that is one column of the relation, or is computed. */
export type ColumnField = FieldDocumentation &
  FieldSource &
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
    /** A JSON list of texts. */
    | { readonly type: 'texts' }
    /** A JSON object of texts. */
    | { readonly type: 'tags' }
    /** A JSON object of texts, `{}` if it is null, unless the field is `nullable`. `computed`: SQL of the JSON, over the alias `r`, instead of a column. */
    | { readonly type: 'labels'; readonly computed?: string }
    /** A JSON list of objects of these fields, `[]` if it is null, unless the field is `nullable`. `name` is the name of the schema of an element. */
    | { readonly type: 'list'; readonly name: string; readonly fields: RecordFields }
  );

/**
 * An object, made of several columns; or of one JSON column, and null with it. `name` is the name of its schema in the OpenAPI
 * document.
 */
export type ObjectField = FieldDocumentation & {
  readonly type: 'object';
  readonly name: string;
} & (
    | { readonly column?: undefined; readonly fields: RecordFields }
    | { readonly column: string; readonly fields: Readonly<Record<string, ColumnField>> }
  );

export type RecordField = ColumnField | ObjectField;

/**
 * The fields of a record, in the order of the response. From this description follow its type ({@link InfoOf}), the keys of
 * queries ({@link toQueryFields}), its serialization (`RecordSerializer`) and its part of the OpenAPI document.
 */
export type RecordFields = Readonly<Record<string, RecordField>>;

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
              : F extends { type: 'texts' }
                ? readonly string[]
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
  return listColumnFields(record)
    .filter(([, { type }]) => (types as readonly string[]).includes(type))
    .map(([name, { column = name }]) => column as ColumnOf<Fields, Type>);
}

/** Returns the fields of the record and of its objects, by their names without the object. */
export function listColumnFields(record: RecordFields): [name: string, ColumnField][] {
  return Object.entries(record).flatMap(([name, field]): [string, ColumnField][] =>
    field.type === 'object' ? listColumnFields(field.fields) : [[name, field]],
  );
}

/** Returns the fields that queries can use, over the alias `r`. */
export function toQueryFields(record: RecordFields): Pick<Resource, 'fields' | 'record'> {
  return { fields: Object.fromEntries(listQueryFields(record)), record: Object.keys(record) };
}

function listQueryFields(record: RecordFields): [key: string, Field][] {
  return Object.entries(record).flatMap(([name, field]): [string, Field][] => {
    if (field.type !== 'object')
      return field.derive && !field.column ? [] : [[name, toQueryField(name, field)]];
    const parts = listQueryFields(getParts(field)).map(([part, of]): [string, Field] => [
      `${name}.${part}`,
      of,
    ]);
    const whole = getWholeSql(field);
    return whole === undefined ? parts : [[name, { type: 'json', closed: true, sql: whole }], ...parts];
  });
}

/** Returns the fields of an object. */
function getParts({ column, fields, nullable }: ObjectField): RecordFields {
  if (column === undefined) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, inside: column, ...(nullable && { nullable }) },
    ]),
  );
}

/** Returns SQL of an object as a whole; `undefined` if that is not what the record shows. */
function getWholeSql({ column, fields }: ObjectField): string | undefined {
  if (column !== undefined) return isShownAsStored(fields) ? `r.${column}` : undefined;
  const members: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.type === 'object' || field.derive) return undefined;
    members.push(`'${name}', ${toQueryField(name, field).sql}`);
  }
  return `jsonb_build_object(${members.join(', ')})`;
}

/** Whether JSON with these fields is shown as it is stored. Times and ids are not. */
export function isShownAsStored(fields: RecordFields): boolean {
  return Object.values(fields).every((field) =>
    'fields' in field ? isShownAsStored(field.fields) : field.type !== 'date' && field.type !== 'id',
  );
}

/** Returns the SQL of a field that is no column. */
export function getComputedSql(field: ColumnField): string | undefined {
  return 'computed' in field ? field.computed : undefined;
}

/** The SQL types of the members of a JSON object that are no JSON themselves. */
const MEMBER_TYPES: Partial<Record<ColumnField['type'], string>> = {
  id: '::uuid',
  number: '::numeric',
  boolean: '::boolean',
  date: '::timestamptz',
};

function getSql(name: string, field: ColumnField): string {
  if (field.inside === undefined) return getComputedSql(field) ?? `r.${field.column ?? name}`;
  if (isJson(field)) return `(r.${field.inside} -> '${name}')`;
  return `(r.${field.inside} ->> '${name}')${MEMBER_TYPES[field.type] ?? ''}`;
}

/** Whether the value is stored as JSON. */
export function isJson({ type }: ColumnField): boolean {
  return type === 'json' || type === 'texts' || type === 'tags' || type === 'labels' || type === 'list';
}

function toQueryField(name: string, field: ColumnField): Field {
  const sql = getSql(name, field);
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
    case 'texts':
      return { type: 'json', sql };
    case 'tags':
      return { type: 'json', sql, objects: true };
    case 'labels':
      return { type: 'json', sql, labels: true, ...(required && { empty: '{}' }) };
    case 'list':
      return { type: 'json', sql, objects: true, ...(required && { empty: '[]' }) };
    default:
      return { type: field.type, sql, required };
  }
}
