import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../domain/event.js';
import type { Plugin } from '../../domain/plugin.js';
import { firstOf, type Alarm } from '../reading/alarm.js';
import { wholeBody, eitherOf } from '../reading/alarms.js';
import { embeddedOf } from '../reading/embedded.js';
import { instant, instantOf } from '../reading/instant.js';
import { value } from '../reading/path.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { resource } from '../reading/resource.js';
import { alarmsOf, ignored, type Ignored } from '../reading/sender.js';
import { shaped, anyShape } from '../reading/shape.js';
import { text, link, joined } from '../reading/text.js';
import { word, type Vocabulary } from '../reading/word.js';
import { GUIDE } from './guide.js';
import { SAMPLES } from './samples.js';

const CERTIFICATE = /^\[(.+?)\]\[(.*?)\].*\bcertificate\b.*\bwill expire\b/i;
const message = text('msg', 'heartbeat.msg');

/** A certificate that expires is told without a heartbeat, as a message alone. */
function certificateOf(alarm: Alarm): RegExpExecArray | undefined {
  const said = value('heartbeat')(alarm) === undefined ? message(alarm) : undefined;
  return (said && CERTIFICATE.exec(said)) || undefined;
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
  if (certificateOf(alarm) !== undefined) return 'ALERT';
  const noHeartbeat = value('heartbeat')(alarm) === undefined && value('monitor')(alarm) === undefined;
  return byHeartbeat(alarm) ?? (noHeartbeat && message(alarm) ? ignored('a test message') : undefined);
}

const name = firstOf(text('monitor.name', 'monitor.pathName'), (alarm) => certificateOf(alarm)?.[1]);
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

/** The webhook of Uptime Kuma, JSON; also the JSON it posts in a form field `data`. */
export const uptimeKuma: Plugin = {
  plugin_id: 'uptime-kuma',
  version: '1.0.0',
  name: 'Uptime Kuma',
  provider: 'uptime-kuma',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
  recognises: anyShape(
    shaped('heartbeat.status', 'monitor.name', 'msg'),
    shaped('heartbeat', 'monitor', 'msg'),
    shaped(['data', /^\s*\{"heartbeat":/]),
  ),
  parse: alarmsOf({
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
      return found && `certificate/${found[1]}`;
    }),
    event_type: eventType,
    title: firstOf(
      (alarm) => (certificateOf(alarm) ? message(alarm) : undefined),
      joined(' is ', name, state),
      message,
    ),
    description: text('heartbeat.msg', 'msg'),
    severity: (alarm) => (certificateOf(alarm) ? 'WARNING' : undefined),
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
  }),
};
