import { HEARTBEAT_FIELDS, HEARTBEAT_FILTER, SEVERITIES, type Severity } from '#monitoring';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { EnumField, IdField, ListField, OnlyField, QueryField } from '../http/body/fields.js';
import { DurationField, HeartbeatNameField } from '../http/body/heartbeat-fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

export class PutHeartbeatRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;

  @HeartbeatNameField()
  name!: string;

  @DurationField('expect_every', {
    required: false,
    description: 'The longest time between two pings, from 10s to 40d. Required for a new heartbeat.',
    example: '5m',
  })
  expect_every?: string;

  @DurationField('grace', {
    required: false,
    description: 'How late a ping may be. Default for a new heartbeat: 1m.',
    example: '1m',
  })
  grace?: string;

  @EnumField(SEVERITIES, {
    required: false,
    name: 'Severity',
    description:
      'The severity of the alert that is open while the heartbeat is missing. Default for a new heartbeat: CRITICAL.',
  })
  severity?: Severity;
}

export class GetHeartbeatRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;

  @HeartbeatNameField({ description: 'The name. `*` is the heartbeat of `settings.heartbeat`.' }, true)
  name!: string;

  @OnlyField()
  only?: string[];
}

export class DeleteHeartbeatRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;

  @HeartbeatNameField()
  name!: string;
}

export class HeartbeatQuery extends FilterType(HEARTBEAT_FIELDS, HEARTBEAT_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class HeartbeatStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, { required: false, description: 'Default: the total number of heartbeats.' })
  query?: StatisticsQuery;
}

export class HeartbeatInfo extends RecordType(HEARTBEAT_FIELDS) {}

export class HeartbeatsInfo extends ListInfo {
  @ListField(HeartbeatInfo)
  results!: HeartbeatInfo[];
}
