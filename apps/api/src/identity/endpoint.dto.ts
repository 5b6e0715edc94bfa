import { EnumField, IntField, ListField, QueryField, TextField } from '../http/body/fields.js';
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

export class EndpointInfo {
  @TextField({ example: 'monitoring' })
  service!: string;

  @TextField({ example: 'monitoring' })
  name!: string;

  @TextField({ example: 'https://tocsin.example.com/monitoring/v1' })
  endpoint!: string;

  @EnumField(['ACTIVE', 'INACTIVE'], {
    none: 'NONE',
    name: 'EndpointState',
    description: 'ACTIVE while a process of the service sends heartbeats.',
  })
  state!: 'ACTIVE' | 'INACTIVE';

  @TextField({ description: 'The running release.' })
  version!: string;
}

export class EndpointsInfo extends ListInfo {
  @IntField({ description: 'The number of matching records, before paging.', max: INT32, format: 'int32' })
  declare total_count: number;

  @ListField(EndpointInfo)
  results!: EndpointInfo[];
}
