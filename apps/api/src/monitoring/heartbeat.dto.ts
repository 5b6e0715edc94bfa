import { HEARTBEAT_FIELDS, HEARTBEAT_FILTER, SEVERITIES, type Severity } from '#monitoring';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { EnumField, IdField, ListField, OnlyField, QueryField } from '../http/body/fields.js';
import { DurationField, HeartbeatNameField, ScheduleField } from '../http/body/heartbeat-fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

export class PutHeartbeatRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;

  @HeartbeatNameField()
  name!: string;

  @DurationField('expect_every', {
    required: false,
    nullable: true,
    description:
      'The longest time between two pings, from 10s to 40d. A new heartbeat needs this or `schedule`. Replaces a schedule.',
    example: '5m',
  })
  expect_every?: string | null;

  @ScheduleField('schedule', {
    required: false,
    nullable: true,
    description:
      'A cron expression of five fields: minute, hour, day of month, month, day of week. A ping is expected after each ' +
      'time it names. A new heartbeat needs this or `expect_every`. Replaces `expect_every`.',
    example: '0 2 * * *',
  })
  schedule?: string | null;

  @ScheduleField('timezone', {
    required: false,
    nullable: true,
    description: 'The IANA time zone of `schedule`. Default with a new schedule: UTC.',
    example: 'Europe/Berlin',
  })
  timezone?: string | null;

  @DurationField('grace', {
    required: false,
    description:
      'How late a ping may be, after `expect_every` or a scheduled time, from 0s to 40d. Default for a new heartbeat: 1m.',
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

  @ManagedByField()
  managed_by?: string | null;
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

export class HeartbeatInfo extends RecordType(HEARTBEAT_FIELDS) {
  @ListField('text', {
    required: false,
    max: 3,
    description:
      'The next three scheduled times. Empty if there is no `schedule`. Absent in lists and searches.',
    example: ['2026-11-28T01:00:00.000Z'],
  })
  next_expected_at?: string[];
}

export class HeartbeatsInfo extends ListInfo {
  @ListField(HeartbeatInfo)
  results!: HeartbeatInfo[];
}
