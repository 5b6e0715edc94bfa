import type { Type as Class } from '@nestjs/common';
import type { FilterOf, RecordFields } from '#shared/query/record.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { QueryField, TextField, DateField } from '../http/body/fields.js';
import { FilterType } from '../http/body/record-types.js';
import { StreamQuery } from '../http/query/query.dto.js';

/** The options of `@ApiHeader`. */
export const LAST_EVENT_ID_HEADER = {
  name: 'Last-Event-ID',
  required: false,
  schema: { type: 'string' as const, maxLength: 128 },
  description: 'The id of the last message received.',
};

interface StreamFields {
  readonly query?: StreamQuery;
  readonly last_event_id?: string;
  readonly token?: string;
}

/** Creates the class of a request to follow records that match some of their fields. */
export function StreamQueryType<Fields extends RecordFields, Name extends string>(
  record: Fields,
  names: readonly Name[],
): Class<DomainRequest & FilterOf<Fields, Name> & StreamFields> {
  class StreamRequest extends (FilterType(record, names) as Class<object>) {
    @QueryField(StreamQuery, { required: false })
    query?: StreamQuery;

    @TextField({
      required: false,
      max: 128,
      description:
        'The id of the last message received, for clients that cannot send the header `Last-Event-ID`. The header takes ' +
        'precedence.',
    })
    last_event_id?: string;

    @TextField({
      required: false,
      max: 4096,
      description:
        'A token of `POST /monitoring/v1/stream-token`, for clients that cannot send the header `Authorization`.',
    })
    token?: string;
  }
  return StreamRequest as Class<object> as Class<DomainRequest & FilterOf<Fields, Name> & StreamFields>;
}

export class StreamTokenRequest extends DomainRequest {}

export class StreamTokenInfo {
  @TextField({ description: 'The token, for the query parameter `token` of a stream. It is a secret.' })
  token!: string;

  @DateField({ description: 'When the token expires. Streams that it opened stay open.' })
  expires_at!: string;
}
