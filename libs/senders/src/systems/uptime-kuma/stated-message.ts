import { isObject, type Json } from '#shared/kernel/json.js';
import type { Reader } from '../../vocabulary/alarm.js';
import type { AlarmFinder } from '../../vocabulary/alarms.js';
import { resource } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { joined, text, textOf } from '../../vocabulary/text.js';

/** The beginning of every message about a monitor: `[Shop] [🔴 Down] timeout`. Many custom bodies contain nothing else. */
export const STATED = /^\[([^\n]{1,200})\] \[(?:\S{1,8} )?(down|up)\](?: |$)/i;

const message = text('msg', 'Body', 'body');
const part =
  (index: number): Reader<string> =>
  (alarm) =>
    STATED.exec(message(alarm) ?? '')?.[index];
const monitor = part(1);
const state: Reader<string> = (alarm) => part(2)(alarm)?.toUpperCase();

function isStated(value: Json): boolean {
  return (
    isObject(value) &&
    (value['heartbeat'] ?? value['monitor'] ?? undefined) === undefined &&
    STATED.test(textOf(value['msg']) ?? textOf(value['Body']) ?? textOf(value['body']) ?? '')
  );
}

/** Builds the format of bodies with only a message that contains the name and state of a monitor. */
export function stated(find: AlarmFinder): Sender {
  return {
    alarms: (body) => {
      const found = find(body);
      return found?.every(({ value }) => isStated(value)) ? found : undefined;
    },
    expects: {
      body: 'a message such as `[Shop] [🔴 Down] timeout`',
      identity: 'the name of the monitor',
      state: 'Down or Up',
    },
    event_key: monitor,
    event_type: (alarm) => (state(alarm) === 'UP' ? 'RECOVERY' : 'ALERT'),
    title: joined(' is ', monitor, state),
    description: message,
    resource: resource('service', monitor),
    provider: () => 'uptime-kuma',
    additional_info: { msg: text('msg') },
  };
}
