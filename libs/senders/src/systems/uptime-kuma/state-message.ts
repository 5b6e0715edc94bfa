import { isObject, type Json } from '#shared/kernel/json.js';
import type { Reader } from '../../vocabulary/alarm.js';
import type { AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, text, textOf } from '../../vocabulary/text.js';

/** The beginning of every message about a monitor: `[Shop] [🔴 Down] timeout`. Many custom bodies contain nothing else. */
export const STATE_MESSAGE = /^\[([^\n]{1,200})\] \[(?:\S{1,8} )?(down|up)\](?: |$)/i;

const message = text('msg', 'Body', 'body');
const messagePart =
  (index: number): Reader<string> =>
  (alarm) =>
    STATE_MESSAGE.exec(message(alarm) ?? '')?.[index];
const monitor = messagePart(1);
const state: Reader<string> = (alarm) => messagePart(2)(alarm)?.toUpperCase();

function hasStateMessage(value: Json): boolean {
  return (
    isObject(value) &&
    (value['heartbeat'] ?? value['monitor'] ?? undefined) === undefined &&
    STATE_MESSAGE.test(textOf(value['msg']) ?? textOf(value['Body']) ?? textOf(value['body']) ?? '')
  );
}

/** Builds the format of bodies with only a message that contains the name and state of a monitor. */
export function createMessageFormat(find: AlarmFinder): AlarmFormat {
  return {
    alarms: (body) => {
      const found = find(body);
      return found?.every(({ value }) => hasStateMessage(value)) ? found : undefined;
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
  };
}
