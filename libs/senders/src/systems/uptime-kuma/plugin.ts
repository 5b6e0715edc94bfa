import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, eitherOf } from '../../vocabulary/alarms.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { instant, instantOf } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { STATED, stated } from './stated-message.js';

const CERTIFICATE = /^\[(.+?)\]\[(.*?)\].*\bcertificate\b.*\bwill (?:be expired|expire)\b/i;
const DOMAIN = /^Domain name (\S+) will expire\b/i;
const TEST = /\bTesting$/;
const message = text('msg', 'heartbeat.msg', 'Body', 'body');

function isMessage(held: Json | undefined): boolean {
  return typeof held === 'string' && [STATED, CERTIFICATE, DOMAIN, TEST].some((one) => one.test(held));
}

/** Returns the message of a body without a heartbeat, such as a notice that a certificate will expire. */
function notice(alarm: Alarm): string | undefined {
  return value('heartbeat')(alarm) === undefined && value('monitor')(alarm) === undefined
    ? message(alarm)
    : undefined;
}

function certificateOf(alarm: Alarm): RegExpExecArray | undefined {
  return CERTIFICATE.exec((notice(alarm) ?? '').slice(0, 500)) ?? undefined;
}

function domainIn(alarm: Alarm): string | undefined {
  return DOMAIN.exec(notice(alarm) ?? '')?.[1];
}

const byHeartbeat = word<EventType | Ignored>(
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

function eventType(alarm: Alarm): EventType | Ignored | undefined {
  const said = notice(alarm);
  if (said === undefined) return byHeartbeat(alarm);
  return TEST.test(said) ? ignored('a test message') : 'ALERT';
}

const name = firstOf(
  text('monitor.name', 'monitor.pathName'),
  (alarm) => certificateOf(alarm)?.[1],
  domainIn,
);
const address = firstOf(
  text('monitor.hostname'),
  link('monitor.url'),
  (alarm) => certificateOf(alarm)?.[2] || undefined,
  name,
);
const STATES: Vocabulary<string> = { 0: 'DOWN', 1: 'UP' };
const state = word(STATES, 'heartbeat.status');
const offset = text('heartbeat.timezoneOffset');
const localTime = text('heartbeat.localDateTime');

/** The format of version 1.0.0. */
export const UPTIME_KUMA: Sender = {
  alarms: eitherOf(wholeBody('heartbeat', 'monitor', 'msg'), (body) => {
    const held = isObject(body) ? embeddedOf(body['data']) : undefined;
    return isObject(held) ? [{ value: held, pointer: '/data' }] : undefined;
  }),
  expects: {
    body: 'the body of an Uptime Kuma webhook: an object with `heartbeat`, `monitor` and `msg`',
    identity: '`monitor.id` or `monitor.name`',
    state: '`heartbeat.status` 0 (down) or 1 (up)',
  },
  event_key: firstOf(text('monitor.id', 'heartbeat.monitorID', 'monitor.name'), (alarm) => {
    const found = certificateOf(alarm);
    if (found !== undefined) return `certificate/${found[1]}`;
    const domain = domainIn(alarm);
    // The numbers in any other message may differ the next time.
    return domain === undefined ? notice(alarm)?.replaceAll(/\d+/g, '#') : `domain/${domain}`;
  }),
  event_type: eventType,
  title: firstOf(notice, joined(' is ', name, state), message),
  description: text('heartbeat.msg', 'msg'),
  severity: (alarm) => (notice(alarm) === undefined ? undefined : 'WARNING'),
  rule: text('monitor.type'),
  resource: resource('service', name, address),
  provider: () => 'uptime-kuma',
  occurred_at: firstOf(instant('heartbeat.time'), (alarm) => {
    const [local, zone] = [localTime(alarm), offset(alarm)];
    return local === undefined || zone === undefined ? undefined : instantOf(`${local}${zone}`);
  }),
  additional_info: {
    msg: text('msg'),
    ping: value('heartbeat.ping'),
    duration: value('heartbeat.duration'),
    important: value('heartbeat.important'),
    url: link('monitor.url'),
    hostname: text('monitor.hostname'),
    port: value('monitor.port'),
    tags: value('monitor.tags'),
  },
};

/** Also parses a message in `Body` only, which some users send as a custom body. */
const WITH_BODY: Sender = {
  ...UPTIME_KUMA,
  alarms: eitherOf(UPTIME_KUMA.alarms, (body) =>
    isObject(body) && isMessage(body['Body'] ?? body['body']) ? [{ value: body, pointer: '' }] : undefined,
  ),
  description: text('heartbeat.msg', 'msg', 'Body', 'body'),
};

/** The webhook of Uptime Kuma: JSON, or a form with JSON in the field `data`. */
export const uptimeKuma: Plugin = {
  plugin_id: 'uptime-kuma',
  version: '1.1.0',
  name: 'Uptime Kuma',
  provider: 'uptime-kuma',
  docs: guideOf('systems/uptime-kuma'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/uptime-kuma'),
  recognises: anyShape(
    shaped('heartbeat.status', 'monitor.name', 'msg'),
    shaped('heartbeat', 'monitor', 'msg'),
    shaped(['data', /^\s*\{"heartbeat":/]),
    shaped(['msg', STATED]),
    shaped(['Body', STATED]),
  ),
  parse: formatsOf(stated(WITH_BODY.alarms), WITH_BODY),
};
