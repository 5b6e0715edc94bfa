import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { severityOf } from '../../vocabulary/severity.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { subjectOf } from '../../vocabulary/subject.js';
import { normalised } from '../../vocabulary/word.js';
import { readMessage, type ChatMessage } from './read-message.js';
import { toldState } from './told-state.js';

const RESOURCE =
  /^(?:target ?)?(?:host|hostname|instance|server|node|device|resource|service ?name|service|monitor|site|pod|container|application|name|url|service ?url)$/i;
const KEY =
  /^(?:fingerprint|dedup(?:lication)? ?key|(?:alert |incident |event |ticket |problem |issue )?id)$/i;
const SEVERITY = /(?:severity|priority|level|urgency)$/i;
const TITLE = /^(?:title|summary|subject|alert(?: ?name)?|problem)$/i;
const RULE = /^(?:rule|rule ?name|alert ?name|check)$/i;

function field({ fields }: ChatMessage, name: RegExp): readonly [string, string] | undefined {
  return fields.find(([own]) => name.test(own));
}

/** Returns the title. If the first line is only a `name: value` pair, a field such as `summary` is preferred. */
function titleOf(message: ChatMessage): string | undefined {
  const { title, fields } = message;
  return title !== undefined && fields.some(([name, said]) => title.startsWith(name) && title.endsWith(said))
    ? (field(message, TITLE)?.[1] ?? title)
    : title;
}

/** Derives the severity from a field, or else from the first such word of the title, or else from Slack's named colours. */
function severityIn(message: ChatMessage): Severity | undefined {
  const said = field(message, SEVERITY)?.[1];
  const stated = said === undefined ? undefined : severityOf(said.replaceAll(/[^\w ]/g, '').trim());
  if (stated !== undefined) return stated;
  const word = /\b(?:critical|fatal|disaster|high|major|warning|minor|error|P[1-5]|sev[0-4])\b/i.exec(
    message.title ?? '',
  )?.[0];
  if (word !== undefined) return severityOf(word);
  if (message.colour === 'danger') return 'ERROR';
  return message.colour === 'warning' ? 'WARNING' : undefined;
}

function parse(body: Json): PluginOutcome {
  const message = readMessage(body);
  const { texts, link, image, at } = message;
  const title = titleOf(message);
  if (title === undefined || title === '')
    return {
      outcome: 'ERROR',
      pointer: '',
      reason:
        'expected a message for a chat: an object with `text`, `attachments`, `blocks`, `sections` or `embeds`',
    };
  const event_type = toldState({ ...message, title });
  const thing = field(message, RESOURCE);
  const id = field(message, KEY)?.[1];
  const subject = subjectOf(title);
  const named = thing !== undefined && !subject.includes(thing[1]) ? `${subject}/${thing[1]}` : subject;
  return {
    outcome: 'EVENT',
    event: {
      event_key: id ?? named,
      event_type,
      title,
      description: texts.filter((said) => said !== title).join('\n\n'),
      severity: severityIn(message),
      rule: field(message, RULE)?.[1] ?? null,
      resource:
        thing === undefined
          ? {}
          : { resource_id: thing[1], resource_type: normalised(thing[0]), name: thing[1] },
      image_url: image ?? null,
      occurred_at: at ?? null,
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

/** Messages for a chat channel, from senders that can post nothing else. */
export const chat: Plugin = {
  plugin_id: 'chat',
  version: '1.0.0',
  name: 'Messages for Slack, Teams, Discord and other chats',
  provider: 'chat',
  docs: guideOf('systems/chat'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/chat'),
  recognises: anyShape(
    shaped('text', 'attachments[0].color'),
    shaped('attachments[0].color', 'attachments[0].text'),
    shaped('attachments[0].title', 'attachments[0].text'),
    shaped('attachments[0].fallback', 'attachments[0].color'),
    shaped('blocks[0].type', 'blocks[0].text'),
    shaped('attachments[0].blocks[0].type'),
    shaped(['@type', /^MessageCard$/], '@context'),
    shaped(['@type', /^MessageCard$/], 'summary'),
    shaped(
      ['attachments[0].contentType', /^application\/vnd\.microsoft\.card\.adaptive$/],
      'attachments[0].content.body',
    ),
    shaped(['type', /^AdaptiveCard$/], 'body[0].type'),
    shaped('embeds[0].title', 'embeds[0].color'),
    shaped('embeds[0].description', 'embeds[0].color'),
    shaped('cards[0].sections', 'cards[0].header'),
    shaped('cardsV2[0].card'),
    shaped(['msg_type', /^(?:text|post|interactive)$/], 'content'),
    shaped(['msg_type', /^interactive$/], 'card'),
    shaped(['msgtype', /^(?:text|markdown|link|actionCard)$/]),
    shaped('chat_id', 'text'),
    shaped('text', 'username'),
    shaped('text', 'icon_emoji'),
    shaped('text', 'icon_url'),
    shaped('text', 'disable_notification'),
    shaped(['payload', /^\s*\{[^]*"(?:text|attachments|blocks)"\s*:/]),
  ),
  parse: ({ body }) => {
    // Slack also accepts a form with the message in the field `payload`.
    const form = isObject(body) ? embeddedOf(body['payload']) : undefined;
    return [parse(isObject(form) ? form : body)];
  },
};
