import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, eitherOf } from '../../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { instant, parseInstant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined, textOf } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { STATE_MESSAGE, createMessageFormat } from './state-message.js';

const CERTIFICATE_NOTICE = /^\[(.+?)\]\[(.*?)\].*\bcertificate\b.*\bwill (?:be expired|expire)\b/i;
const DOMAIN_NOTICE = /^Domain name (\S+) will expire\b/i;
const TEST_NOTICE = /\bTesting$/;
const message = text('msg', 'heartbeat.msg', 'Body', 'body');

function isKnownMessage(inner: Json | undefined): boolean {
  return (
    typeof inner === 'string' &&
    [STATE_MESSAGE, CERTIFICATE_NOTICE, DOMAIN_NOTICE, TEST_NOTICE].some((one) => one.test(inner))
  );
}

/** Returns the message of a body without a heartbeat, such as a notice that a certificate will expire. */
function notice(alarm: Alarm): string | undefined {
  return value('heartbeat')(alarm) === undefined && value('monitor')(alarm) === undefined
    ? message(alarm)
    : undefined;
}

function matchCertificate(alarm: Alarm): RegExpExecArray | undefined {
  return CERTIFICATE_NOTICE.exec((notice(alarm) ?? '').slice(0, 500)) ?? undefined;
}

function findDomain(alarm: Alarm): string | undefined {
  return DOMAIN_NOTICE.exec(notice(alarm) ?? '')?.[1];
}

const eventTypeByHeartbeat = word<EventType | Ignored>(
  {
    0: 'ALERT',
    1: 'RECOVERY',
    2: ignored('status 2: pending, Uptime Kuma tries again before it calls it down'),
    3: ignored('status 3: maintenance'),
    down: 'ALERT',
    up: 'RECOVERY',
  },
  'heartbeat.status',
);

function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const noticeText = notice(alarm);
  if (noticeText === undefined) return eventTypeByHeartbeat(alarm);
  return TEST_NOTICE.test(noticeText) ? ignored('a test message') : 'ALERT';
}

const name = firstOf(
  text('monitor.name', 'monitor.pathName'),
  (alarm) => matchCertificate(alarm)?.[1],
  findDomain,
);
const address = firstOf(
  text('monitor.hostname'),
  link('monitor.url'),
  (alarm) => matchCertificate(alarm)?.[2] || undefined,
  name,
);
const STATE_NAMES: Vocabulary<string> = { 0: 'DOWN', 1: 'UP' };
const state = word(STATE_NAMES, 'heartbeat.status');
const zoneOffset = text('heartbeat.timezoneOffset');
const localTime = text('heartbeat.localDateTime');

/** Returns the groups that contain the monitor: its path without its own name. */
function group(alarm: Alarm): string | undefined {
  const path = value('monitor.path')(alarm);
  return Array.isArray(path)
    ? path
        .slice(0, -1)
        .map((one: Json) => textOf(one))
        .join(' / ') || undefined
    : undefined;
}

/** The format of version 1.0.0. */
export const UPTIME_KUMA: AlarmFormat = {
  alarms: eitherOf(wholeBody('heartbeat', 'monitor', 'msg'), (body) => {
    const inner = isObject(body) ? parseEmbeddedJson(body['data']) : undefined;
    return isObject(inner) ? [{ value: inner, pointer: '/data' }] : undefined;
  }),
  expects: {
    body: 'the body of an Uptime Kuma webhook: an object with `heartbeat`, `monitor` and `msg`',
    identity: '`monitor.id` or `monitor.name`',
    state: '`heartbeat.status` 0 (down) or 1 (up)',
  },
  event_key: firstOf(text('monitor.id', 'heartbeat.monitorID', 'monitor.name'), (alarm) => {
    const found = matchCertificate(alarm);
    if (found !== undefined) return `certificate/${found[1]}`;
    const domain = findDomain(alarm);
    // The numbers in any other message may differ the next time.
    return domain === undefined ? notice(alarm)?.replaceAll(/\d+/g, '#') : `domain/${domain}`;
  }),
  event_type: deriveEventType,
  title: firstOf(notice, joined(' is ', name, state), message),
  description: text('heartbeat.msg', 'msg'),
  severity: (alarm) => (notice(alarm) === undefined ? undefined : 'WARNING'),
  rule: text('monitor.type'),
  resource: resource('service', name, address),
  provider: () => 'uptime-kuma',
  occurred_at: firstOf(instant('heartbeat.time'), (alarm) => {
    const [local, zone] = [localTime(alarm), zoneOffset(alarm)];
    return local === undefined || zone === undefined ? undefined : parseInstant(`${local}${zone}`);
  }),
  labels: allLabels(tags('monitor.tags'), labelled({ group })),
  additional_info: {
    msg: text('msg'),
    ping: value('heartbeat.ping'),
    duration: value('heartbeat.duration'),
    important: value('heartbeat.important'),
    url: link('monitor.url'),
    port: value('monitor.port'),
  },
  additional_info_0_2: { hostname: text('monitor.hostname'), tags: value('monitor.tags') },
};

/** Also parses a message in `Body` only, which some users send as a custom body. */
const UPTIME_KUMA_WITH_BODY: AlarmFormat = {
  ...UPTIME_KUMA,
  alarms: eitherOf(UPTIME_KUMA.alarms, (body) =>
    isObject(body) && isKnownMessage(body['Body'] ?? body['body'])
      ? [{ value: body, pointer: '' }]
      : undefined,
  ),
  description: text('heartbeat.msg', 'msg', 'Body', 'body'),
};

/** The webhook of Uptime Kuma: JSON, or a form with JSON in the field `data`. */
export const uptimeKuma: Plugin = {
  plugin_id: 'uptime-kuma',
  version: '1.1.0',
  name: 'Uptime Kuma',
  provider: 'uptime-kuma',
  docs: loadGuide('systems/uptime-kuma'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/uptime-kuma'),
  recognises: recogniseAny(
    recogniseBy('heartbeat.status', 'monitor.name', 'msg'),
    recogniseBy('heartbeat', 'monitor', 'msg'),
    // As its provider for PagerTree posts it: without `msg`.
    recogniseBy('heartbeat.monitorID', 'heartbeat.status', 'heartbeat.time', 'monitor.name', 'monitor.id'),
    recogniseBy(['data', /^\s*\{"heartbeat":/]),
    recogniseBy(['msg', STATE_MESSAGE]),
    recogniseBy(['Body', STATE_MESSAGE]),
  ),
  parse: createMultiFormatParser(createMessageFormat(UPTIME_KUMA_WITH_BODY.alarms), UPTIME_KUMA_WITH_BODY),
};
