import { EVENT_FIELDS, EVENT_FILTER } from '#monitoring';
import {
  DateField,
  EnumField,
  IdField,
  ListField,
  ObjectOrListField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { DomainFilterType, RecordType } from '../http/body/record-types.js';
import { RequiredDomainRequest } from '../http/auth/domain-request.dto.js';
import { countByDay, ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { StreamQueryType } from './stream.dto.js';

/** The body of a delivery may be this message or the data itself. One of the first two fields may be left out. */
export class CreateEventRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ max: 64, description: 'The access key of the webhook: the part of its URL before `/events`.' })
  access_key!: string;

  @ObjectOrListField({ description: 'The payload of the monitoring system.' })
  data!: unknown;
}

export class DeliveryReceipt {
  @IdField('delivery', {
    description: 'The id of the delivery. `GET /monitoring/v1/delivery/{delivery_id}` returns its outcomes.',
  })
  delivery_id!: string;

  @DateField({ description: 'When the delivery arrived.' })
  received_at!: string;

  @EnumField(['ACCEPTED'], { name: 'ReceiptStatus' })
  status!: 'ACCEPTED';
}

export class GetEventRequest extends RequiredDomainRequest {
  @IdField('event')
  event_id!: string;

  @OnlyField()
  only?: string[];
}

export class EventStreamQuery extends StreamQueryType(EVENT_FIELDS, EVENT_FILTER) {}

export class EventQuery extends DomainFilterType(EVENT_FIELDS, EVENT_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class EventStatQuery extends RequiredDomainRequest {
  @QueryField(StatisticsQuery, { example: countByDay('created_at') })
  query!: StatisticsQuery;
}

export class EventInfo extends RecordType(EVENT_FIELDS) {}

export class EventsInfo extends ListInfo {
  @ListField(EventInfo)
  results!: EventInfo[];
}
