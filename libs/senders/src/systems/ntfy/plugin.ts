import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../../plugin-api/plugin.js';
import { toTags } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { isRecoveryText } from '../../vocabulary/recovery-text.js';
import { stableTitle } from '../../vocabulary/subject.js';
import {
  hasNtfyHeaders,
  isPublishedJson,
  NTFY_HEADERS,
  readMessage,
  type NtfyMessage,
} from './read-message.js';

const SEVERITIES: Readonly<Record<string, Severity>> = {
  5: 'CRITICAL',
  max: 'CRITICAL',
  urgent: 'CRITICAL',
  4: 'ERROR',
  high: 'ERROR',
  3: 'WARNING',
  default: 'WARNING',
  2: 'INFO',
  low: 'INFO',
  1: 'INFO',
  min: 'INFO',
};
const PRIORITY_NUMBERS: Readonly<Record<string, number>> = {
  max: 5,
  urgent: 5,
  high: 4,
  default: 3,
  low: 2,
  min: 1,
};
const RECOVERY_TAG =
  /^(?:resolved|recovered|recovery|ok|up|cleared|closed|white_check_mark|heavy_check_mark|ballot_box_with_check|green_circle|green_heart|large_green_circle|tada|\+1|thumbsup|✅|🟢|💚|🎉)$/iu;
const FIRING_TAG =
  /^(?:firing|alerting|down|critical|warning|error|failed|rotating_light|fire|skull|x|red_circle|large_red_circle|orange_circle|no_entry|no_entry_sign|boom|sos|bangbang|exclamation|heavy_exclamation_mark|loudspeaker|🔥|🚨|❌|🔴|⚠️|💀)$/iu;

/** Tags that are a picture of the state, such as `rotating_light`, say what other fields of the event say. */
const isState = (tag: string): boolean => FIRING_TAG.test(tag) || RECOVERY_TAG.test(tag);

/** The words of the message come first: senders often use the same tags for every message of a rule. */
function deriveEventType({ title, message, tags }: NtfyMessage): EventType {
  const [line = ''] = (message ?? '').split('\n');
  if (isRecoveryText(title) || (title === undefined && isRecoveryText(line))) return 'RECOVERY';
  if (tags.some((tag) => FIRING_TAG.test(tag))) return 'ALERT';
  return tags.some((tag) => RECOVERY_TAG.test(tag)) || isRecoveryText(line) ? 'RECOVERY' : 'ALERT';
}

function parse(delivery: PluginDelivery): readonly PluginOutcome[] {
  const published = readMessage(delivery);
  const { topic, message, priority, tags, click, actions, attach, sequence } = published;
  const title = published.title ?? message?.split('\n', 1)[0];
  if (title === undefined) {
    const reason =
      'expected a message for ntfy: text with its fields in headers, or an object with `topic` and `message`';
    return [{ outcome: 'ERROR', pointer: '', reason }];
  }
  const subject = sequence ?? stableTitle(title);
  return [
    {
      outcome: 'EVENT',
      event: {
        event_key: topic === undefined ? subject : `${topic}/${subject}`,
        event_type: deriveEventType(published),
        title,
        description: message ?? title,
        severity: priority === undefined ? undefined : SEVERITIES[priority],
        image_url:
          attach !== undefined && /^https?:\/\/\S+\.(?:png|jpe?g|gif|webp)$/i.test(attach) ? attach : null,
        labels: {
          ...(topic === undefined ? {} : { topic }),
          ...toTags(tags.filter((tag) => !isState(tag))),
        },
        links: click !== undefined && /^https?:\/\/\S+$/i.test(click) ? [{ name: 'source', url: click }] : [],
        additional_info: {
          ...(priority === undefined ? {} : { priority }),
          ...(actions === undefined ? {} : { actions }),
        },
        raw_data: delivery.body,
        pointer: '',
      },
    },
  ];
}

/** Seconds that ntfy keeps a message by default. */
const KEPT_SECONDS = 12 * 3600;

/** Returns the published message, as ntfy does. */
const answer: NonNullable<Plugin['answer']> = (delivery, { delivery_id, received_at }) => {
  const { topic, title, message, priority, tags } = readMessage(delivery);
  const time = Math.floor(received_at.getTime() / 1000);
  return {
    status: 200,
    body: {
      id: delivery_id.slice(-12),
      time,
      expires: time + KEPT_SECONDS,
      event: 'message',
      topic: topic ?? '',
      ...(title === undefined ? {} : { title }),
      message: message ?? 'triggered',
      ...(priority === undefined ? {} : { priority: PRIORITY_NUMBERS[priority] ?? Number(priority) }),
      ...(tags.length === 0 ? {} : { tags: [...tags] }),
    },
  };
};

/** What is published to ntfy, from senders that can post nothing else. */
export const ntfy: Plugin = {
  plugin_id: 'ntfy',
  version: '1.0.0',
  name: 'ntfy',
  provider: 'ntfy',
  docs: loadGuide('systems/ntfy'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/ntfy'),
  headers: NTFY_HEADERS,
  recognises: (delivery) => {
    const { body } = delivery;
    if (typeof body === 'string') return hasNtfyHeaders(delivery) ? 0.6 : 0;
    if (!isPublishedJson(body) || typeof body['message'] !== 'string') return 0;
    return ['title', 'priority', 'tags', 'click', 'actions'].some((name) => body[name] !== undefined)
      ? 0.8
      : 0;
  },
  parse,
  answer,
};
