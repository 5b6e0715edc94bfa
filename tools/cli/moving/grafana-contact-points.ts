import { isObject } from '#shared/kernel/json.js';
import { splitRecipients } from './alertmanager-pagers.js';
import type { MovedFile, Secret } from './moved-file.js';
import { given, wording, type Converted } from './receiver-part.js';
import type { Integration } from './routing-records.js';
import { has, isTemplate, isTrueAt, objectAt, textAt, type Fields } from './source-file.js';

/** The settings of one way in which a contact point tells people. */
interface Contact {
  readonly settings: Fields;
  /** Keeps a setting out of the file. */
  secret(setting: string, what?: string): Secret | undefined;
}

const CONVERTERS: Readonly<Record<string, (contact: Contact) => Converted>> = {
  email: convertEmail,
  slack: convertSlack,
  webhook: convertWebhook,
  pagerduty: convertPagerDuty,
  opsgenie: convertOpsgenie,
  teams: convertTeams,
};

/** Returns the ways in which the receivers of a contact point of Grafana tell people. */
export function convertContactPoint(
  file: MovedFile,
  name: string,
  receivers: readonly unknown[],
): readonly Integration[] {
  return receivers.filter(isObject).map((receiver): Integration => {
    const type = textAt(receiver, 'type') ?? 'unknown';
    const settings = objectAt(receiver, 'settings');
    const converter = CONVERTERS[type];
    if (converter === undefined)
      return { type, reason: 'there is no protocol for it; a webhook can call it' };
    const converted = converter({
      settings,
      secret: (setting, what = setting) =>
        has(settings, setting)
          ? file.secret(settings[setting], `${what} of the contact point ${name}`, [name, type, setting])
          : undefined,
    });
    if ('reason' in converted) return { type, ...converted };
    return { type, ...converted, sendsResolved: !(isTrueAt(receiver, 'disableResolveMessage') ?? false) };
  });
}

function convertEmail({ settings }: Contact): Converted {
  const to = splitRecipients(textAt(settings, 'addresses') ?? '');
  if ('reason' in to) return to;
  return { protocol: 'email', options: to, changes: wording(settings, 'subject', 'message') };
}

function convertSlack({ settings, secret }: Contact): Converted {
  const channel = textAt(settings, 'recipient')?.replace(/^#/, '');
  const texts = wording(settings, 'title', 'text', 'username', 'icon_emoji', 'icon_url', 'color');
  const mentions = given(settings, 'mentionUsers', 'mentionGroups', 'mentionChannel').map(
    (field) => `${field} is not taken over`,
  );
  const token = secret('token');
  if (token !== undefined) {
    if (channel === undefined || isTemplate(channel)) return { reason: 'its recipient is a template' };
    return { protocol: 'slack', options: { token, channel }, changes: [...mentions, ...texts] };
  }
  const webhook_url = secret('url');
  if (webhook_url === undefined) return { reason: 'it has neither token nor url' };
  return { protocol: 'slack', options: { webhook_url }, changes: [...mentions, ...texts] };
}

function convertWebhook({ settings, secret }: Contact): Converted {
  if (isTemplate(textAt(settings, 'url') ?? '')) return { reason: 'its url is a template' };
  const url = secret('url');
  if (url === undefined) return { reason: 'it has no url' };
  const scheme = textAt(settings, 'authorization_scheme') ?? 'Bearer';
  const authorization =
    secret('authorization_credentials', `the header Authorization (${scheme} and the credentials)`) ??
    secret('password', 'the header Authorization (Basic and username:password in Base64)');
  return {
    protocol: 'webhook',
    options: { url, ...(authorization && { headers: { Authorization: authorization } }) },
    changes: [
      'the body is that of Tocsin',
      ...given(settings, 'httpMethod', 'payload', 'tlsConfig', 'headers', 'hmacConfig', 'http_config').map(
        (field) => `${field} is not taken over`,
      ),
    ],
  };
}

function convertPagerDuty({ settings, secret }: Contact): Converted {
  const routing_key = secret('integrationKey');
  if (routing_key === undefined) return { reason: 'it has no integrationKey' };
  return {
    protocol: 'pagerduty',
    options: { routing_key },
    changes: wording(
      settings,
      'severity',
      'class',
      'component',
      'group',
      'summary',
      'source',
      'client',
      'details',
    ),
  };
}

function convertOpsgenie({ settings, secret }: Contact): Converted {
  const api_key = secret('apiKey');
  if (api_key === undefined) return { reason: 'it has no apiKey' };
  const api_url = textAt(settings, 'apiUrl')?.replace(/\/+(?:v2\/alerts\/?)?$/, '');
  return {
    protocol: 'opsgenie',
    options: { api_key, ...(api_url !== undefined && api_url !== 'https://api.opsgenie.com' && { api_url }) },
    changes: [
      ...given(settings, 'responders').map(() => 'responders are not taken over'),
      ...wording(settings, 'message', 'description'),
    ],
  };
}

function convertTeams({ settings, secret }: Contact): Converted {
  const url = secret('url');
  if (url === undefined) return { reason: 'it has no url' };
  return {
    protocol: 'teams',
    options: { url },
    changes: wording(settings, 'title', 'sectiontitle', 'message'),
  };
}
