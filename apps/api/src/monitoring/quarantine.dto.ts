import { QUARANTINE_FIELDS, QUARANTINE_FILTER } from '#monitoring';
import {
  BooleanField,
  EnumField,
  IdField,
  ListField,
  ObjectField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { GetRecordRequest, DomainRequest } from '../http/auth/domain-request.dto.js';
import { countByDay, ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { DeliveryOutcome } from './delivery.dto.js';

export class GetQuarantinedRequest extends GetRecordRequest {
  @IdField('delivery')
  delivery_id!: string;
}

export class QuarantineQuery extends FilterType(QUARANTINE_FIELDS, QUARANTINE_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class QuarantineStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, { example: countByDay('received_at') })
  query!: StatisticsQuery;
}

export class QuarantineInfo extends RecordType(QUARANTINE_FIELDS) {}

export class QuarantinedDeliveryInfo extends QuarantineInfo {
  @ListField(DeliveryOutcome, {
    description: 'The outcome of each alarm. Empty if the body could not be parsed.',
  })
  outcomes!: DeliveryOutcome[];

  @TextField({ example: 'application/json' })
  content_type!: string;

  @ObjectField({ description: 'The stored headers. Headers that contain secrets are never stored.' })
  headers!: Record<string, string>;

  @ObjectField({ description: 'The parameters of the query string.' })
  query!: Record<string, string>;

  @TextField({ description: 'The part of the path after `/events`.' })
  path_suffix!: string;

  @TextField({ description: 'The posted body.', example: '{"status":"firing"}' })
  body!: string;

  @EnumField(['utf-8', 'base64'], { name: 'BodyEncoding', description: 'The encoding of `body`.' })
  body_encoding!: 'utf-8' | 'base64';

  @BooleanField({
    description:
      'Whether `body` is only the beginning of the posted body. Of an UNREADABLE delivery only the first 64 KiB are ' +
      'stored.',
  })
  body_truncated!: boolean;
}

export class QuarantinesInfo extends ListInfo {
  @ListField(QuarantineInfo)
  results!: QuarantineInfo[];
}
