import { ALERT, ALERT_FILTER } from '#monitoring';
import { IdField, ListField, QueryField } from '../http/body/fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { GetInDomain, InDomain } from '../http/auth/in-domain.dto.js';
import { countByDay, ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

export class GetAlertRequest extends GetInDomain {
  @IdField('alert')
  alert_id!: string;
}

export class AlertQuery extends FilterType(ALERT, ALERT_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class AlertStatQuery extends InDomain {
  @QueryField(StatisticsQuery, { example: countByDay('opened_at') })
  query!: StatisticsQuery;
}

export class AlertInfo extends RecordType(ALERT) {}

export class AlertsInfo extends ListInfo {
  @ListField(AlertInfo)
  results!: AlertInfo[];
}
