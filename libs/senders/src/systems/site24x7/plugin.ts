import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled, tagsIn, toTags, type Labels } from '../../vocabulary/labels.js';
import { firstAt } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { type Vocabulary, dictionary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  down: 'ALERT',
  trouble: 'ALERT',
  critical: 'ALERT',
  'configuration error': 'ALERT',
  up: 'RECOVERY',
  maintenance: ignored('STATUS MAINTENANCE: planned'),
  suspended: ignored('STATUS SUSPENDED: the monitor is suspended'),
  test: ignored('a test alert'),
};
const eventTypeByStatus = dictionary(STATES);
const SEVERITIES: Vocabulary<Severity> = {
  down: 'CRITICAL',
  critical: 'CRITICAL',
  trouble: 'WARNING',
  'configuration error': 'ERROR',
  up: 'INFO',
};
const severityByStatus = dictionary(SEVERITIES);
const status = fuzzyField('STATUS', 'MONITOR_STATUS');
const monitor = fuzzyField('MONITORNAME', 'MONITOR_NAME', 'DISPLAYNAME', 'MONITORURL');

/** Returns a reader for tags: a list in the default JSON, a text in a body of the user. */
const tagField = (name: string): Reader<Labels> =>
  firstOf(
    tagsIn(fuzzyField(name)),
    firstAt([name], (from) => (typeof from === 'string' ? undefined : toTags(from))),
  );

/** The webhook of Site24x7 (ManageEngine) with its default JSON. */
export const site24x7: Plugin = {
  plugin_id: 'site24x7',
  version: '1.1.0',
  name: 'Site24x7',
  provider: 'site24x7',
  docs: loadGuide('systems/site24x7'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/site24x7'),
  recognises: recogniseAny(
    recogniseBy('MONITOR_ID', 'STATUS', 'MONITORNAME', 'MONITORTYPE'),
    recogniseBy('MONITORNAME', 'STATUS', 'INCIDENT_REASON'),
    recogniseBy('MONITORNAME', 'STATUS', 'MONITOR_DASHBOARD_LINK'),
    recogniseBy('MONITOR_ID', 'STATUS'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the JSON of a Site24x7 webhook: an object with `MONITOR_ID` and `STATUS`',
      identity: '`MONITOR_ID`, `MONITORURL` or `MONITORNAME`',
      state: '`STATUS` DOWN, TROUBLE, CRITICAL or UP',
    },
    event_key: fuzzyField('MONITOR_ID', 'MONITORID', 'MONITORURL', 'MONITORNAME'),
    event_type: (alarm) => eventTypeByStatus(status(alarm) ?? ''),
    title: joined(' is ', monitor, status),
    description: fuzzyField('INCIDENT_REASON', 'INCIDENT_DETAILS', 'REASON', 'RESOLUTION'),
    severity: (alarm) => severityByStatus(status(alarm) ?? ''),
    rule: fuzzyField('MONITORTYPE', 'MONITOR_TYPE'),
    resource: resource('monitor', monitor, fuzzyField('MONITORURL', 'HOST', 'MONITOR_ID', 'MONITORNAME')),
    provider: () => 'site24x7',
    account: fuzzyField('CUSTOMER_NAME', 'ACCOUNT_NAME', 'MSP_CUSTOMER_NAME'),
    occurred_at: (alarm) =>
      parseInstant(
        fuzzyField('OUTAGE_TIME_UNIX_FORMAT', 'UP_TIME_UNIX_FORMAT')(alarm) ?? null,
        alarm.delivery.words,
      ) ??
      parseInstant(fuzzyField('INCIDENT_TIME_ISO', 'OUTAGE_TIME_ISO')(alarm) ?? null, alarm.delivery.words),
    labels: allLabels(
      tagField('TAGS'),
      tagField('GROUP_TAGS'),
      labelled({
        group: fuzzyField('MONITOR_GROUPNAME'),
        business_unit: fuzzyField('BU_NAME'),
      }),
    ),
    links: {
      source: fuzzyField('RCA_LINK', 'MONITOR_DASHBOARD_LINK'),
      dashboard: fuzzyField('MONITOR_DASHBOARD_LINK'),
    },
    additional_info: {
      STATUS: status,
      FAILED_LOCATIONS: fuzzyField('FAILED_LOCATIONS'),
      DOWNTIME_DURATION: fuzzyField('DOWNTIME_DURATION', 'DURATION'),
    },
    additional_info_0_2: {
      MONITORURL: fuzzyField('MONITORURL'),
      MONITOR_GROUPNAME: fuzzyField('MONITOR_GROUPNAME'),
      MONITOR_DASHBOARD_LINK: fuzzyField('MONITOR_DASHBOARD_LINK'),
      RCA_LINK: fuzzyField('RCA_LINK'),
      TAGS: fuzzyField('TAGS'),
    },
  }),
};
