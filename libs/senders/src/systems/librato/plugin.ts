import { loadGuide, loadSamples } from '../../assets.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { newestOnly } from '../../vocabulary/newest-only.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser, ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined, link, text, textOf } from '../../vocabulary/text.js';

/** Returns the sources (or sets of tags) that violate the condition of the alert. */
function listSources(alarm: Alarm): readonly string[] {
  const violations = value('violations')(alarm);
  return isObject(violations) ? Object.keys(violations) : [];
}

/** The source in a body of version 1, before there were several conditions. */
const measuredSource = text('measurement.source');

/** Describes each violation on a line: `librato.cpu.percent.idle of web-1 is 2`. */
function describeViolations(alarm: Alarm): string | undefined {
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
const findAlertBody = wholeBody('alert', 'attachments');
const findAlert: AlarmFinder = (body) => {
  const inner = isObject(body) ? parseEmbeddedJson(body['payload']) : undefined;
  return inner === undefined
    ? findAlertBody(body)
    : findAlertBody(inner)?.map(({ value: found }) => ({ value: found, pointer: '/payload' }));
};

/** The address of a picture that somebody shares. */
const SNAPSHOT = /https?:(?:\\?\/){2}snapshots\.librato\.com(?:\\?\/)/;

/** The webhook of Librato (SolarWinds AppOptics): a form with JSON in it. */
export const librato: Plugin = {
  plugin_id: 'librato',
  version: '1.1.0',
  name: 'Librato',
  provider: 'librato',
  docs: loadGuide('systems/librato'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/librato'),
  recognises: recogniseAny(
    recogniseBy('alert.id', 'alert.name', 'trigger_time'),
    recogniseBy('alert.id', 'trigger_time', 'violations', 'conditions'),
    recogniseBy(
      ['attachments[0].image_url', SNAPSHOT],
      ['attachments[0].fallback', SNAPSHOT],
      'attachments[0].title_link',
    ),
    recogniseBy(['payload', /^\s*\{\s*"attachments"/], ['payload', SNAPSHOT], ['payload', /"image_url"/]),
    recogniseBy(
      ['payload', /^\s*\{.*"trigger_time"/s],
      ['payload', /"alert"\s*:/],
      ['payload', /"account"\s*:/],
    ),
  ),
  parse: createParser({
    alarms: findAlert,
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
    description: joined('\n', text('alert.description'), describeViolations),
    rule: text('alert.name'),
    resource: (alarm) => {
      const found = listSources(alarm).join(', ') || newestOnly(measuredSource)(alarm) || '';
      return found === '' ? undefined : { resource_id: found, resource_type: 'source', name: found };
    },
    provider: () => 'librato',
    account: text('account'),
    occurred_at: instant('trigger_time'),
    links: { runbook: link('alert.runbook_url') },
    additional_info: {
      clear: text('clear'),
      conditions: value('conditions'),
      violations: value('violations'),
      incident_key: text('incident_key'),
      triggered_by_user_test: value('triggered_by_user_test'),
    },
    additional_info_0_2: { runbook_url: link('alert.runbook_url') },
  }),
};
