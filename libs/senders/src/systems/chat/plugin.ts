import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../../plugin-api/plugin.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { parseSeverity, parseSeverityWord, unknownSeverityWord } from '../../vocabulary/severity.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { stableTitleFor } from '../../vocabulary/subject.js';
import { normaliseWord } from '../../vocabulary/word.js';
import { parseMessage, type ChatMessage } from './parse-message.js';
import { answer, recognisePath } from './answer.js';
import { deriveEventType } from './derive-event-type.js';
import { fieldLabels, furtherFields, messageLinks } from './labels.js';
import { isPart } from '../../auto/find-parts.js';
import { toEnglishName } from '../../auto/translations.js';

const RESOURCE_FIELD =
  /^(?:target ?)?(?:host|hostname|instance|server|node|device|resource|service ?name|service|monitor|site|pod|container|application|name|url|service ?url)$/i;
const KEY_FIELD =
  /^(?:fingerprint|dedup(?:lication)? ?key|(?:alert |incident |event |ticket |problem |issue )?id)$/i;
const SEVERITY_FIELD = /(?:severity|priority|level|urgency)$/i;
const TITLE_FIELD = /^(?:title|summary|subject|alert(?: ?name)?|problem)$/i;
const RULE_FIELD = /^(?:rule|rule ?name|alert ?name|check)$/i;

function findField({ fields, words }: ChatMessage, name: RegExp): readonly [string, string] | undefined {
  return fields.find(
    ([fieldName]) =>
      name.test(fieldName) || (words === undefined && name.test(toEnglishName(fieldName) ?? '')),
  );
}

/** Returns the title. If the first line is only a `name: value` pair, a field such as `summary` is preferred. */
function buildTitle(message: ChatMessage): string | undefined {
  const { title, fields } = message;
  return title !== undefined && fields.some(([name, said]) => title.startsWith(name) && title.endsWith(said))
    ? (findField(message, TITLE_FIELD)?.[1] ?? title)
    : title;
}

/** Words for a severity in a title. */
const TITLE_SEVERITY =
  /\b(?:critical|fatal|disaster|emergency|urgent|severe|high|major|warning|medium|moderate|minor|error|P[1-5]|sev-?[0-4])\b/i;
const TITLE_SEVERITY_0_2 = /\b(?:critical|fatal|disaster|high|major|warning|minor|error|P[1-5]|sev[0-4])\b/i;
/** A label in brackets, in which titles in Chinese and Japanese have the severity: `【紧急】`. */
const BRACKETED_LABEL = /[[【(]([^\]】)]{1,20})[\]】)]/u;

/** Derives the severity from a field, or else from the first such word of the title, or else from Slack's named colours. */
function deriveSeverity(message: ChatMessage, words: PluginDelivery['words']): Severity | undefined {
  const { title = '', colour } = message;
  const severityText = findField(message, SEVERITY_FIELD)?.[1];
  const stated =
    severityText === undefined
      ? undefined
      : parseSeverity(
          severityText.replaceAll(words === '0.2' ? /[^\w ]/g : /[^\p{L}\p{M}\p{N} /-]/gu, '').trim(),
          words,
        );
  if (stated !== undefined) return stated;
  const word = (words === '0.2' ? TITLE_SEVERITY_0_2 : TITLE_SEVERITY).exec(title)?.[0];
  if (word !== undefined) return parseSeverityWord(word, words);
  const label = words === '0.2' ? undefined : BRACKETED_LABEL.exec(title)?.[1];
  const labelled = label === undefined ? undefined : parseSeverityWord(label.trim());
  if (labelled !== undefined) return labelled;
  if (colour === 'danger') return 'ERROR';
  return colour === 'warning' ? 'WARNING' : undefined;
}

/** Builds the key from what the message says is wrong, the rule that it names, and where. */
function buildKey(message: ChatMessage, title: string): string {
  const id = findField(message, KEY_FIELD)?.[1];
  if (id !== undefined) return id;
  const subject = stableTitleFor(message, title);
  const place = findField(message, RESOURCE_FIELD)?.[1];
  if (message.words === '0.2')
    return place === undefined || subject.includes(place) ? subject : `${subject}/${place}`;
  const details = [
    findField(message, RULE_FIELD)?.[1],
    place,
    ...message.fields.filter(isPartField).map(([, said]) => said),
  ];
  const parts = [...new Set(details)].filter((one) => one !== undefined && !title.includes(one));
  return [subject, ...parts].join('/');
}

const isPartField = ([name, said]: readonly [string, string]): boolean => isPart(normaliseWord(name), said);

/** Returns the key that version 1.0.0 gives, for a recovery of an alert that it opened. */
function buildPreviousKey(body: Json): string | undefined {
  const message = parseMessage(body, '0.2');
  const title = buildTitle(message);
  return title === undefined || title === '' ? undefined : buildKey(message, title);
}

function parse(body: Json, words: PluginDelivery['words']): PluginOutcome {
  const message = parseMessage(body, words);
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
  const event_key = buildKey(message, title);
  const previousKey = event_type === 'RECOVERY' ? buildPreviousKey(body) : undefined;
  const severity = deriveSeverity(message, words);
  const fields = words === '0.2' ? message.fields : furtherFields(message.fields, title);
  const severity_word =
    words === '0.2' ? undefined : unknownSeverityWord(findField(message, SEVERITY_FIELD)?.[1] ?? '');
  return {
    outcome: 'EVENT',
    event: {
      event_key,
      ...(previousKey !== undefined && previousKey !== event_key && { previous_event_key: previousKey }),
      event_type,
      title,
      description: texts.filter((said) => said !== title).join('\n\n'),
      severity,
      ...(severity === undefined && severity_word !== undefined && { severity_word }),
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
      labels: fieldLabels(message.fields, title),
      links: messageLinks(message),
      additional_info: {
        ...(words === '0.2' && link !== undefined && { link }),
        ...(message.colour === undefined ? {} : { color: message.colour }),
        ...((words === '0.2' || fields.length > 0) && { fields: Object.fromEntries(fields) }),
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
    recogniseBy('roomId', 'markdown'),
    recogniseBy('roomId', 'text'),
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
    recogniseSoleText,
    recognisePath,
  ),
  answer,
  parse: ({ body, words }) => {
    // Slack also accepts a form with the message in the field `payload`.
    const form = isObject(body) ? parseEmbeddedJson(body['payload']) : undefined;
    return [parse(isObject(form) ? form : body, words)];
  },
};
