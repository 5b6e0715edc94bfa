import { CallerIdField, IdField, QueryField } from '../http/body/fields.js';
import { InDomain } from '../http/auth/in-domain.dto.js';
import { Query } from '../http/query/query.dto.js';

/** Lists what came by webhooks. */
export abstract class OfWebhooksQuery extends InDomain {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('webhook', { required: false })
  webhook_id?: string;

  @CallerIdField({ required: false })
  project_id?: string;
}
