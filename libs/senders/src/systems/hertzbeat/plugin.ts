import { isObject, type Json } from '#shared/kernel/json.js';
import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { instant } from '../../vocabulary/instant.js';
import { labels, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const readLabels = labels('labels');
const endedAt = instant('endAt');
const state = word<EventType>(
  { firing: 'ALERT', pending: 'ALERT', resolved: 'RECOVERY', recovered: 'RECOVERY' },
  'status',
  '$.status',
);

/**
 * The default template does not write the state of each alert. In a group that is still firing, an alert with an end is over.
 * An end in the future or of zero is none.
 */
function deriveEventType(alarm: Alarm): EventType | undefined {
  const own = text('status')(alarm) === undefined ? undefined : state(alarm);
  return own ?? (endedAt(alarm) === undefined ? state(alarm) : 'RECOVERY');
}

/** Labels that change while an alert lasts. */
const CHANGING_LABELS: ReadonlySet<string> = new Set(['severity', 'priority', 'value', '__value__']);

/** Returns the labels as text, in a fixed order, as HertzBeat builds its fingerprint. */
function describeLabels(found: Labels | undefined): string | undefined {
  if (found === undefined) return undefined;
  const names = Object.keys(found)
    .filter((name) => !CHANGING_LABELS.has(name))
    .sort();
  return names.map((name) => `${name}=${found[name]}`).join(',') || undefined;
}

/** Returns whether a body is the group of HertzBeat: its alerts count how often they were triggered. */
function isGroup(body: Json): boolean {
  const alerts = isObject(body) ? body['alerts'] : undefined;
  return Array.isArray(alerts) && alerts.every((alert: Json) => isObject(alert) && 'triggerTimes' in alert);
}

/** The webhook of Apache HertzBeat: a group of alerts, in its default template or as HertzBeat stores it. */
export const hertzbeat: Plugin = {
  plugin_id: 'hertzbeat',
  version: '1.0.0',
  name: 'Apache HertzBeat',
  provider: 'hertzbeat',
  docs: loadGuide('systems/hertzbeat'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/hertzbeat'),
  recognises: recogniseAny(
    recogniseBy('alerts[0].triggerTimes', 'alerts[0].labels', 'alerts[0].startAt', 'status', 'commonLabels'),
    recogniseBy('alerts[0].triggerTimes', 'alerts[0].labels', 'status', ['title', /HertzBeat/]),
    recogniseBy('triggerTimes', 'labels', 'startAt', ['status', /^(?:firing|resolved)$/]),
  ),
  parse: createParser({
    alarms: eitherOf(
      (body) => (isGroup(body) ? listAt('alerts')(body) : undefined),
      wholeBody('triggerTimes'),
    ),
    expects: {
      body: 'a group of HertzBeat: an object with `status` and `alerts`, each with `labels` and `triggerTimes`',
      identity: '`fingerprint` or `labels`',
      state: '`status` firing or resolved, or `endAt`',
    },
    event_key: firstOf(text('fingerprint'), (alarm) => describeLabels(readLabels(alarm))),
    event_type: deriveEventType,
    title: joined(
      ': ',
      text('labels.alertname', '$.commonLabels.alertName'),
      firstOf(text('annotations.summary'), text('content')),
    ),
    description: text('content', 'annotations.description'),
    severity: severity('labels.severity', 'labels.priority'),
    rule: text('labels.alertname', '$.commonLabels.alertname', '$.commonLabels.alertName'),
    resource: resourceByLabel(
      'labels',
      'instancename',
      'instance',
      'monitor_name',
      'instancehost',
      'host',
      'instanceid',
      'monitor_id',
    ),
    provider: () => 'hertzbeat',
    started_at: instant('startAt', 'activeAt'),
    resolved_at: endedAt,
    labels: readLabels,
    links: {
      runbook: link('annotations.runbook_url', 'annotations.runbook'),
      dashboard: link('annotations.dashboard_url', 'annotations.dashboard'),
    },
    additional_info: {
      trigger_times: value('triggerTimes'),
      active_at: text('activeAt'),
    },
  }),
};
