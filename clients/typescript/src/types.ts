import type { operationTable } from './generated/operation-table.js';
import type { components, operations } from './generated/schema.js';
import type { WholeOutputs } from './generated/whole-outputs.js';

/** The schemas by their names in the OpenAPI document: `Schemas['EventInfo']`. */
export type Schemas = components['schemas'];
/** The ids of the service's operations. The document also contains requests that the service itself sends to others. */
export type OperationId = keyof operations & keyof typeof operationTable;

/** JSON, where there are several media types. */
type ContentOf<T> = T extends { content: { 'application/json': infer C } }
  ? C
  : T extends { content: infer C }
    ? C[keyof C]
    : undefined;

/** Allows text for a body that is the payload of a sender. Text is sent unchanged. */
type OrText<Body> = Schemas['SenderPayload'] extends Body ? Body | string : Body;

/** The body of an operation. The generated types have `requestBody?: never` for an operation without one. */
type BodyOf<Operation> = Operation extends { requestBody: infer B }
  ? { body: OrText<ContentOf<B>> }
  : Operation extends { requestBody?: infer B }
    ? { body?: ContentOf<NonNullable<B>> }
    : { body?: undefined };

/** The input of an operation: `path`, `query`, `header` and `body`. */
export type Input<Id extends OperationId> = Omit<operations[Id]['parameters'], 'cookie'> &
  BodyOf<operations[Id]>;

type Responses<Id extends OperationId> = operations[Id]['responses'];

/** The content of a successful response. */
export type Output<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: Status extends 200 | 201 | 202 | 204
    ? ContentOf<Responses<Id>[Status]>
    : never;
}[keyof Responses<Id>];

/** The input of an operation that accepts the query language, in the body or in the query string. */
interface QueryInput {
  readonly body?: { query?: Schemas['Query'] | null } | undefined;
  readonly query?: { query?: Schemas['Query'] } | undefined;
}

/** The ids of operations whose responses are pages with a cursor. */
export type PagedId = {
  [Id in OperationId]: Output<Id> extends { results: unknown[]; next_cursor?: string }
    ? Input<Id> extends QueryInput
      ? Id
      : never
    : never;
}[OperationId];

export type RecordOf<Id extends PagedId> = Output<Id> extends { results: (infer R)[] } ? R : never;

/** The arguments of a call. The input is optional if the operation requires none. */
export type Arguments<Id extends OperationId, Options> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: Options]
    : [input: Input<Id>, options?: Options];

/** The ids of operations that return records of which the caller can select fields. */
export type WholeId = keyof WholeOutputs & OperationId;
export type WholePagedId = WholeId & PagedId;

/** Keeps a request from selecting fields. */
interface Unselected {
  readonly only?: null | undefined;
  readonly query?:
    { readonly only?: null; readonly minimal?: false | null; readonly unwind?: null } | null | undefined;
}

/** The input of a request that selects no fields, so that all fields are in the answer which are always there. */
type WholeInput<Id extends WholeId> = Input<Id> & {
  readonly body?: Unselected | undefined;
  readonly query?: Unselected | undefined;
};

export type WholeOutput<Id extends WholeId> = WholeOutputs[Id];
export type WholeRecordOf<Id extends WholePagedId> =
  WholeOutput<Id> extends { results: (infer R)[] } ? R : never;

/** As {@link Arguments}, of a request that selects no fields. */
export type WholeArguments<Id extends WholeId, Options> =
  Record<never, never> extends Input<Id>
    ? [input?: WholeInput<Id>, options?: Options]
    : [input: WholeInput<Id>, options?: Options];
