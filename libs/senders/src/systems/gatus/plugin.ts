import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled } from '../../vocabulary/labels.js';
import { OWN_LINKS, ownLabels } from '../../vocabulary/own-labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { readSeverity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined, textOf } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const eventTypeByState = dictionary<EventType>({
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
const ALERT_LINE = /^\W*(?:gatus\W{1,4})?(TRIGGERED|RESOLVED)[\s:-]+([^\s:-].*)$/is;
const ALERT_LINE_V1_0 = /^\W*(TRIGGERED|RESOLVED)[\s:-]+([^\s:-].*)$/is;
interface AlertLine {
  readonly state?: string | undefined;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}
function parseAlertLine([, state, text = '']: RegExpExecArray): AlertLine {
  const parts = text.split(' - ').map((part) => part.trim());
  const [group, name] = parts.length > 2 ? parts : [undefined, parts[0]];
  const description = parts.slice(parts.length > 2 ? 2 : 1).join(' - ') || undefined;
  return { state, group: group || undefined, name: name || undefined, description };
}

/** The readers that differ between the versions of the plugin. */
interface VersionSettings {
  /** Finds the line with state, group, name and description. */
  readonly matchAlertLine: (alarm: Alarm) => RegExpExecArray | null | undefined;
  /** Reads the state of a body that has no word for it. */
  readonly flag: Reader<string>;
  readonly conditions: Reader<string>;
}
const conditions = fuzzyField('result_conditions', 'conditions');
export const V1_0: VersionSettings = {
  matchAlertLine: (alarm) => ALERT_LINE_V1_0.exec(fuzzyField('text', 'message', 'content')(alarm) ?? ''),
  flag: () => undefined,
  conditions,
};
export const LATEST: VersionSettings = {
  matchAlertLine: (alarm) =>
    ['text', 'message', 'content', 'title']
      .map((field) => ALERT_LINE.exec(fuzzyField(field)(alarm) ?? ''))
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
export function createGatusFormat(settings: VersionSettings): AlarmFormat {
  const readAlertLine = (alarm: Alarm): AlertLine => {
    const found = settings.matchAlertLine(alarm);
    return found ? parseAlertLine(found) : {};
  };
  const state = firstOf(
    fuzzyField('status', 'state', 'alert_triggered_or_resolved', 'event_type', 'alert_status'),
    (alarm) => readAlertLine(alarm).state,
    settings.flag,
  );
  const name = firstOf(
    fuzzyField('endpoint_name', 'name', 'endpoint', 'service_name', 'service'),
    (alarm) => readAlertLine(alarm).name,
  );
  const group = firstOf(
    fuzzyField('endpoint_group', 'group', 'service_group'),
    (alarm) => readAlertLine(alarm).group,
  );
  const description = firstOf(
    fuzzyField('alert_description', 'description'),
    (alarm) => readAlertLine(alarm).description,
  );
  const address = fuzzyField('endpoint_url', 'url', 'service_url');

  return {
    alarms: wholeBody(),
    expects: {
      body: 'an object with `endpoint_name` and `status`, as in the guide',
      identity: '`endpoint_name` or `endpoint_url`',
      state: '`status` TRIGGERED or RESOLVED',
    },
    event_key: joined('/', group, firstOf(name, address)),
    event_type: (alarm) => eventTypeByState(state(alarm) ?? ''),
    title: joined(': ', joined('/', group, name), description),
    description: joined('\n', description, fuzzyField('result_errors', 'errors'), settings.conditions),
    severity: (alarm) => readSeverity(alarm, fuzzyField('severity', 'priority')(alarm)),
    rule: description,
    state: () => 'DOWN',
    resource: resource('endpoint', name, firstOf(address, name)),
    provider: () => 'gatus',
    labels: allLabels(ownLabels(), labelled({ group })),
    links: OWN_LINKS,
    additional_info_0_2: {
      endpoint_group: group,
      endpoint_url: address,
      result_errors: fuzzyField('result_errors', 'errors'),
      result_conditions: settings.conditions,
    },
  };
}

/** The custom alerting provider of Gatus, with the body of the guide or a similar one. */
export const gatus: Plugin = {
  plugin_id: 'gatus',
  version: '1.1.0',
  name: 'Gatus',
  provider: 'gatus',
  docs: loadGuide('systems/gatus'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/gatus'),
  recognises: recogniseAny(
    recogniseBy('endpoint_name', 'endpoint_group', ['status', /^(?:triggered|resolved)$/i]),
    recogniseBy('endpoint_name', 'alert_description'),
    recogniseBy('endpoint_name', 'endpoint_url', 'resolved', 'message'),
    recogniseBy('result_errors', 'alert_description'),
    recogniseBy('alert_triggered_or_resolved', 'endpoint_name'),
    recogniseBy(['text', /^(?:TRIGGERED|RESOLVED): .+ - .+/]),
    recogniseBy({ header: 'user-agent', pattern: /^Gatus\//i }),
  ),
  parse: createParser(createGatusFormat(LATEST)),
};
