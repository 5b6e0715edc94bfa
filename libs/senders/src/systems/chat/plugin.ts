import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { parseSeverity } from '../../vocabulary/severity.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { stableTitle } from '../../vocabulary/subject.js';
import { normaliseWord } from '../../vocabulary/word.js';
import { parseMessage, type ChatMessage } from './parse-message.js';
import { answer, recognisePath } from './answer.js';
import { deriveEventType } from './derive-event-type.js';

const RESOURCE_FIELD =
  /^(?:target ?)?(?:host|hostname|instance|server|node|device|resource|service ?name|service|monitor|site|pod|container|application|name|url|service ?url)$/i;
const KEY_FIELD =
  /^(?:fingerprint|dedup(?:lication)? ?key|(?:alert |incident |event |ticket |problem |issue )?id)$/i;
const SEVERITY_FIELD = /(?:severity|priority|level|urgency)$/i;
const TITLE_FIELD = /^(?:title|summary|subject|alert(?: ?name)?|problem)$/i;
const RULE_FIELD = /^(?:rule|rule ?name|alert ?name|check)$/i;

function findField({ fields }: ChatMessage, name: RegExp): readonly [string, string] | undefined {
  return fields.find(([fieldName]) => name.test(fieldName));
}

/** Returns the title. If the first line is only a `name: value` pair, a field such as `summary` is preferred. */
function buildTitle(message: ChatMessage): string | undefined {
  const { title, fields } = message;
  return title !== undefined && fields.some(([name, said]) => title.startsWith(name) && title.endsWith(said))
    ? (findField(message, TITLE_FIELD)?.[1] ?? title)
    : title;
}

/** Derives the severity from a field, or else from the first such word of the title, or else from Slack's named colours. */
function deriveSeverity(message: ChatMessage): Severity | undefined {
  const severityText = findField(message, SEVERITY_FIELD)?.[1];
  const stated =
    severityText === undefined ? undefined : parseSeverity(severityText.replaceAll(/[^\w ]/g, '').trim());
  if (stated !== undefined) return stated;
  const word = /\b(?:critical|fatal|disaster|high|major|warning|minor|error|P[1-5]|sev[0-4])\b/i.exec(
    message.title ?? '',
  )?.[0];
  if (word !== undefined) return parseSeverity(word);
  if (message.colour === 'danger') return 'ERROR';
  return message.colour === 'warning' ? 'WARNING' : undefined;
}

function parse(body: Json): PluginOutcome {
  const message = parseMessage(body);
  const { texts, link, image, sentAt } = message;
  const title = buildTitle(message);
  if (title === undefined || title === '')
    return {
      outcome: 'ERROR',
      pointer: '',
      reason:
        'expected a message for a chat: an object with `text`, `attachments`, `blocks`, `sections` or `embeds`',
    };
  const event_type = deriveEventType({ ...message, title });
  const resourceField = findField(message, RESOURCE_FIELD);
  const id = findField(message, KEY_FIELD)?.[1];
  const subject = stableTitle(title);
  const subjectAndResource =
    resourceField !== undefined && !subject.includes(resourceField[1])
      ? `${subject}/${resourceField[1]}`
      : subject;
  return {
    outcome: 'EVENT',
    event: {
      event_key: id ?? subjectAndResource,
      event_type,
      title,
      description: texts.filter((said) => said !== title).join('\n\n'),
      severity: deriveSeverity(message),
      rule: findField(message, RULE_FIELD)?.[1] ?? null,
      resource:
        resourceField === undefined
          ? {}
          : {
              resource_id: resourceField[1],
              resource_type: normaliseWord(resourceField[0]),
              name: resourceField[1],
            },
      image_url: image ?? null,
      occurred_at: sentAt ?? null,
      additional_info: {
        ...(link === undefined ? {} : { link }),
        ...(message.colour === undefined ? {} : { color: message.colour }),
        fields: Object.fromEntries(message.fields),
      },
      raw_data: body,
      pointer: '',
    },
  };
}

/** Recognises a message that consists of its text, as the incoming webhooks of most chats accept it. */
const recogniseSoleText: NonNullable<Plugin['recognises']> = ({ body }) =>
  isObject(body) && typeof body['text'] === 'string' && Object.keys(body).length === 1 ? 0.3 : 0;

/** Messages for a chat channel, from senders that can post nothing else. */
export const chat: Plugin = {
  plugin_id: 'chat',
  version: '1.1.0',
  name: 'Messages for Slack, Teams, Discord and other chats',
  provider: 'chat',
  docs: loadGuide('systems/chat'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/chat'),
  recognises: recogniseAny(
    recogniseBy('text', 'attachments[0].color'),
    recogniseBy('attachments[0].color', 'attachments[0].text'),
    recogniseBy('attachments[0].title', 'attachments[0].text'),
    recogniseBy('attachments[0].fallback', 'attachments[0].color'),
    recogniseBy('blocks[0].type', 'blocks[0].text'),
    recogniseBy('attachments[0].blocks[0].type'),
    recogniseBy(['@type', /^MessageCard$/], '@context'),
    recogniseBy(['@type', /^MessageCard$/], 'summary'),
    recogniseBy(
      ['attachments[0].contentType', /^application\/vnd\.microsoft\.card\.adaptive$/],
      'attachments[0].content.body',
    ),
    recogniseBy(['type', /^AdaptiveCard$/], 'body[0].type'),
    recogniseBy('embeds[0].title', 'embeds[0].color'),
    recogniseBy('embeds[0].description', 'embeds[0].color'),
    recogniseBy('cards[0].sections', 'cards[0].header'),
    recogniseBy('cardsV2[0].card'),
    recogniseBy(['msg_type', /^(?:text|post|interactive)$/], 'content'),
    recogniseBy(['msg_type', /^interactive$/], 'card'),
    recogniseBy([
      'msgtype',
      /^(?:text|markdown(?:_v2)?|link|actionCard|feedCard|template_card|news|m\.text|m\.notice)$/,
    ]),
    recogniseBy('chat_id', 'text'),
    recogniseBy('text', 'username'),
    recogniseBy('text', 'icon_emoji'),
    recogniseBy('text', 'icon_url'),
    recogniseBy('text', 'disable_notification'),
    recogniseBy(['payload', /^\s*\{[^]*"(?:text|attachments|blocks)"\s*:/]),
    recogniseBy('channel', 'text'),
    recogniseBy('channel', 'attachments'),
    recogniseBy('embeds[0].title'),
    recogniseBy('embeds[0].description'),
    recogniseBy('content', 'username'),
    recogniseBy('content', 'avatar_url'),
    recogniseBy('roomId', 'markdown'),
    recogniseBy('roomId', 'text'),
    recogniseSoleText,
    recognisePath,
  ),
  answer,
  parse: ({ body }) => {
    // Slack also accepts a form with the message in the field `payload`.
    const form = isObject(body) ? parseEmbeddedJson(body['payload']) : undefined;
    return [parse(isObject(form) ? form : body)];
  },
};
