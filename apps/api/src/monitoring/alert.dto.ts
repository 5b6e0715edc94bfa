import {
  ALERT_STATES,
  RESOLVED_REASONS,
  SEVERITIES,
  type AlertState,
  type ResolvedReason,
} from '#monitoring';
import {
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { GetInDomain, InDomain } from '../http/auth/in-domain.dto.js';
import { countByDay, ListInfo, StatisticsQuery } from '../http/query/query.dto.js';
import { EventResource } from './event.dto.js';
import { OfWebhooksQuery } from './of-webhooks.dto.js';

export class GetAlertRequest extends GetInDomain {
  @IdField('alert')
  alert_id!: string;
}

export class AlertQuery extends OfWebhooksQuery {
  @IdField('alert', { required: false })
  alert_id?: string;

  @TextField({ required: false, max: 1024 })
  event_key?: string;

  @EnumField(ALERT_STATES, { name: 'AlertState', required: false })
  state?: AlertState;

  @EnumField(SEVERITIES, { name: 'Severity', required: false })
  severity?: (typeof SEVERITIES)[number];
}

export class AlertStatQuery extends InDomain {
  @QueryField(StatisticsQuery, { example: countByDay('opened_at') })
  query!: StatisticsQuery;
}

export class AlertInfo {
  @IdField('alert')
  alert_id!: string;

  @IdField('webhook')
  webhook_id!: string;

  @CallerIdField()
  project_id!: string;

  @CallerIdField()
  domain_id!: string;

  @TextField({ description: 'What the sender pairs firing and resolved by.' })
  event_key!: string;

  @EnumField(ALERT_STATES, { name: 'AlertState' })
  state!: AlertState;

  @EnumField(RESOLVED_REASONS, { name: 'ResolvedReason', nullable: true })
  resolved_reason!: ResolvedReason | null;

  @EnumField(SEVERITIES, { name: 'Severity', description: 'Of the last event that is no recovery.' })
  severity!: (typeof SEVERITIES)[number];

  @TextField({ max: 1024 })
  title!: string;

  @NestedField(EventResource)
  resource!: EventResource;

  @DateField()
  opened_at!: string;

  @DateField({ nullable: true })
  resolved_at!: string | null;

  @DateField()
  last_received_at!: string;

  @IntField()
  event_count!: number;

  @IntField({ description: 'Repeats that were counted and not stored.' })
  duplicate_count!: number;
}

export class AlertsInfo extends ListInfo {
  @ListField(AlertInfo)
  results!: AlertInfo[];
}
