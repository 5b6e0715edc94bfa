import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { type Vocabulary, dictionary } from '../../vocabulary/word.js';

const said = firstOf(
  named('alertTypeFriendlyName', 'alertFriendlyName'),
  named('alertType', 'status', 'state'),
);
const monitor = named('monitorFriendlyName', 'monitorName', 'friendlyName', 'monitorURL');
const address = named('monitorURL', 'url');
const KINDS: Vocabulary<string> = {
  1: 'DOWN',
  2: 'UP',
  3: 'certificate expires',
  4: 'domain expires',
  down: 'DOWN',
  up: 'UP',
};
const kindOf = dictionary(KINDS);
const isExpiry = (alarm: Alarm): boolean =>
  /ssl|expir|certificate|domain/i.test(said(alarm) ?? '') || /^[34]$/.test(named('alertType')(alarm) ?? '');
const kind = (alarm: Alarm): string | undefined => {
  const word = said(alarm);
  return isExpiry(alarm) ? 'about to expire' : word && (kindOf(word) ?? word);
};
export const monitorAndState = joined(' is ', monitor, kind);
const PAUSED = ignored('the monitor was paused or started: neither down nor up');
const typeOf = dictionary<EventType | Ignored>({
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
function eventType(alarm: Alarm): EventType | Ignored | undefined {
  for (const read of [named('alertTypeFriendlyName', 'status', 'state'), named('alertType')]) {
    const meant = typeOf(read(alarm) ?? '');
    if (meant !== undefined) return meant;
  }
  return isExpiry(alarm) ? 'ALERT' : undefined;
}

export const UPTIMEROBOT: Sender = {
  alarms: wholeBody(),
  expects: {
    body: 'the body of an UptimeRobot webhook: an object with `monitorID` and `alertType`',
    identity: '`monitorID`, `monitorURL` or `monitorFriendlyName`',
    state: '`alertType` 1 to 4 or `alertTypeFriendlyName` Down or Up',
  },
  event_key: (alarm) => {
    const key = named('monitorID', 'monitorURL', 'monitorFriendlyName', 'id', 'url')(alarm);
    return key !== undefined && isExpiry(alarm) ? `${key}/expiry` : key;
  },
  event_type: eventType,
  title: (alarm) =>
    monitor(alarm) === undefined
      ? named('title', 'subject', 'message', 'alertDetails')(alarm)
      : monitorAndState(alarm),
  description: named('alertDetails', 'details', 'message', 'sslExpiryDaysLeft'),
  severity: (alarm) => (isExpiry(alarm) ? 'WARNING' : undefined),
  resource: resource('website', monitor, firstOf(address, monitor)),
  provider: () => 'uptimerobot',
  occurred_at: (alarm) => instantOf(named('alertDateTime', 'dateTime', 'timestamp')(alarm) ?? null),
  additional_info: {
    alertID: named('alertID'),
    alertType: named('alertType'),
    alertTypeFriendlyName: named('alertTypeFriendlyName'),
    monitorID: named('monitorID'),
    monitorURL: address,
    alertDuration: named('alertDuration', 'alertFriendlyDuration'),
    sslExpiryDate: named('sslExpiryDate'),
    sslExpiryDaysLeft: named('sslExpiryDaysLeft'),
  },
};

/** The webhook alert contact of UptimeRobot, with its default body or a custom one with its variables. */
export const uptimerobot: Plugin = {
  plugin_id: 'uptimerobot',
  version: '1.1.0',
  name: 'UptimeRobot',
  provider: 'uptimerobot',
  docs: guideOf('systems/uptimerobot'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/uptimerobot'),
  recognises: anyShape(
    shaped('monitorID', 'monitorURL', 'monitorFriendlyName', 'alertType'),
    shaped('monitorFriendlyName', 'alertTypeFriendlyName'),
    shaped('monitor_friendly_name', 'alert_type_friendly_name'),
    shaped('monitor_url', 'alert_type', 'alert_details'),
  ),
  parse: alarmsOf(UPTIMEROBOT),
};
