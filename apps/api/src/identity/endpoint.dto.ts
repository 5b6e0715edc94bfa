import { ENDPOINT_FIELDS } from '#identity';
import { IntField, ListField, QueryField, TextField } from '../http/body/fields.js';
import { RecordType } from '../http/body/record-types.js';
import { RequiredDomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query } from '../http/query/query.dto.js';

const INT32 = 2 ** 31 - 1;

export class EndpointQuery extends RequiredDomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @TextField({ required: false, max: 64, example: 'monitoring' })
  service?: string;

  @TextField({
    required: false,
    max: 16,
    description: 'PUBLIC (default) or INTERNAL (every process, root key only); case-insensitive.',
    example: 'PUBLIC',
  })
  endpoint_type?: string;
}

export class EndpointInfo extends RecordType(ENDPOINT_FIELDS) {}

export class EndpointsInfo extends ListInfo {
  @IntField({ description: 'The number of matching records, before paging.', max: INT32, format: 'int32' })
  declare total_count: number;

  @ListField(EndpointInfo)
  results!: EndpointInfo[];
}
