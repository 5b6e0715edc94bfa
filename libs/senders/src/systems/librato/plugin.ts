import { guideOf, samplesOf } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarms.js';
import { embeddedOf } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { alarmsOf, ignored } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';

/** Returns the sources (or sets of tags) that violate the condition of the alert. */
function sources(alarm: Alarm): readonly string[] {
  const violations = value('violations')(alarm);
  return isObject(violations) ? Object.keys(violations) : [];
}

/** Describes each violation on a line: `librato.cpu.percent.idle of web-1 is 2`. */
function violationText(alarm: Alarm): string | undefined {
  const violations = value('violations')(alarm);
  if (!isObject(violations)) return undefined;
  const lines = Object.entries(violations).flatMap(([source, list]) =>
    (Array.isArray(list) ? list : [])
      .filter(isObject)
      .map(
        (one: Record<string, Json>) =>
          `${textOf(one['metric']) ?? 'value'} of ${source} is ${textOf(one['value']) ?? '?'}`,
      ),
  );
  return lines.join('\n') || undefined;
}

/** Matches an alert, or a shared snapshot, which Librato posts to the same webhook in the format of Slack. */
const alert = wholeBody('alert', 'attachments');
const find: AlarmFinder = (body) => {
  const held = isObject(body) ? embeddedOf(body['payload']) : undefined;
  return held === undefined
    ? alert(body)
    : alert(held)?.map(({ value: found }) => ({ value: found, pointer: '/payload' }));
};

/** The webhook of Librato (SolarWinds AppOptics): a form with JSON in it. */
export const librato: Plugin = {
  plugin_id: 'librato',
  version: '1.0.0',
  name: 'Librato',
  provider: 'librato',
  docs: guideOf('systems/librato'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/librato'),
  recognises: anyShape(
    shaped('alert.id', 'alert.name', 'trigger_time'),
    shaped('alert.id', 'trigger_time', 'violations', 'conditions'),
    shaped(['payload', /^\s*\{.*"trigger_time"/s], ['payload', /"alert"\s*:/], ['payload', /"account"\s*:/]),
  ),
  parse: alarmsOf({
    alarms: find,
    expects: {
      body: 'a form with a field `payload`, or its JSON: an object with `alert` and `trigger_time`',
      identity: '`alert.id`',
      state: '`violations` or `clear`',
    },
    event_key: text('alert.id', 'alert.name'),
    event_type: (alarm) => {
      if (value('alert')(alarm) === undefined) return ignored('a snapshot that somebody shared');
      return text('clear')(alarm) === undefined ? 'ALERT' : 'RECOVERY';
    },
    title: text('alert.name'),
    description: joined('\n', text('alert.description'), violationText),
    rule: text('alert.name'),
    resource: (alarm) => {
      const found = sources(alarm).join(', ');
      return found === '' ? undefined : { resource_id: found, resource_type: 'source', name: found };
    },
    provider: () => 'librato',
    account: text('account'),
    occurred_at: instant('trigger_time'),
    additional_info: {
      clear: text('clear'),
      conditions: value('conditions'),
      violations: value('violations'),
      runbook_url: link('alert.runbook_url'),
      incident_key: text('incident_key'),
      triggered_by_user_test: value('triggered_by_user_test'),
    },
  }),
};
