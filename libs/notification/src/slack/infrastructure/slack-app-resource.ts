import {
  COUNT_ALL,
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { SLACK_APP, GetSlackApp, ListSlackApps, StatSlackApps } from '../application/read-slack-apps.js';

const SLACK_APP_RECORD = new RecordSerializer(SLACK_APP);

/** Slack apps without their secrets. */
const SLACK_APP_RELATION = `(
  select slack_app_id, name, bot_token is not null as has_bot_token, requires_known_user, api_url, domain_id, created_at, updated_at
  from slack_app)`;

/** The fields of Slack apps for the query language. */
export const SLACK_APPS: Resource = {
  name: 'SlackApp',
  relation: SLACK_APP_RELATION,
  id: 'slack_app_id',
  ...toQueryFields(SLACK_APP),
  keywords: ['slack_app_id', 'name'],
  order: [{ key: 'name' }],
  minimal: ['slack_app_id', 'name'],
};

/** The handlers of the queries of Slack apps. */
export const SLACK_APP_READS = [
  createGetHandler(GetSlackApp, SLACK_APPS, SLACK_APP_RECORD, 'slack_app', 'Slack app'),
  createListHandler(ListSlackApps, SLACK_APPS, SLACK_APP_RECORD),
  createStatHandler(StatSlackApps, SLACK_APPS, COUNT_ALL),
];
