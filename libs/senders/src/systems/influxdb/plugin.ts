import { loadGuide, loadSamples } from '../../assets.js';
import { isObject } from '#shared/kernel/json.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { toLabels, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource, resourceByLabel } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const LEVELS: Readonly<Record<string, EventType>> = {
  crit: 'ALERT',
  warn: 'ALERT',
  info: 'ALERT',
  unknown: 'ALERT',
  critical: 'ALERT',
  warning: 'ALERT',
  ok: 'RECOVERY',
  normal: 'RECOVERY',
};
const SEVERITIES: Readonly<Record<string, Severity>> = { unknown: 'NOT_AVAILABLE', normal: 'INFO' };
const check = text('_check_id', '_check_name', '_notification_rule_id');

/** Fields that users add for the present state. They do not identify a series. */
const STATE_FIELD = /^(?:severity|level|status|state|message|title|summary|description|timestamp|time)$/i;

/** Returns the tags of the series: texts that are not InfluxDB's own columns. Numbers are measured values. */
function collectTags(alarm: Alarm): Readonly<Record<string, string>> {
  if (!isObject(alarm.value)) return {};
  return Object.fromEntries(
    Object.entries(alarm.value).flatMap(([name, tagValue]) =>
      typeof tagValue === 'string' && tagValue !== '' && !name.startsWith('_') && !STATE_FIELD.test(name)
        ? [[name, tagValue] as const]
        : [],
    ),
  );
}

/** Returns all columns that are not InfluxDB's own. */
function collectFields(alarm: Alarm): Labels {
  const columns = Object.entries(toLabels(alarm.value) ?? {});
  return Object.fromEntries(columns.filter(([name]) => !name.startsWith('_')));
}

/** Returns the columns that are not tags: measured values, and the texts of the present state. */
function collectValues(alarm: Alarm): Labels {
  const tags = collectTags(alarm);
  return Object.fromEntries(
    Object.entries(collectFields(alarm)).filter(([name]) => !Object.hasOwn(tags, name)),
  );
}

/** Returns the tags as text. They distinguish the series that one check watches. */
function series(alarm: Alarm): string | undefined {
  const tags = Object.entries(collectTags(alarm)).sort(([a], [b]) => (a < b ? -1 : 1));
  return tags.map(([name, tagValue]) => `${name}=${tagValue}`).join(',') || undefined;
}

/** The HTTP notification endpoint of InfluxDB 2 and InfluxDB Cloud. */
export const influxdb: Plugin = {
  plugin_id: 'influxdb',
  version: '1.1.0',
  name: 'InfluxDB',
  provider: 'influxdb',
  docs: loadGuide('systems/influxdb'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/influxdb'),
  recognises: recogniseAny(
    recogniseBy('_check_id', '_level', '_check_name'),
    recogniseBy('_check_id', '_level', '_message'),
    recogniseBy('_level', '_check_name', '_notification_rule_id'),
    recogniseBy('_level', '_message'),
    recogniseBy('_level', '_source_measurement'),
    recogniseBy('_level', '_message', '_status_timestamp'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('_level', '_check_id', '_check_name')),
    expects: {
      body: 'a notification of InfluxDB (an object with `_check_id` and `_level`)',
      identity: '`_check_id` or `_check_name`, else `_source_measurement` or `_message`',
      state: '`_level` crit, warn, info, ok or unknown',
    },
    event_key: firstOf(
      (alarm) => (check(alarm) === undefined ? undefined : joined('/', check, series)(alarm)),
      joined('/', text('_source_measurement'), series),
      text('_message', 'message', '_measurement'),
    ),
    event_type: word(LEVELS, '_level'),
    title: firstOf(text('_message', 'message'), joined(': ', text('_check_name'), text('_level'))),
    description: joined('\n', text('_message'), joined(': ', text('_check_name'), text('_level')), series),
    severity: severityBy(SEVERITIES, 'severity', '_severity', '_level'),
    rule: text('_check_name', '_notification_rule_name'),
    resource: firstOf(
      resourceByLabel(
        '',
        'host',
        'hostname',
        'instance',
        'server',
        'pod',
        'container_name',
        'device',
        'service',
      ),
      resource('series', series),
      resource('measurement', text('_source_measurement')),
    ),
    provider: () => 'influxdb',
    account: text('_org', 'org', '_bucket'),
    occurred_at: instant('_status_timestamp', '_source_timestamp', '_time', '_stop'),
    labels: collectTags,
    links: {
      runbook: link('runbook_url', 'runbook'),
      dashboard: link('dashboard_url', 'dashboard'),
    },
    additional_info: {
      _level: text('_level'),
      _type: text('_type'),
      _check_id: text('_check_id'),
      _notification_rule_name: text('_notification_rule_name'),
      _notification_endpoint_name: text('_notification_endpoint_name'),
      _source_measurement: text('_source_measurement'),
      _source_timestamp: value('_source_timestamp'),
      fields: collectValues,
    },
    additional_info_0_2: { fields: collectFields },
  }),
};
