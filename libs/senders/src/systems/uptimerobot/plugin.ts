import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField, hasAny } from '../../vocabulary/fuzzy-field.js';
import { allLabels, labelled, tagsIn } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { joined } from '../../vocabulary/text.js';
import { type Vocabulary, dictionary } from '../../vocabulary/word.js';

const alertTypeText = firstOf(
  fuzzyField('alertTypeFriendlyName', 'alertFriendlyName'),
  fuzzyField('alertType', 'status', 'state'),
);
const monitor = fuzzyField('monitorFriendlyName', 'monitorName', 'friendlyName', 'monitorURL');
const address = fuzzyField('monitorURL', 'url');
const STATE_TEXTS: Vocabulary<string> = {
  1: 'DOWN',
  2: 'UP',
  3: 'certificate expires',
  4: 'domain expires',
  down: 'DOWN',
  up: 'UP',
};
const translateAlertType = dictionary(STATE_TEXTS);
const isExpiry = (alarm: Alarm): boolean =>
  /ssl|expir|certificate|domain/i.test(alertTypeText(alarm) ?? '') ||
  /^[34]$/.test(fuzzyField('alertType')(alarm) ?? '');
const kind = (alarm: Alarm): string | undefined => {
  const alertType = alertTypeText(alarm);
  return isExpiry(alarm) ? 'about to expire' : alertType && (translateAlertType(alertType) ?? alertType);
};
export const monitorAndState = joined(' is ', monitor, kind);
const PAUSED = ignored('the monitor was paused or started: neither down nor up');
const eventTypeByAlertType = dictionary<EventType | Ignored>({
  1: 'ALERT',
  2: 'RECOVERY',
  3: 'ALERT',
  4: 'ALERT',
  98: PAUSED,
  99: PAUSED,
  started: PAUSED,
  paused: PAUSED,
  down: 'ALERT',
  up: 'RECOVERY',
});

/** Derives the type from the word for the state, which users keep when they write the body, or else from the number. */
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  for (const read of [fuzzyField('alertTypeFriendlyName', 'status', 'state'), fuzzyField('alertType')]) {
    const type = eventTypeByAlertType(read(alarm) ?? '');
    if (type !== undefined) return type;
  }
  return isExpiry(alarm) ? 'ALERT' : undefined;
}

export const UPTIMEROBOT: AlarmFormat = {
  alarms: wholeBody(),
  expects: {
    body: 'the body of an UptimeRobot webhook: an object with `monitorID` and `alertType`',
    identity: '`monitorID`, `monitorURL` or `monitorFriendlyName`',
    state: '`alertType` 1 to 4 or `alertTypeFriendlyName` Down or Up',
  },
  event_key: (alarm) => {
    const key = fuzzyField('monitorID', 'monitorURL', 'monitorFriendlyName', 'id', 'url')(alarm);
    return key !== undefined && isExpiry(alarm) ? `${key}/expiry` : key;
  },
  event_type: deriveEventType,
  title: (alarm) =>
    monitor(alarm) === undefined
      ? fuzzyField('title', 'subject', 'message', 'alertDetails')(alarm)
      : monitorAndState(alarm),
  description: fuzzyField('alertDetails', 'details', 'message', 'sslExpiryDaysLeft'),
  severity: (alarm) => (isExpiry(alarm) ? 'WARNING' : undefined),
  resource: resource('website', monitor, firstOf(address, monitor)),
  provider: () => 'uptimerobot',
  occurred_at: (alarm) =>
    parseInstant(fuzzyField('alertDateTime', 'dateTime', 'timestamp')(alarm) ?? null, alarm.delivery.words),
  labels: allLabels(
    tagsIn(fuzzyField('monitorTags', 'tags')),
    labelled({
      group: fuzzyField('monitorGroup', 'monitorGroupName', 'group'),
      team: fuzzyField('team'),
      environment: fuzzyField('environment', 'env'),
      service: fuzzyField('service'),
    }),
  ),
  links: { source: fuzzyField('dashboardURL', 'monitorDashboardURL', 'incidentURL') },
  additional_info: {
    alertID: fuzzyField('alertID'),
    alertType: fuzzyField('alertType'),
    alertTypeFriendlyName: fuzzyField('alertTypeFriendlyName'),
    monitorID: fuzzyField('monitorID'),
    alertDuration: fuzzyField('alertDuration', 'alertFriendlyDuration'),
    sslExpiryDate: fuzzyField('sslExpiryDate'),
    sslExpiryDaysLeft: fuzzyField('sslExpiryDaysLeft'),
  },
  additional_info_0_2: { monitorURL: address },
};

/** The webhook alert contact of UptimeRobot, with its default body or a custom one with its variables. */
export const uptimerobot: Plugin = {
  plugin_id: 'uptimerobot',
  version: '1.1.0',
  name: 'UptimeRobot',
  provider: 'uptimerobot',
  docs: loadGuide('systems/uptimerobot'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/uptimerobot'),
  recognises: recogniseAny(
    recogniseBy('monitorID', 'monitorURL', 'monitorFriendlyName', 'alertType'),
    recogniseBy('monitorFriendlyName', 'alertTypeFriendlyName'),
    recogniseBy('monitor_friendly_name', 'alert_type_friendly_name'),
    recogniseBy('monitor_url', 'alert_type', 'alert_details'),
  ),
  // A contact without "Send as JSON" may put the variables into the query.
  takesEmptyBody: (_, query) =>
    hasAny(query, ['monitorID', 'monitorURL', 'monitorFriendlyName']) ? 'QUERY' : false,
  parse: createParser(UPTIMEROBOT),
};
