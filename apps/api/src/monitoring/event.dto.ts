import { EVENT_TYPES, SEVERITIES } from '#monitoring';
import {
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  ListField,
  NestedField,
  ObjectField,
  ObjectOrListField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { GetInDomain, InDomain } from '../http/auth/in-domain.dto.js';
import { countByDay, ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

/** The body may be this or the data itself. One of the first two may be left out: they are in the path. */
export class CreateEventRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ max: 64, description: 'The key of the webhook, the last part but one of its URL.' })
  access_key!: string;

  @ObjectOrListField({ description: 'What the monitoring system posts.' })
  data!: unknown;
}

export class DeliveryReceipt {
  @IdField('delivery', { description: 'Ask `GET /monitoring/v1/delivery/{delivery_id}` what became of it.' })
  delivery_id!: string;

  @DateField({ description: 'When it arrived.' })
  received_at!: string;

  @EnumField(['ACCEPTED'], { name: 'ReceiptStatus' })
  status!: 'ACCEPTED';
}

export class GetEventRequest extends GetInDomain {
  @IdField('event')
  event_id!: string;
}

/** The plain fields that a list of events and the stream of them can be narrowed by. */
export class EventStreamQuery extends InDomain {
  @IdField('event', { required: false })
  event_id?: string;

  @TextField({ required: false, max: 1024, description: 'What the sender pairs firing and resolved by.' })
  event_key?: string;

  @EnumField(EVENT_TYPES, { name: 'EventType', required: false })
  event_type?: (typeof EVENT_TYPES)[number];

  @EnumField(SEVERITIES, { name: 'Severity', required: false })
  severity?: (typeof SEVERITIES)[number];

  @TextField({ required: false, max: 1024 })
  resource_id?: string;

  @TextField({ required: false, max: 1024 })
  provider?: string;

  @TextField({ required: false, max: 1024 })
  account?: string;

  @IdField('alert', { required: false })
  alert_id?: string;

  @IdField('webhook', { required: false })
  webhook_id?: string;

  @CallerIdField({ required: false })
  project_id?: string;
}

export class EventQuery extends EventStreamQuery {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class EventStatQuery extends InDomain {
  @QueryField(StatisticsQuery, { example: countByDay('created_at') })
  query!: StatisticsQuery;
}

export class EventResource {
  @TextField({ nullable: true })
  resource_id!: string | null;

  @TextField({ nullable: true })
  resource_type!: string | null;

  @TextField({ nullable: true })
  name!: string | null;
}

export class EventPluginInfo {
  @TextField({ example: 'prometheus' })
  plugin_id!: string;

  @TextField({ example: '1.0.0' })
  version!: string;
}

export class EventInfo {
  @IdField('event')
  event_id!: string;

  @TextField({ description: 'What the sender pairs firing and resolved by.' })
  event_key!: string;

  @EnumField(EVENT_TYPES, { name: 'EventType' })
  event_type!: (typeof EVENT_TYPES)[number];

  @TextField({ max: 1024 })
  title!: string;

  @TextField()
  description!: string;

  @EnumField(SEVERITIES, { name: 'Severity' })
  severity!: (typeof SEVERITIES)[number];

  @TextField({ nullable: true })
  rule!: string | null;

  @NestedField(EventResource)
  resource!: EventResource;

  @TextField({ nullable: true })
  provider!: string | null;

  @TextField({ nullable: true })
  account!: string | null;

  @TextField({ nullable: true })
  image_url!: string | null;

  @ObjectField({ description: 'The part of the payload that the event came from.' })
  raw_data!: object;

  @ObjectField()
  additional_info!: object;

  @IdField('alert', { description: 'The alert: an ALERT and its RECOVERY have the same.' })
  alert_id!: string;

  @IdField('webhook')
  webhook_id!: string;

  @CallerIdField()
  project_id!: string;

  @CallerIdField()
  domain_id!: string;

  @IdField('delivery')
  delivery_id!: string;

  @NestedField(EventPluginInfo, { description: 'The plugin version that made the event.' })
  plugin_info!: EventPluginInfo;

  @DateField({ description: 'When it arrived.' })
  created_at!: string;

  @DateField({ description: 'When it happened, as the sender says; the arrival where it does not.' })
  occurred_at!: string;

  @DateField({ description: 'When it became visible here.' })
  stored_at!: string;
}

export class EventsInfo extends ListInfo {
  @ListField(EventInfo)
  results!: EventInfo[];
}
