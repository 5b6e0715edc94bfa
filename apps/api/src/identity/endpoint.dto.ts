import {
  BooleanField,
  CallerIdField,
  EnumField,
  IntField,
  ListField,
  QueryField,
  TextField,
} from '../http/fields.js';
import { Query } from '../http/query.dto.js';

export class EndpointQuery {
  @QueryField(Query, { required: false })
  query?: Query;

  @TextField({ required: false, max: 64, example: 'monitoring' })
  service?: string;

  @TextField({
    required: false,
    max: 16,
    description: 'PUBLIC (default) or INTERNAL (every process, root key only), in any letter case.',
    example: 'PUBLIC',
  })
  endpoint_type?: string;

  @CallerIdField({ example: 'demo' })
  domain_id!: string;
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
    description: 'ACTIVE while a process that serves it shows signs of life.',
  })
  state!: 'ACTIVE' | 'INACTIVE';

  @TextField({ description: 'The running release.' })
  version!: string;
}

export class EndpointsInfo {
  @ListField(EndpointInfo)
  results!: EndpointInfo[];

  @IntField({ description: 'Matches before paging.' })
  total_count!: number;

  @BooleanField({ required: false, description: 'Counting took too long: an estimate.' })
  total_count_estimated?: boolean;

  @TextField({ required: false, description: 'Where more follow: `query.page.cursor` of the next page.' })
  next_cursor?: string;
}
