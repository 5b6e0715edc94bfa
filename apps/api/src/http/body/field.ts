import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';

/** Decides how a value in the query string is parsed. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'object' | 'list' | 'nested';

export interface FieldOptions {
  /** Default true. On records: whether the field is always there. */
  readonly required?: boolean;
  /** `null` is a value of this field. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
}

/** A field of a request or record class, as the merging of requests and the documentation see it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly schema: ApiPropertyOptions;
  readonly description?: string;
  readonly example?: unknown;
  /** The class of a nested object, or of the objects of a list. */
  readonly nested?: Class<object>;
}

export interface FieldRule {
  readonly kind: FieldKind;
  readonly schema: ApiPropertyOptions;
  readonly nested?: Class<object>;
  /** The content is documented here, but the use case validates it. */
  readonly deferredValidation?: boolean;
  /** Returns the error of a value, as the rest of a sentence that begins with the field; `undefined` if it is valid. */
  readonly check?: (value: unknown) => string | undefined;
  /** Converts a value to its canonical form before it is checked. */
  readonly normalize?: (value: unknown) => unknown;
}

const FIELDS_METADATA = Symbol('fields');

/** The declared fields of a class, those of the classes it extends first. */
export function getFields(dto: Class<object>): readonly Field[] {
  return (Reflect.getMetadata(FIELDS_METADATA, dto) as Field[] | undefined) ?? [];
}

/** Declares how a field is parsed, validated and documented. */
export function declareField(rule: FieldRule, options: FieldOptions): PropertyDecorator {
  const { required = true, nullable = false, description, example } = options;
  const { kind, schema, nested } = rule;
  const docs = { ...schema, required, nullable: nullable || undefined, description, example };
  return (target, property) => {
    const dto = target.constructor as Class<object>;
    const name = String(property);
    const otherFields = getFields(dto).filter((each) => each.name !== name);
    const declared: Field = { name, kind, required, nullable, schema, description, example, nested };
    Reflect.defineMetadata(FIELDS_METADATA, [...otherFields, declared], dto);
    applyDecorators(ApiProperty(docs as ApiPropertyOptions), ...createValidators(rule, required, nullable))(
      target,
      property,
    );
  };
}

function createValidators(rule: FieldRule, required: boolean, nullable: boolean): PropertyDecorator[] {
  const { kind, check, normalize, deferredValidation = false } = rule;
  const nested = deferredValidation ? undefined : rule.nested;
  const findError = (value: unknown): string | undefined => {
    if (value === undefined || (value === null && nullable)) return undefined;
    return value === null ? 'must not be null' : check?.(value);
  };
  const decorators = [
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => findError(value) === undefined,
        defaultMessage: (args) => findError(args?.value) ?? 'is invalid',
      },
    }),
  ];
  if (required) {
    decorators.push(
      ValidateBy({
        name: 'required',
        validator: {
          validate: (value) => value !== undefined && (value !== null || nullable),
          defaultMessage: () => 'is required',
        },
      }),
    );
  }
  if (kind === 'object' || deferredValidation) {
    // class-transformer copies objects without keys like `toString`, so the original is taken.
    decorators.push(Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]));
  }
  if (normalize) decorators.push(Transform(({ value }) => normalize(value)));
  if (nested) {
    decorators.push(
      Type(() => nested),
      ValidateNested(),
    );
  }
  return decorators;
}
