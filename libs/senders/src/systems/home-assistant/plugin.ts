import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin, PluginDelivery } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { toJsonPointer, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import {
  createParser,
  ignored,
  type AcknowledgementType,
  type Ignored,
} from '../../vocabulary/alarm-format.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { severity } from '../../vocabulary/severity.js';
import { text } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const entityId = text('entity_id', 'new_state.entity_id', 'to_state.entity_id', 'state.entity_id', 'entity');
const state = text(
  'new_state.state',
  'to_state.state',
  'state.state',
  'to_state',
  'new_state',
  'state',
  'to',
);
const deviceClass = text(
  'attributes.device_class',
  'new_state.attributes.device_class',
  'to_state.attributes.device_class',
  'device_class',
);
const name = text(
  'friendly_name',
  'attributes.friendly_name',
  'new_state.attributes.friendly_name',
  'to_state.attributes.friendly_name',
  'name',
);

/** Domains of entities. The ids of other senders may look alike: `disk.web_1`. */
const ENTITY_ID =
  /^(alarm_control_panel|alert|automation|binary_sensor|camera|climate|cover|device_tracker|fan|group|input_boolean|light|lock|media_player|person|plant|sensor|siren|switch|timer|update|vacuum|valve|water_heater)\.[a-z\d_-]{1,200}$/;
const domainOf = (id: string): string => ENTITY_ID.exec(id)?.[1] ?? '';

/** Returns whether an object names an entity and its state, as in an automation, a trigger or an event `state_changed`. */
function isStateOfEntity(found: Json): boolean {
  if (!isObject(found)) return false;
  const alarm = { value: found } as Alarm;
  return ENTITY_ID.test(entityId(alarm) ?? '') && state(alarm) !== undefined;
}

/** The parts of a body in which templates put the state: the trigger of an automation, or the data of an event. */
const PARTS = [['trigger'], ['data'], ['event', 'data'], ['event']] as const;

const findState: AlarmFinder = (body) => {
  if (isStateOfEntity(body)) return [{ value: body, pointer: '' }];
  for (const steps of PARTS) {
    let part: Json | undefined = body;
    for (const step of steps) part = isObject(part) ? part[step] : undefined;
    if (part !== undefined && isStateOfEntity(part)) return [{ value: part, pointer: toJsonPointer(steps) }];
  }
  return undefined;
};

const meaningOfState = dictionary<EventType>({
  on: 'ALERT',
  true: 'ALERT',
  problem: 'ALERT',
  triggered: 'ALERT',
  unavailable: 'ALERT',
  jammed: 'ALERT',
  error: 'ALERT',
  disconnected: 'ALERT',
  off: 'RECOVERY',
  false: 'RECOVERY',
  ok: 'RECOVERY',
  clear: 'RECOVERY',
  idle: 'RECOVERY',
  disarmed: 'RECOVERY',
  connected: 'RECOVERY',
  armed_home: 'RECOVERY',
  armed_away: 'RECOVERY',
  armed_night: 'RECOVERY',
  armed_vacation: 'RECOVERY',
  armed_custom_bypass: 'RECOVERY',
});
/** For these a sensor is `on` while all is well: it is connected, has power, runs. */
const GOOD_IF_ON = /^(?:connectivity|power|plug|running)$/;
const GOOD_IF_ON_NAME = /_(?:connectivity|connected|connection|online|reachable|running)$/;

const isGoodIfOn = (alarm: Alarm): boolean =>
  GOOD_IF_ON.test(deviceClass(alarm) ?? '') ||
  (deviceClass(alarm) !== 'problem' && GOOD_IF_ON_NAME.test(entityId(alarm) ?? ''));

/**
 * Derives the type from the state. The entity of an alert (`alert.…`) is `off` after it was acknowledged, and `idle` when it is
 * over.
 */
function deriveEventType(alarm: Alarm): EventType | AcknowledgementType | Ignored | undefined {
  const found = state(alarm)?.toLowerCase() ?? '';
  if (found === 'unknown') return ignored('the state of the entity is not known');
  if (found === 'off' && domainOf(entityId(alarm) ?? '') === 'alert') return 'ACKNOWLEDGED';
  if (found === 'on' || found === 'off') return isGoodIfOn(alarm) === (found === 'on') ? 'RECOVERY' : 'ALERT';
  return meaningOfState(found);
}

/** Device classes whose alarm is about people or the house. */
const DANGEROUS = /^(?:smoke|gas|carbon_monoxide|safety|moisture|tamper)$/;
const deriveSeverity = (alarm: Alarm): Severity | undefined => {
  if (deriveEventType(alarm) === 'RECOVERY') return 'INFO';
  return DANGEROUS.test(deviceClass(alarm) ?? '') || domainOf(entityId(alarm) ?? '') === 'alarm_control_panel'
    ? 'CRITICAL'
    : undefined;
};

const stateText = (alarm: Alarm): string | undefined => state(alarm)?.replaceAll('_', ' ');
const CONFIDENCE = 0.75;

/** Automations and events of Home Assistant: the state of an entity. */
export const homeAssistant: Plugin = {
  plugin_id: 'home-assistant',
  version: '1.0.0',
  name: 'Home Assistant',
  provider: 'home-assistant',
  docs: loadGuide('systems/home-assistant'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/home-assistant'),
  recognises: ({ body }: PluginDelivery) => (findState(body) === undefined ? 0 : CONFIDENCE),
  parse: createParser({
    alarms: findState,
    expects: {
      body: 'an object with the `entity_id` and the `state` of an entity',
      identity: '`entity_id`',
      state: '`state` on, off, problem, ok, unavailable, idle or triggered',
    },
    event_key: entityId,
    event_type: deriveEventType,
    title: (alarm) => `${name(alarm) ?? entityId(alarm) ?? ''} is ${stateText(alarm) ?? ''}`,
    description: text('message', '$.message', '$.description'),
    severity: firstOf(severity('severity', '$.severity'), deriveSeverity),
    rule: firstOf(text('$.automation', 'rule'), deviceClass),
    resource: (alarm) => ({
      resource_id: entityId(alarm) ?? null,
      resource_type: domainOf(entityId(alarm) ?? ''),
      name: name(alarm) ?? entityId(alarm) ?? null,
    }),
    provider: () => 'home-assistant',
    occurred_at: instant(
      'new_state.last_changed',
      'to_state.last_changed',
      'last_changed',
      'changed_at',
      '$.time_fired',
      'occurred_at',
      'timestamp',
    ),
    labels: allLabels(ownLabels(), tags('$.labels'), labelled({ area: text('area', '$.area') })),
    links: OWN_LINKS,
    additional_info: {
      state,
      device_class: deviceClass,
      attributes: value('attributes', 'new_state.attributes'),
    },
  }),
};
