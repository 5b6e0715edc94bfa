import { isObject } from '#shared/kernel/json.js';
import {
  convertEmail,
  convertMattermost,
  convertOpsgenie,
  convertPagerDuty,
  convertTeams,
} from './alertmanager-pagers.js';
import type { MovedFile, Secret } from './moved-file.js';
import { given, takeSecret, wording, type Converted, type Place } from './receiver-part.js';
import type { Integration } from './routing-records.js';
import { has, isTemplate, isTrueAt, listAt, objectAt, textAt, type Fields } from './source-file.js';

interface Converter {
  /** What Alertmanager does if `send_resolved` is not given. */
  readonly sendsResolved: boolean;
  convert(place: Place): Converted;
}

const no = (reason: string): Converter => ({ sendsResolved: true, convert: () => ({ reason }) });
const WITHOUT_PROTOCOL = 'there is no protocol for it; a webhook can call it';

const CONVERTERS: Readonly<Record<string, Converter>> = {
  webhook: { sendsResolved: true, convert: convertWebhook },
  slack: { sendsResolved: false, convert: convertSlack },
  email: { sendsResolved: false, convert: convertEmail },
  pagerduty: { sendsResolved: true, convert: convertPagerDuty },
  opsgenie: { sendsResolved: true, convert: convertOpsgenie },
  msteams: {
    sendsResolved: true,
    convert: (place) =>
      convertTeams(place, ['the connector needs a workflow in its place, whose URL is the variable']),
  },
  msteamsv2: { sendsResolved: true, convert: (place) => convertTeams(place, []) },
  mattermost: { sendsResolved: true, convert: convertMattermost },
  discord: no(WITHOUT_PROTOCOL),
  telegram: no(WITHOUT_PROTOCOL),
  victorops: no(WITHOUT_PROTOCOL),
  pushover: no('there is no protocol for it; ntfy sends to phones'),
  sns: no(WITHOUT_PROTOCOL),
  wechat: no(WITHOUT_PROTOCOL),
  webex: no(WITHOUT_PROTOCOL),
  jira: no(WITHOUT_PROTOCOL),
  rocketchat: no(WITHOUT_PROTOCOL),
  incidentio: no(WITHOUT_PROTOCOL),
};

/** Returns the ways in which a receiver of Alertmanager tells people. */
export function convertReceiver(file: MovedFile, receiver: Fields, global: Fields): readonly Integration[] {
  const name = textAt(receiver, 'name') ?? '';
  return Object.keys(receiver)
    .filter((field) => field !== 'name')
    .flatMap((field) => {
      const type = field.replace(/_configs$/, '');
      return listAt(receiver, field)
        .filter(isObject)
        .map((config) => convertOne(type, { file, global, config, receiver: name }));
    });
}

function convertOne(type: string, place: Place): Integration {
  const converter = CONVERTERS[type];
  if (converter === undefined) return { type, reason: 'this release does not know it' };
  const converted = converter.convert(place);
  if ('reason' in converted) return { type, ...converted };
  const sendsResolved = isTrueAt(place.config, 'send_resolved') ?? converter.sendsResolved;
  return { type, ...converted, sendsResolved };
}

function convertWebhook(place: Place): Converted {
  const { config } = place;
  if (isTemplate(textAt(config, 'url') ?? '')) return { reason: 'its url is a template' };
  const url = takeSecret(place, 'url', 'webhook');
  if (url === undefined) return { reason: 'it has no url' };
  const http = { ...objectAt(place.global, 'http_config'), ...objectAt(config, 'http_config') };
  if (has(http, 'oauth2')) return { reason: 'it signs in by oauth2' };
  const headers = readHeaders(place, http);
  return {
    protocol: 'webhook',
    options: { url, ...(Object.keys(headers).length > 0 && { headers }) },
    changes: [
      'the body is that of Tocsin',
      ...given(http, 'tls_config', 'proxy_url').map((field) => `${field} is not taken over`),
    ],
  };
}

function readHeaders({ file, receiver }: Place, http: Fields): Readonly<Record<string, Secret>> {
  const basic = objectAt(http, 'basic_auth');
  const authorization = objectAt(http, 'authorization');
  const [credentials, scheme] = has(http, 'bearer_token')
    ? [http['bearer_token'], 'Bearer']
    : [authorization['credentials'], textAt(authorization, 'type') ?? 'Bearer'];
  const name = [receiver, 'webhook', 'authorization'];
  const of = (what: string) => `the header Authorization of the receiver ${receiver}: ${what}`;
  const authorizations = [
    ...(has(http, 'basic_auth')
      ? [file.secret(JSON.stringify(basic), of('Basic and username:password in Base64'), name)]
      : []),
    ...(has({ credentials }, 'credentials')
      ? [file.secret(`${scheme} ${String(credentials)}`, of(`${scheme} and the credentials`), name)]
      : []),
    ...given(authorization, 'credentials_file').map(() =>
      file.secret(undefined, of(`${scheme} and the content of credentials_file`), name),
    ),
  ];
  const others = Object.entries(objectAt(http, 'http_headers')).map(([header, value]) => [
    header,
    file.secret(JSON.stringify(value), `the header ${header} of the receiver ${receiver}`, [
      receiver,
      'webhook',
      header,
    ]),
  ]);
  return {
    ...(authorizations[0] && { Authorization: authorizations[0] }),
    ...(Object.fromEntries(others) as Readonly<Record<string, Secret>>),
  };
}

function convertSlack(place: Place): Converted {
  const { config, global } = place;
  const changes = wording(
    config,
    ...[
      'title',
      'title_link',
      'pretext',
      'text',
      'fallback',
      'fields',
      'footer',
      'color',
      'username',
      'icon_emoji',
      'icon_url',
    ],
    ...['image_url', 'thumb_url', 'actions', 'message_text', 'blocks'],
  );
  const channel = textAt(config, 'channel')?.replace(/^#/, '');
  const http = { ...objectAt(global, 'http_config'), ...objectAt(config, 'http_config') };
  const bearer = objectAt(http, 'authorization')['credentials'] ?? http['bearer_token'];
  const app = takeSecret(place, 'app_token', 'slack', 'slack_app_token');
  const address = textAt(config, 'api_url') ?? textAt(global, 'slack_api_url') ?? '';
  const isApi = address.endsWith('/api/chat.postMessage');
  if (app !== undefined || (isApi && bearer !== undefined)) {
    if (channel === undefined || isTemplate(channel)) return { reason: 'its channel is a template' };
    const token =
      app ??
      place.file.secret(bearer, `the bot token of the receiver ${place.receiver}`, [
        place.receiver,
        'slack_token',
      ]);
    return { protocol: 'slack', options: { token, channel }, changes };
  }
  const webhook_url = takeSecret(place, 'api_url', 'slack', 'slack_api_url');
  if (webhook_url === undefined) return { reason: 'it has no api_url' };
  return {
    protocol: 'slack',
    options: { webhook_url },
    changes: [
      ...(channel === undefined
        ? []
        : [`channel ${channel}: messages go to the channel of the incoming webhook`]),
      ...changes,
    ],
  };
}
