import { loadGuide, loadSamples } from '../../assets.js';
import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { listAt, wholeBody, eitherOf } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, joined, link, textOf } from '../../vocabulary/text.js';
import { textList } from '../../vocabulary/text-list.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  offline: 'ALERT',
  down: 'ALERT',
  online: 'RECOVERY',
  up: 'RECOVERY',
  maintenance: ignored('the monitor is in maintenance'),
};
const byStatus = word(STATES, 'monitor_status');
const blacklists = value('blacklisted_now', 'blacklisted_on');
const usageType = text('resource_usage.resource_type');

/** Derives the type. A blacklist monitor has no status, so the number (or list) of blacklists that it is on now decides. */
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const stated = byStatus(alarm);
  if (stated !== undefined) return stated;
  if (usageType(alarm) !== undefined) return 'ALERT';
  const currentBlacklists = blacklists(alarm);
  if (currentBlacklists === undefined) return undefined;
  return (
    Array.isArray(currentBlacklists) ? currentBlacklists.length === 0 : textOf(currentBlacklists) === '0'
  )
    ? 'RECOVERY'
    : 'ALERT';
}

const name = text('monitor_name', 'label', 'monitor', 'monitor_target');

/** Returns the errors by location, one per line. */
function describeErrors(alarm: Alarm): string | undefined {
  const errors = value('monitor_errors')(alarm);
  if (!isObject(errors)) return textOf(errors);
  const lines = Object.entries(errors).map(([location, error]) => `${location}: ${textOf(error) ?? ''}`);
  return lines.join('\n') || undefined;
}

/** The resource of a usage warning and its current usage. */
const usageText = joined(' ', usageType, text('resource_usage.current_usage'));

/** The webhooks of HetrixTools: uptime, resource usage and blacklist monitors. */
export const hetrix: Plugin = {
  plugin_id: 'hetrix',
  version: '1.1.0',
  name: 'HetrixTools',
  provider: 'hetrix',
  docs: loadGuide('systems/hetrix'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/hetrix'),
  recognises: recogniseAny(
    recogniseBy('monitor_id', 'monitor_name', 'monitor_target', 'monitor_status'),
    recogniseBy('monitor_id', 'monitor_name', 'resource_usage'),
    recogniseBy('monitor', 'blacklisted_now', 'blacklisted_before'),
    recogniseBy('$[0].monitor', '$[0].blacklisted_now'),
  ),
  parse: createParser({
    alarms: eitherOf(listAt('$'), wholeBody('monitor_id', 'monitor', 'monitor_name')),
    expects: {
      body: 'the body of a HetrixTools webhook: an object with `monitor_id` or `monitor`, or a list of them',
      identity: '`monitor_id` or `monitor`',
      state: '`monitor_status` offline or online, `resource_usage` or `blacklisted_now`',
    },
    event_key: joined(
      '/',
      text('monitor_id', 'monitor', 'monitor_target', 'monitor_name', 'label'),
      usageType,
      (alarm) => (blacklists(alarm) === undefined ? undefined : 'blacklist'),
    ),
    event_type: deriveEventType,
    title: joined(
      ' ',
      name,
      firstOf(
        joined(' ', (alarm) => (byStatus(alarm) === undefined ? undefined : 'is'), text('monitor_status')),
        joined(' ', (alarm) => (usageType(alarm) === undefined ? undefined : 'uses much'), usageType),
        (alarm) => {
          if (blacklists(alarm) === undefined) return undefined;
          return deriveEventType(alarm) === 'RECOVERY' ? 'is on no blacklist any more' : 'is on a blacklist';
        },
      ),
    ),
    description: firstOf(
      describeErrors,
      usageText,
      textList('rbl', 'blacklisted_on'),
      text('blacklisted_now'),
    ),
    severity: severity('severity'),
    rule: text('monitor_type', 'type', 'resource_usage.resource_type'),
    resource: resource('monitor', name, text('monitor_target', 'monitor', 'monitor_id')),
    provider: () => 'hetrix',
    occurred_at: instant('timestamp'),
    labels: labelled({ category: text('monitor_category') }),
    links: { source: link('links.report_link', 'links.whitelabel_report_link') },
    additional_info: {
      monitor_id: text('monitor_id'),
      resource_usage: value('resource_usage'),
      blacklisted_before: value('blacklisted_before'),
      blacklisted_now: value('blacklisted_now'),
      blacklisted_on: value('blacklisted_on'),
    },
    additional_info_0_2: {
      monitor_target: text('monitor_target'),
      monitor_category: text('monitor_category'),
      monitor_errors: value('monitor_errors'),
      links: value('links'),
    },
  }),
};
