import { ALERT_FIELDS, ALERT_FILTER } from '#monitoring';
import {
  BooleanField,
  IdField,
  IntField,
  ListField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { DurationField } from '../http/body/heartbeat-fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { GetRecordRequest, DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  ALL_RECORDS,
  countByDay,
  ListInfo,
  MatchQuery,
  Query,
  StatisticsQuery,
} from '../http/query/query.dto.js';

export class GetAlertRequest extends GetRecordRequest {
  @IdField('alert')
  alert_id!: string;
}

const COMMENT = { required: false, max: 1024, description: 'A comment for everybody who reads the alert.' };
const UNTIL = {
  required: false,
  description:
    'When the acknowledgement ends: a time, or a relative time. Must be in the future. Default: when the alert is ' +
    'resolved.',
};

export class AcknowledgeAlertRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;

  @TextField(COMMENT)
  comment?: string;

  @MomentField(UNTIL)
  until?: string;

  @OnlyField()
  only?: string[];
}

export class UnacknowledgeAlertRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;

  @OnlyField()
  only?: string[];
}

export class AcknowledgeAlertsRequest extends DomainRequest {
  @QueryField(MatchQuery, {
    description: 'Selects the open alerts to acknowledge. Without a condition, `all` is required.',
    example: { filter: [{ k: 'severity', v: 'WARNING', o: 'eq' }] },
  })
  query!: MatchQuery;

  @BooleanField(ALL_RECORDS)
  all?: boolean;

  @TextField(COMMENT)
  comment?: string;

  @MomentField(UNTIL)
  until?: string;
}

export class AcknowledgedAlertsInfo {
  @IntField({
    description: 'The number of open alerts that `query` found. All of them are acknowledged now.',
  })
  acknowledged_count!: number;
}

const QUIET_FOR = {
  required: false,
  description:
    'How long repeats of the alert are counted on it and open no other alert: a duration from 0s to 24h. Default: 1h.',
  example: '1h',
};

export class ResolveAlertRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;

  @TextField(COMMENT)
  comment?: string;

  @DurationField('quiet_for', QUIET_FOR)
  quiet_for?: string;

  @OnlyField()
  only?: string[];
}

export class ResolveAlertsRequest extends DomainRequest {
  @QueryField(MatchQuery, {
    description: 'Selects the open alerts to resolve. Without a condition, `all` is required.',
    example: { filter: [{ k: 'severity', v: 'WARNING', o: 'eq' }] },
  })
  query!: MatchQuery;

  @BooleanField(ALL_RECORDS)
  all?: boolean;

  @TextField(COMMENT)
  comment?: string;

  @DurationField('quiet_for', QUIET_FOR)
  quiet_for?: string;
}

export class ResolvedAlertsInfo {
  @IntField({
    description: 'The number of open alerts that `query` found. All of them are resolved now.',
  })
  resolved_count!: number;
}

export class AlertQuery extends FilterType(ALERT_FIELDS, ALERT_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class AlertStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, { example: countByDay('opened_at') })
  query!: StatisticsQuery;
}

export class AlertInfo extends RecordType(ALERT_FIELDS) {}

export class AlertsInfo extends ListInfo {
  @ListField(AlertInfo)
  results!: AlertInfo[];
}
