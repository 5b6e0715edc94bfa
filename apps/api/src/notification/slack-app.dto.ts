import { SLACK_APP, SLACK_APP_FILTER } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  IdField,
  ListField,
  NameField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

const NAME = { description: 'Unique in the domain.', example: 'Tocsin in acme' };
const SIGNING_SECRET = {
  max: 512,
  description:
    'The _Signing Secret_ under _Basic Information_ of the app, which proves that a press comes from Slack. It is stored ' +
    'encrypted and never returned.',
  example: '8f742231b10e8888abcd99yyyzzz85a5',
};
const BOT_TOKEN = {
  max: 512,
  description:
    'The _Bot User OAuth Token_ of the app, with the scopes `users:read` and `users:read.email`. With it, people are ' +
    'recorded as the user of the domain with their e-mail address. It is stored encrypted and never returned. Default: none.',
  example: 'xoxb-1234',
};
const API_URL = {
  max: 2048,
  description:
    'The address of the Web API, such as https://slack-gov.com/api. Default: https://slack.com/api.',
  example: 'https://slack-gov.com/api',
};
const REQUIRES_KNOWN_USER = {
  description:
    'Whether only people may act whose e-mail address in Slack is that of a user of the domain, with the role MEMBER or ADMIN. ' +
    'Needs a `bot_token`. Default: false, so that all who can press may act.',
  example: false,
};

export class CreateSlackAppRequest extends DomainRequest {
  @NameField(NAME)
  name!: string;

  @TextField(SIGNING_SECRET)
  signing_secret!: string;

  @TextField({ required: false, ...BOT_TOKEN })
  bot_token?: string;

  @TextField({ required: false, ...API_URL })
  api_url?: string;

  @BooleanField({ required: false, ...REQUIRES_KNOWN_USER })
  requires_known_user?: boolean;
}

export class SlackAppRequest extends DomainRequest {
  @IdField('slack_app')
  slack_app_id!: string;
}

export class GetSlackAppRequest extends SlackAppRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateSlackAppRequest extends SlackAppRequest {
  @NameField({ required: false, ...NAME })
  name?: string;

  @TextField({ required: false, ...SIGNING_SECRET })
  signing_secret?: string;

  @TextField({
    required: false,
    nullable: true,
    ...BOT_TOKEN,
    description: `${BOT_TOKEN.description} null removes it.`,
  })
  bot_token?: string | null;

  @TextField({ required: false, nullable: true, ...API_URL })
  api_url?: string | null;

  @BooleanField({ required: false, ...REQUIRES_KNOWN_USER })
  requires_known_user?: boolean;
}

export class SlackAppQuery extends FilterType(SLACK_APP, SLACK_APP_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class SlackAppStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, { required: false, description: 'Default: the number of Slack apps.' })
  query?: StatisticsQuery;
}

export class SlackAppInfo extends RecordType(SLACK_APP) {}

export class CreatedSlackAppInfo extends SlackAppInfo {
  @TextField({
    description:
      'The _Request URL_ to enter under _Interactivity & Shortcuts_ of the app. It is not shown again.',
    example: 'https://tocsin.example.com/notification/v1/slack/0123456789ABCDEFGHIJKLMNOPQRSTUV/actions',
  })
  request_url!: string;
}

export class SlackAppsInfo extends ListInfo {
  @ListField(SlackAppInfo)
  results!: SlackAppInfo[];
}
