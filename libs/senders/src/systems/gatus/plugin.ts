import { isObject, type Json } from '#shared/kernel/json.js';
import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { named } from '../../vocabulary/named.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, type Sender } from '../../vocabulary/sender.js';
import { severityOf } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined, textOf } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const typeOf = dictionary<EventType>({
  triggered: 'ALERT',
  firing: 'ALERT',
  alert: 'ALERT',
  down: 'ALERT',
  unhealthy: 'ALERT',
  partialoutage: 'ALERT',
  resolved: 'RECOVERY',
  up: 'RECOVERY',
  healthy: 'RECOVERY',
  operational: 'RECOVERY',
});
/** The text of the custom alert in the documentation of Gatus: `TRIGGERED: group - name - description`. */
const TOLD = /^\W*(?:gatus\W{1,4})?(TRIGGERED|RESOLVED)[\s:-]+([^\s:-].*)$/is;
const TOLD_1_0 = /^\W*(TRIGGERED|RESOLVED)[\s:-]+([^\s:-].*)$/is;
interface Told {
  readonly state?: string | undefined;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}
function partsOf([, state, said = '']: RegExpExecArray): Told {
  const parts = said.split(' - ').map((part) => part.trim());
  const [group, name] = parts.length > 2 ? parts : [undefined, parts[0]];
  const description = parts.slice(parts.length > 2 ? 2 : 1).join(' - ') || undefined;
  return { state, group: group || undefined, name: name || undefined, description };
}

/** The readers that differ between the versions of the plugin. */
interface Read {
  /** Finds the line with state, group, name and description. */
  readonly told: (alarm: Alarm) => RegExpExecArray | null | undefined;
  /** Reads the state of a body that has no word for it. */
  readonly flag: Reader<string>;
  readonly conditions: Reader<string>;
}
const conditions = named('result_conditions', 'conditions');
export const AS_OF_1_0: Read = {
  told: (alarm) => TOLD_1_0.exec(named('text', 'message', 'content')(alarm) ?? ''),
  flag: () => undefined,
  conditions,
};
export const NEWEST: Read = {
  told: (alarm) =>
    ['text', 'message', 'content', 'title']
      .map((field) => TOLD.exec(named(field)(alarm) ?? ''))
      .find((found) => found !== null),
  // The body that Gatus posts to n8n has a boolean.
  flag: (alarm) => {
    const resolved = value('resolved')(alarm);
    return typeof resolved === 'boolean' ? (resolved ? 'resolved' : 'triggered') : undefined;
  },
  conditions: firstOf(conditions, failedConditions),
};

/** Returns the conditions of `condition_results` that were not met. */
function failedConditions(alarm: Alarm): string | undefined {
  const results = value('condition_results')(alarm);
  return (
    (Array.isArray(results) ? results : [])
      .flatMap((one: Json) => (isObject(one) && one['success'] === false ? [textOf(one['condition'])] : []))
      .filter((condition) => condition !== undefined)
      .join('\n') || undefined
  );
}

/** Builds the format of alerts for a version of the plugin. */
export function gatusAlert(read: Read): Sender {
  const toldIn = (alarm: Alarm): Told => {
    const found = read.told(alarm);
    return found ? partsOf(found) : {};
  };
  const state = firstOf(
    named('status', 'state', 'alert_triggered_or_resolved', 'event_type', 'alert_status'),
    (alarm) => toldIn(alarm).state,
    read.flag,
  );
  const name = firstOf(
    named('endpoint_name', 'name', 'endpoint', 'service_name', 'service'),
    (alarm) => toldIn(alarm).name,
  );
  const group = firstOf(named('endpoint_group', 'group', 'service_group'), (alarm) => toldIn(alarm).group);
  const description = firstOf(
    named('alert_description', 'description'),
    (alarm) => toldIn(alarm).description,
  );
  const address = named('endpoint_url', 'url', 'service_url');

  return {
    alarms: wholeBody(),
    expects: {
      body: 'an object with `endpoint_name` and `status`, as in the guide',
      identity: '`endpoint_name` or `endpoint_url`',
      state: '`status` TRIGGERED or RESOLVED',
    },
    event_key: joined('/', group, firstOf(name, address)),
    event_type: (alarm) => typeOf(state(alarm) ?? ''),
    title: joined(': ', joined('/', group, name), description),
    description: joined('\n', description, named('result_errors', 'errors'), read.conditions),
    severity: (alarm) => severityOf(named('severity', 'priority')(alarm) ?? ''),
    rule: description,
    state: () => 'DOWN',
    resource: resource('endpoint', name, firstOf(address, name)),
    provider: () => 'gatus',
    additional_info: {
      endpoint_group: group,
      endpoint_url: address,
      result_errors: named('result_errors', 'errors'),
      result_conditions: read.conditions,
    },
  };
}

/** The custom alerting provider of Gatus, with the body of the guide or a similar one. */
export const gatus: Plugin = {
  plugin_id: 'gatus',
  version: '1.1.0',
  name: 'Gatus',
  provider: 'gatus',
  docs: guideOf('systems/gatus'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/gatus'),
  recognises: anyShape(
    shaped('endpoint_name', 'endpoint_group', ['status', /^(?:triggered|resolved)$/i]),
    shaped('endpoint_name', 'alert_description'),
    shaped('endpoint_name', 'endpoint_url', 'resolved', 'message'),
    shaped('result_errors', 'alert_description'),
    shaped('alert_triggered_or_resolved', 'endpoint_name'),
    shaped(['text', /^(?:TRIGGERED|RESOLVED): .+ - .+/]),
    shaped({ header: 'user-agent', is: /^Gatus\//i }),
  ),
  parse: alarmsOf(gatusAlert(NEWEST)),
};
