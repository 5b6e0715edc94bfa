import { isObject } from '#shared/kernel/json.js';
import { given, takeSecret, wording, type Converted, type Place } from './receiver-part.js';
import { has, isTemplate, listAt, textAt, type Fields } from './source-file.js';

const MAX_RECIPIENTS = 50;

/** Returns the addresses of a text, or why they are none. */
export function splitRecipients(
  text: string,
): { readonly to: readonly string[] } | { readonly reason: string } {
  if (isTemplate(text)) return { reason: 'its recipients are a template' };
  const all = text.split(/[,;\n]/).map((each) => (/<([^>]+)>/.exec(each)?.[1] ?? each).trim());
  const to = [...new Set(all.filter(Boolean))];
  return to.length === 0 || to.length > MAX_RECIPIENTS
    ? { reason: `it has ${to.length} recipients, and can have 1 to ${MAX_RECIPIENTS}` }
    : { to };
}

export function convertEmail({ config }: Place): Converted {
  const to = splitRecipients(textAt(config, 'to') ?? '');
  if ('reason' in to) return to;
  return {
    protocol: 'email',
    options: to,
    changes: [
      ...wording(config, 'html', 'text', 'headers'),
      ...(given(config, 'smarthost', 'from', 'auth_username').length > 0
        ? ['mails go through the mail server of the service, from its sender']
        : []),
    ],
  };
}

export function convertPagerDuty(place: Place): Converted {
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
  url !== 'https://events.pagerduty.com/v2/enqueue' && url.endsWith('/v2/enqueue');

const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO', 'NOT_AVAILABLE', 'NONE'];

export function convertOpsgenie(place: Place): Converted {
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

export function convertTeams(place: Place, changes: readonly string[]): Converted {
  const url = takeSecret(place, 'webhook_url', 'teams');
  if (url === undefined) return { reason: 'it has no webhook_url' };
  return {
    protocol: 'teams',
    options: { url },
    changes: [...changes, ...wording(place.config, 'title', 'summary', 'text')],
  };
}

export function convertMattermost(place: Place): Converted {
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
