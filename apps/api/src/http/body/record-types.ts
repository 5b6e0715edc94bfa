import type { Type as Class } from '@nestjs/common';
import {
  listColumnFields,
  type ColumnField,
  type FilterOf,
  type InfoOf,
  type RecordField,
  type RecordFields,
} from '#shared/query/record.js';
import { DomainRequest, RequiredDomainRequest } from '../auth/domain-request.dto.js';
import type { FieldOptions } from './field.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NameField,
  NestedField,
  ObjectField,
  TextField,
  UserIdField,
} from './fields.js';
import { LabelsField, TagsField } from './label-fields.js';

/**
 * Creates the class of a record from its description, with the decorators for the OpenAPI document.
 * @param classes of fields that the description knows as JSON only
 */
export function RecordType<Fields extends RecordFields>(
  record: Fields,
  classes: { readonly [Name in keyof Fields]?: Class<object> } = {},
): Class<InfoOf<Fields>> {
  return createClass(record, 'Record', classes) as Class<InfoOf<Fields>>;
}

/** Returns the class of a record that is also a field of another one, with the same name. */
export function NestedRecordType(record: RecordFields, name: string): Class<object> {
  const type = nestedClasses.get(record) ?? createClass(record, name);
  nestedClasses.set(record, type);
  return type;
}

/** Creates the class of a request that may contain these fields of a record as conditions. */
export function FilterType<Fields extends RecordFields, Name extends string>(
  record: Fields,
  names: readonly Name[],
): Class<DomainRequest & FilterOf<Fields, Name>> {
  class Filter extends DomainRequest {}
  declareFilter(Filter, record, names);
  return Filter as Class<DomainRequest & FilterOf<Fields, Name>>;
}

/** As {@link FilterType}, for a request that must name its domain. */
export function DomainFilterType<Fields extends RecordFields, Name extends string>(
  record: Fields,
  names: readonly Name[],
): Class<RequiredDomainRequest & FilterOf<Fields, Name>> {
  class Filter extends RequiredDomainRequest {}
  declareFilter(Filter, record, names);
  return Filter as Class<RequiredDomainRequest & FilterOf<Fields, Name>>;
}

function declareFilter(filter: Class<object>, record: RecordFields, names: readonly string[]): void {
  for (const name of names) {
    const column = findColumn(record, name);
    declareFilterField(column)(filter.prototype, name);
  }
}

/** A filter takes words such as severities in any case. */
function declareFilterField(column: ColumnField): PropertyDecorator {
  const options = { required: false, description: column.description };
  if (column.type !== 'enum') return declareColumnField(column, options);
  return EnumField(column.values, {
    ...options,
    name: column.name,
    anyCase: true,
    ...(column.none && { none: column.none }),
  });
}

/** Finds a field in the record or in one of its objects. */
function findColumn(record: RecordFields, name: string): ColumnField {
  const match = listColumnFields(record).find(([key]) => key === name)?.[1];
  if (match === undefined) throw new Error(`${name} is no field of the record`);
  return match.type === 'text' ? { ...match, max: 1024 } : match;
}

function createClass(
  record: RecordFields,
  name: string,
  classes: Readonly<Record<string, Class<object> | undefined>> = {},
): Class<object> {
  class RecordClass {
    // Keeps the class from being empty. The fields of the record are declared by decorators only.
    declare protected readonly described: RecordFields;
  }
  Object.defineProperty(RecordClass, 'name', { value: name });
  for (const [key, field] of Object.entries(record))
    declareRecordField(field, classes[key])(RecordClass.prototype, key);
  return RecordClass;
}

/** The classes of nested objects. Records that share an object share its schema in the document. */
const nestedClasses = new WeakMap<RecordFields, Class<object>>();

function declareRecordField(field: RecordField, type: Class<object> | undefined): PropertyDecorator {
  const { description, example, nullable, optional } = field;
  const options = {
    description,
    nullable,
    ...(optional && { required: false }),
    ...(example === undefined ? {} : { example }),
  };
  if (type !== undefined) return NestedField(type, options);
  return field.type === 'object'
    ? NestedField(NestedRecordType(field.fields, field.name), options)
    : declareColumnField(field, options);
}

function declareColumnField(field: ColumnField, options: FieldOptions): PropertyDecorator {
  switch (field.type) {
    case 'text':
      return TextField({ ...options, ...(field.max === undefined ? {} : { max: field.max }) });
    case 'name':
      return NameField(options);
    case 'callerId':
      return CallerIdField(options);
    case 'userId':
      return UserIdField(options);
    case 'id':
    case 'textId':
      return IdField(field.kind, options);
    case 'enum':
      return EnumField(field.values, {
        ...options,
        name: field.name,
        ...(field.none && { none: field.none }),
      });
    case 'number':
      return IntField(options);
    case 'boolean':
      return BooleanField(options);
    case 'date':
      return DateField(options);
    case 'json':
      return ObjectField(options);
    case 'texts':
      return ListField('text', options);
    case 'tags':
      return TagsField(options);
    case 'labels':
      return LabelsField(options);
    case 'list':
      return ListField(NestedRecordType(field.fields, field.name), options);
    default:
      return field satisfies never;
  }
}
