import type { Type as Class } from '@nestjs/common';
import type { ColumnField, FilterOf, InfoOf, RecordField, RecordFields } from '#shared/query/record.js';
import { InDomain } from '../auth/in-domain.dto.js';
import type { FieldOptions } from './field.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  ObjectField,
  TextField,
} from './fields.js';

/** Creates the class of a record from its description, with the decorators for the OpenAPI document. */
export function RecordType<Fields extends RecordFields>(record: Fields): Class<InfoOf<Fields>> {
  return classOf(record, 'Record') as Class<InfoOf<Fields>>;
}

/** Creates the class of a request that may contain these fields of a record as conditions. */
export function FilterType<Fields extends RecordFields, Name extends string>(
  record: Fields,
  names: readonly Name[],
): Class<InDomain & FilterOf<Fields, Name>> {
  class Filter extends InDomain {}
  for (const name of names) {
    const column = columnOf(record, name);
    columnField(column, { required: false, description: column.description })(Filter.prototype, name);
  }
  return Filter as Class<InDomain & FilterOf<Fields, Name>>;
}

/** Finds a field in the record or in one of its objects. */
function columnOf(record: RecordFields, name: string): ColumnField {
  const all = Object.entries(record).flatMap(([key, field]): [string, ColumnField][] =>
    field.type === 'object' ? Object.entries(field.fields) : [[key, field]],
  );
  const found = all.find(([key]) => key === name)?.[1];
  if (found === undefined) throw new Error(`${name} is no field of the record`);
  return found.type === 'text' ? { ...found, max: 1024 } : found;
}

function classOf(record: RecordFields, name: string): Class<object> {
  class Described {
    // Keeps the class from being empty. The fields of the record are declared by decorators only.
    declare protected readonly described: RecordFields;
  }
  Object.defineProperty(Described, 'name', { value: name });
  for (const [key, field] of Object.entries(record)) recordField(field)(Described.prototype, key);
  return Described;
}

/** The classes of nested objects. Records that share an object share its schema in the document. */
const nested = new WeakMap<RecordFields, Class<object>>();

function recordField(field: RecordField): PropertyDecorator {
  const { description, example, nullable } = field;
  const options = { description, nullable, ...(example === undefined ? {} : { example }) };
  if (field.type !== 'object') return columnField(field, options);
  const { name, fields } = field;
  const type = nested.get(fields) ?? classOf(fields, name);
  nested.set(fields, type);
  return NestedField(type, options);
}

function columnField(field: ColumnField, options: FieldOptions): PropertyDecorator {
  switch (field.type) {
    case 'text':
      return TextField({ ...options, ...(field.max === undefined ? {} : { max: field.max }) });
    case 'callerId':
      return CallerIdField(options);
    case 'id':
      return IdField(field.kind, options);
    case 'enum':
      return EnumField(field.values, { ...options, name: field.name });
    case 'number':
      return IntField(options);
    case 'boolean':
      return BooleanField(options);
    case 'date':
      return DateField(options);
    case 'json':
      return ObjectField(options);
    default:
      return field satisfies never;
  }
}
