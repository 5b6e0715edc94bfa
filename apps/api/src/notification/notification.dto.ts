import { NOTIFICATION, NOTIFICATION_FILTER } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  DateField,
  IdField,
  IntField,
  ListField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

export class NotificationRequest extends DomainRequest {
  @IdField('notification')
  notification_id!: string;
}

export class GetNotificationRequest extends NotificationRequest {
  @OnlyField()
  only?: string[];
}

export class NotificationQuery extends FilterType(NOTIFICATION, NOTIFICATION_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class NotificationStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of notifications in each state.',
  })
  query?: StatisticsQuery;
}

export class NotificationInfo extends RecordType(NOTIFICATION) {}

export class AttemptInfo {
  @DateField()
  at!: string;

  @IntField({
    nullable: true,
    description: 'The status of the response; null without a response.',
    example: 503,
  })
  status!: number | null;

  @IntField({ nullable: true, example: 42 })
  latency_ms!: number | null;

  @TextField({ nullable: true, description: 'Why the attempt failed; null if it succeeded.' })
  error!: string | null;

  @TextField({ nullable: true, description: 'The beginning of the response.' })
  answer!: string | null;
}

export class NotificationDetails extends NotificationInfo {
  @ListField(AttemptInfo, { description: 'The last 50 attempts, oldest first.' })
  attempts!: AttemptInfo[];
}

export class NotificationsInfo extends ListInfo {
  @ListField(NotificationInfo)
  results!: NotificationInfo[];
}
