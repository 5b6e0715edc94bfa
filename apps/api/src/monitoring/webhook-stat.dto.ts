import { CallerIdField, QueryField } from '../http/fields.js';
import { StatisticsQuery } from '../http/query.dto.js';

export class WebhookStatQuery {
  @QueryField(StatisticsQuery, { required: false, description: 'Left out: the webhooks of each state.' })
  query?: StatisticsQuery;

  @CallerIdField({ required: false, example: 'demo' })
  domain_id?: string;
}
