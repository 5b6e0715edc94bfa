import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
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
const typeOf = dictionary(STATES);
const SCALE: Vocabulary<Severity> = {
  down: 'CRITICAL',
  critical: 'CRITICAL',
  trouble: 'WARNING',
  'configuration error': 'ERROR',
  up: 'INFO',
};
const severityIn = dictionary(SCALE);
const status = named('STATUS', 'MONITOR_STATUS');
const monitor = named('MONITORNAME', 'MONITOR_NAME', 'DISPLAYNAME', 'MONITORURL');

/** The webhook of Site24x7 (ManageEngine) with its default JSON. */
export const site24x7: Plugin = {
  plugin_id: 'site24x7',
  version: '1.0.0',
  name: 'Site24x7',
  provider: 'site24x7',
  docs: guideOf('systems/site24x7'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/site24x7'),
  recognises: anyShape(
    shaped('MONITOR_ID', 'STATUS', 'MONITORNAME', 'MONITORTYPE'),
    shaped('MONITORNAME', 'STATUS', 'INCIDENT_REASON'),
    shaped('MONITORNAME', 'STATUS', 'MONITOR_DASHBOARD_LINK'),
    shaped('MONITOR_ID', 'STATUS'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the JSON of a Site24x7 webhook: an object with `MONITOR_ID` and `STATUS`',
      identity: '`MONITOR_ID`, `MONITORURL` or `MONITORNAME`',
      state: '`STATUS` DOWN, TROUBLE, CRITICAL or UP',
    },
    event_key: named('MONITOR_ID', 'MONITORID', 'MONITORURL', 'MONITORNAME'),
    event_type: (alarm) => typeOf(status(alarm) ?? ''),
    title: joined(' is ', monitor, status),
    description: named('INCIDENT_REASON', 'INCIDENT_DETAILS', 'REASON', 'RESOLUTION'),
    severity: (alarm) => severityIn(status(alarm) ?? ''),
    rule: named('MONITORTYPE', 'MONITOR_TYPE'),
    resource: resource('monitor', monitor, named('MONITORURL', 'HOST', 'MONITOR_ID', 'MONITORNAME')),
    provider: () => 'site24x7',
    account: named('CUSTOMER_NAME', 'ACCOUNT_NAME', 'MSP_CUSTOMER_NAME'),
    occurred_at: (alarm) =>
      instantOf(named('OUTAGE_TIME_UNIX_FORMAT', 'UP_TIME_UNIX_FORMAT')(alarm) ?? null) ??
      instantOf(named('INCIDENT_TIME_ISO', 'OUTAGE_TIME_ISO')(alarm) ?? null),
    additional_info: {
      STATUS: status,
      MONITORURL: named('MONITORURL'),
      MONITOR_GROUPNAME: named('MONITOR_GROUPNAME'),
      FAILED_LOCATIONS: named('FAILED_LOCATIONS'),
      DOWNTIME_DURATION: named('DOWNTIME_DURATION', 'DURATION'),
      MONITOR_DASHBOARD_LINK: named('MONITOR_DASHBOARD_LINK'),
      RCA_LINK: named('RCA_LINK'),
      TAGS: named('TAGS'),
    },
  }),
};
