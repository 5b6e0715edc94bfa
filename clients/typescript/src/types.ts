import type { operationTable } from './generated/operation-table.js';
import type { components, operations } from './generated/schema.js';

/** By the names of the OpenAPI document: `Schemas['EventInfo']`. */
export type Schemas = components['schemas'];
/** Those of the service; the document also names what the service itself asks of others. */
export type OperationId = keyof operations & keyof typeof operationTable;

type ContentOf<T> = T extends { content: infer C } ? C[keyof C] : undefined;

/** The payload of a monitoring system may be text as well, which is sent as it is. */
type OrText<Body> = Schemas['SenderPayload'] extends Body ? Body | string : Body;

/** `requestBody?: never` is written where there is none. */
type BodyOf<Operation> = Operation extends { requestBody: infer B }
  ? { body: OrText<ContentOf<B>> }
  : Operation extends { requestBody?: infer B }
    ? { body?: ContentOf<NonNullable<B>> }
    : { body?: undefined };

/** What an operation takes: what belongs into path, query, headers and body, each under its name. */
export type Input<Id extends OperationId> = Omit<operations[Id]['parameters'], 'cookie'> &
  BodyOf<operations[Id]>;

type Answers<Id extends OperationId> = operations[Id]['responses'];

/** What an operation that succeeds answers. */
export type Output<Id extends OperationId> = {
  [Status in keyof Answers<Id>]: Status extends 200 | 201 | 202 | 204
    ? ContentOf<Answers<Id>[Status]>
    : never;
}[keyof Answers<Id>];

/** Takes the query language, in the body or in the query string. */
interface Queried {
  readonly body?: { query?: Schemas['Query'] | null } | undefined;
  readonly query?: { query?: Schemas['Query'] } | undefined;
}

/** The operations whose answers come in pages with a cursor. */
export type PagedId = {
  [Id in OperationId]: Output<Id> extends { results: unknown[]; next_cursor?: string }
    ? Input<Id> extends Queried
      ? Id
      : never
    : never;
}[OperationId];

export type RecordOf<Id extends PagedId> = Output<Id> extends { results: (infer R)[] } ? R : never;

/** Nothing has to be given where nothing is required. */
export type Arguments<Id extends OperationId, Options> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: Options]
    : [input: Input<Id>, options?: Options];
