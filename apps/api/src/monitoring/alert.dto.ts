import { ALERT_FIELDS, ALERT_FILTER, MAX_ASSIGNEE_LENGTH } from '#monitoring';
import {
  BooleanField,
  IdField,
  IntField,
  ListField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
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

export class AssignAlertRequest extends DomainRequest {
  @IdField('alert')
  alert_id!: string;

  @TextField({
    nullable: true,
    max: MAX_ASSIGNEE_LENGTH,
    description: 'A user id or an e-mail address. `null`: nobody.',
    example: 'jane@example.com',
  })
  assignee!: string | null;

  @BooleanField({
    required: false,
    description:
      'Whether the alert is acknowledged as well, unless it is already. Default: whether you assign it to yourself.',
    example: undefined,
  })
  acknowledge?: boolean;

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
