import { QUARANTINE_STATUSES, type QuarantineStatus } from '#monitoring';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  ListField,
  ObjectField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { GetInDomain, InDomain } from '../http/auth/in-domain.dto.js';
import { countByDay, ListInfo, StatisticsQuery } from '../http/query/query.dto.js';
import { DeliveryOutcome } from './delivery.dto.js';
import { OfWebhooksQuery } from './of-webhooks.dto.js';

export class GetQuarantinedRequest extends GetInDomain {
  @IdField('delivery')
  delivery_id!: string;
}

export class QuarantineQuery extends OfWebhooksQuery {
  @IdField('delivery', { required: false })
  delivery_id?: string;

  @EnumField(QUARANTINE_STATUSES, { name: 'QuarantineStatus', required: false })
  status?: QuarantineStatus;
}

export class QuarantineStatQuery extends InDomain {
  @QueryField(StatisticsQuery, { example: countByDay('received_at') })
  query!: StatisticsQuery;
}

export class QuarantineInfo {
  @IdField('delivery')
  delivery_id!: string;

  @IdField('webhook')
  webhook_id!: string;

  @CallerIdField()
  project_id!: string;

  @CallerIdField()
  domain_id!: string;

  @EnumField(QUARANTINE_STATUSES, {
    name: 'QuarantineStatus',
    description:
      'QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON ' +
      'nor a form; it cannot be replayed.',
  })
  status!: QuarantineStatus;

  @TextField({ description: 'What is wrong with it: the first of it.', example: 'alerts: is missing' })
  reason!: string;

  @DateField()
  received_at!: string;
}

export class QuarantinedDeliveryInfo extends QuarantineInfo {
  @ListField(DeliveryOutcome, { description: 'Empty where the body could not be read.' })
  outcomes!: DeliveryOutcome[];

  @TextField({ example: 'application/json' })
  content_type!: string;

  @ObjectField({ description: 'Those that are kept; never any with a secret.' })
  headers!: Record<string, string>;

  @ObjectField({ description: 'The parameters of the address.' })
  query!: Record<string, string>;

  @TextField({ description: 'What followed `/events` in the path.' })
  path_suffix!: string;

  @TextField({ description: 'What was posted.', example: '{"status":"firing"}' })
  body!: string;

  @EnumField(['utf-8', 'base64'], { description: 'How `body` holds the bytes.' })
  body_encoding!: 'utf-8' | 'base64';

  @BooleanField({ description: 'Of an UNREADABLE body only the first 64 KiB are kept.' })
  body_truncated!: boolean;
}

export class QuarantinesInfo extends ListInfo {
  @ListField(QuarantineInfo)
  results!: QuarantineInfo[];
}
