import { isObject } from '#shared/kernel/json.js';
import type { MovedFile, Secret } from './moved-file.js';
import type { Integration, Way } from './routing-records.js';
import { has, isTemplate, isTrueAt, listAt, objectAt, textAt, type Fields } from './source-file.js';

type Converted = Omit<Way, 'type' | 'sendsResolved'> | { readonly reason: string };

/** Where secrets are put, and what they are named after. */
interface Place {
  readonly file: MovedFile;
  readonly global: Fields;
  readonly config: Fields;
  readonly receiver: string;
}

interface Converter {
  /** What Alertmanager does if `send_resolved` is not given. */
  readonly sendsResolved: boolean;
  convert(place: Place): Converted;
}

const WORDING = 'texts are those of Tocsin, which a template can reword';
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

/** Returns a secret of the configuration, or of the global one. A file stays a file. */
export function takeSecret(
  { file, global, config, receiver }: Place,
  field: string,
  type: string,
  globalField?: string,
): Secret | string | undefined {
  if (has(config, field))
    return file.secret(config[field], `${field} of the receiver ${receiver}`, [receiver, type, field]);
  const path = textAt(config, `${field}_file`);
  if (path !== undefined) return file.fileSecret(path);
  if (globalField === undefined) return undefined;
  if (has(global, globalField))
    return file.secret(global[globalField], `global.${globalField}`, [globalField]);
  const globalPath = textAt(global, `${globalField}_file`);
  return globalPath === undefined ? undefined : file.fileSecret(globalPath);
}

/** Returns which of the fields have a text. */
const given = (config: Fields, ...fields: readonly string[]): readonly string[] =>
  fields.filter((field) => has(config, field));
const wording = (config: Fields, ...fields: readonly string[]): readonly string[] =>
  given(config, ...fields).length > 0 ? [`${given(config, ...fields).join(', ')}: ${WORDING}`] : [];

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
  const isApi = /\/api\/chat\.postMessage$/.test(
    textAt(config, 'api_url') ?? textAt(global, 'slack_api_url') ?? '',
  );
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

const MAX_RECIPIENTS = 50;

function convertEmail({ config }: Place): Converted {
  const given_to = textAt(config, 'to') ?? '';
  if (isTemplate(given_to)) return { reason: 'its recipients are a template' };
  const to = given_to.split(',').map((each) => (/<([^>]+)>/.exec(each)?.[1] ?? each).trim());
  const addresses = [...new Set(to.filter(Boolean))];
  if (addresses.length === 0 || addresses.length > MAX_RECIPIENTS)
    return { reason: `it has ${addresses.length} recipients, and can have 1 to ${MAX_RECIPIENTS}` };
  return {
    protocol: 'email',
    options: { to: addresses },
    changes: [
      ...wording(config, 'html', 'text', 'headers'),
      ...(given(config, 'smarthost', 'from', 'auth_username').length > 0
        ? ['mails go through the mail server of the service, from its sender']
        : []),
    ],
  };
}

function convertPagerDuty(place: Place): Converted {
  const { config, global } = place;
  const routing_key =
    takeSecret(place, 'routing_key', 'pagerduty') ?? takeSecret(place, 'service_key', 'pagerduty');
  if (routing_key === undefined) return { reason: 'it has neither routing_key nor service_key' };
  const url = textAt(config, 'url') ?? textAt(global, 'pagerduty_url');
  return {
    protocol: 'pagerduty',
    options: { routing_key, ...(url !== undefined && isOtherEvents(url) && { url }) },
    changes: [
      ...(has(config, 'service_key') || has(config, 'service_key_file')
        ? [
            'service_key belongs to Events API v1: the variable needs the key of an integration of Events API v2',
          ]
        : []),
      ...wording(
        config,
        ...[
          'description',
          'details',
          'severity',
          'class',
          'component',
          'group',
          'client',
          'client_url',
          'images',
          'links',
          'source',
        ],
      ),
    ],
  };
}

const isOtherEvents = (url: string): boolean =>
  url !== 'https://events.pagerduty.com/v2/enqueue' && /\/v2\/enqueue$/.test(url);

const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'];

function convertOpsgenie(place: Place): Converted {
  const { config, global } = place;
  const api_key = takeSecret(place, 'api_key', 'opsgenie', 'opsgenie_api_key');
  if (api_key === undefined) return { reason: 'it has no api_key' };
  const api_url = (textAt(config, 'api_url') ?? textAt(global, 'opsgenie_api_url'))?.replace(
    /\/+(?:v2\/alerts\/?)?$/,
    '',
  );
  const priority = textAt(config, 'priority');
  const tags = textAt(config, 'tags');
  const responders = listAt(config, 'responders').filter(isObject).map(toResponder);
  const kept = responders.filter((each) => each !== undefined);
  return {
    protocol: 'opsgenie',
    options: {
      api_key,
      ...(api_url !== undefined && api_url !== 'https://api.opsgenie.com' && { api_url }),
      ...(kept.length > 0 && { responders: kept }),
      ...(tags !== undefined && !isTemplate(tags) && { tags: splitWords(tags) }),
      ...(priority !== undefined &&
        /^P[1-5]$/.test(priority) && {
          priorities: Object.fromEntries(SEVERITIES.map((severity) => [severity, priority])),
        }),
    },
    changes: [
      ...(kept.length < responders.length ? ['responders that are templates are left out'] : []),
      ...(priority !== undefined && !/^P[1-5]$/.test(priority) ? ['priority is that of the severity'] : []),
      ...(tags !== undefined && isTemplate(tags) ? ['tags that are a template are left out'] : []),
      ...wording(config, 'message', 'description', 'details', 'source', 'note', 'entity', 'actions'),
    ],
  };
}

export const splitWords = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

function toResponder(responder: Fields): string | undefined {
  const { type, name, id, username } = responder;
  const who = [name, username, id].find((each) => typeof each === 'string' && each !== '');
  const isFit =
    /^(?:team|user|schedule|escalation)$/.test(String(type)) && typeof who === 'string' && !isTemplate(who);
  return isFit ? `${String(type)}:${who}` : undefined;
}

function convertTeams(place: Place, changes: readonly string[]): Converted {
  const url = takeSecret(place, 'webhook_url', 'teams');
  if (url === undefined) return { reason: 'it has no webhook_url' };
  return {
    protocol: 'teams',
    options: { url },
    changes: [...changes, ...wording(place.config, 'title', 'summary', 'text')],
  };
}

function convertMattermost(place: Place): Converted {
  const { config } = place;
  const url = takeSecret(place, 'webhook_url', 'mattermost', 'mattermost_webhook_url');
  if (url === undefined) return { reason: 'it has no webhook_url' };
  const options = ['channel', 'username', 'icon_url'].flatMap((field) => {
    const value = textAt(config, field);
    return value === undefined || isTemplate(value) ? [] : [[field, value]];
  });
  return {
    protocol: 'mattermost',
    options: { url, ...(Object.fromEntries(options) as Fields) },
    changes: wording(
      config,
      'text',
      'fallback',
      'color',
      'pretext',
      'title',
      'fields',
      'attachments',
      'props',
    ),
  };
}
