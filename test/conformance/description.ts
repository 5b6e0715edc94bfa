/** JSON Schema as the document uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  /** The schema of the value in a text that contains JSON. */
  readonly contentSchema?: Schema;
}

interface Content {
  readonly schema?: Schema;
  /** Of the records in the answer to a request that selects no fields. */
  readonly 'x-whole-record'?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security: readonly object[];
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

export interface DescribedOperation extends OperationObject {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** Operations that read run first and deletions last, so that there are records to work on. */
const ORDER = ['get', 'post', 'put', 'delete'];

export function listOperations({ paths }: ApiDocument): readonly DescribedOperation[] {
  return ORDER.flatMap((method) =>
    Object.entries(paths).flatMap(([path, item]) => {
      const operation = item[method];
      return operation
        ? [{ ...operation, method: method.toUpperCase(), path, parameters: operation.parameters ?? [] }]
        : [];
    }),
  );
}
