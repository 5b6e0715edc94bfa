import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';

/** A Slack app as the API returns it, without its secrets. */
export const SLACK_APP = {
  slack_app_id: { type: 'id', kind: 'slack_app' },
  name: { type: 'text', max: 255, example: 'Tocsin in acme' },
  has_bot_token: {
    type: 'boolean',
    description: 'Whether a bot token is stored, with which people are recognized by their e-mail address.',
  },
  requires_known_user: {
    type: 'boolean',
    description:
      'Whether only people may act whose e-mail address in Slack is that of a user of the domain. Others are recorded as ' +
      '`slack:` and their id in Slack.',
  },
  api_url: {
    type: 'text',
    nullable: true,
    description: 'The address of the Web API; null: https://slack.com/api.',
    example: 'https://slack-gov.com/api',
  },
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date' },
} as const satisfies RecordFields;

export type SlackAppInfo = InfoOf<typeof SLACK_APP>;

/** The fields by which a list of Slack apps can be filtered without a query. */
export const SLACK_APP_FILTER = ['slack_app_id', 'name'] as const;

export type SlackAppFilter = FilterOf<typeof SLACK_APP, (typeof SLACK_APP_FILTER)[number]>;

/** @throws ERROR_NOT_FOUND */
export class GetSlackApp extends GetRecord<SlackAppInfo> {}

/** Returns Slack apps, ordered by name. */
export class ListSlackApps extends ListRecords<SlackAppInfo, SlackAppFilter> {}

/** Returns statistics of Slack apps. Without a query: their number. */
export class StatSlackApps extends StatRecords {}
