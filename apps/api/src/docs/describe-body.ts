import type { Type as Class } from '@nestjs/common';
import { getSchemaPath, type ApiParamOptions, type ApiResponseOptions } from '@nestjs/swagger';

export type SchemaObject = Extract<ApiParamOptions, { schema: unknown }>['schema'];

/** The body of the successful response of an operation. */
export interface ResponseBody {
  readonly response?: Class<object>;
  /** The media type of a response that is not JSON. */
  readonly produces?: string;
  /** A media type that the response may have instead of JSON, if the request accepts it. */
  readonly alsoProduces?: string;
  /** For a stream: the class of the data of each message, and an example message as text. */
  readonly messages?: { readonly data: Class<object>; readonly example: string };
}

/** Describes the body of the successful response of an operation. */
export function describeBody({
  response,
  produces,
  alsoProduces,
  messages,
}: ResponseBody): Partial<ApiResponseOptions> {
  if (produces !== undefined && messages !== undefined) {
    const contentSchema = { $ref: getSchemaPath(messages.data) };
    const schema = { type: 'string', contentMediaType: produces, contentSchema } as SchemaObject;
    return { content: { [produces]: { schema, example: messages.example } } };
  }
  if (produces !== undefined) return { content: { [produces]: { schema: { type: 'string' } } } };
  if (response && alsoProduces !== undefined) {
    const json = { schema: { $ref: getSchemaPath(response) } };
    return { content: { 'application/json': json, [alsoProduces]: { schema: { type: 'string' } } } };
  }
  return response ? { type: response } : {};
}

/** Classes that the document refers to only by their names. */
export function describeModels({ messages, response, alsoProduces }: ResponseBody): readonly Class<object>[] {
  return [
    ...(messages ? [messages.data] : []),
    ...(response && alsoProduces !== undefined ? [response] : []),
  ];
}
