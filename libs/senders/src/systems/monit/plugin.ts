import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severityOf } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const said = named('event', 'monit_event');
const host = named('host', 'hostname');
const service = named('service', 'name');
const BAD = /(?:fail|failed|does not exist|doesn't exist|matched|timeout|changed|not responding|missing)$/i;
const GOOD = /(?:succeeded|recovery|exists|passed|not changed|not matched|ok|returned|up)$/i;
const STATES = dictionary<EventType | Ignored>({
  failed: 'ALERT',
  failure: 'ALERT',
  problem: 'ALERT',
  succeeded: 'RECOVERY',
  success: 'RECOVERY',
  passed: 'RECOVERY',
  recovery: 'RECOVERY',
});

function eventType(alarm: Alarm): EventType | Ignored | undefined {
  const stated = STATES(named('state', 'status')(alarm) ?? '');
  if (stated !== undefined) return stated;
  const event = said(alarm);
  if (event === undefined) return undefined;
  if (/^(?:instance changed|action done|monit)/i.test(event))
    return ignored(`${event}: Monit itself, or what somebody told it to do`);
  if (/^data access error/i.test(event)) return 'ALERT';
  if (GOOD.test(event)) return 'RECOVERY';
  return BAD.test(event) || /error|limit/i.test(event) ? 'ALERT' : undefined;
}

/** Returns the subject, which is the same for a problem and its end: `Does not exist` and `Exists` are both `existence`. */
function subject(alarm: Alarm): string | undefined {
  const event = said(alarm);
  if (event === undefined) return undefined;
  if (/exists?$/i.test(event)) return 'existence';
  return (
    event
      .toLowerCase()
      .replace(
        /(?<!\s)\s+(?:failed|succeeded|matched|not matched|changed|not changed|ok|error|recovery)$/,
        '',
      ) || undefined
  );
}

/** A script of Monit that posts its environment variables. */
export const monit: Plugin = {
  plugin_id: 'monit',
  version: '1.0.0',
  name: 'Monit',
  provider: 'monit',
  docs: guideOf('systems/monit'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/monit'),
  recognises: anyShape(
    shaped('MONIT_SERVICE', 'MONIT_EVENT', 'MONIT_HOST'),
    shaped('monit_service', 'monit_event'),
    shaped('service', 'event', 'host', 'description', ['source', /^monit$/i]),
    shaped('service', 'host', 'description', [
      'event',
      /^(?:does not exist|exists|(?:connection|execution|heartbeat|status|timeout|checksum|size|permission|resource limit) (?:failed|succeeded|matched|not matched)|monit instance changed)/i,
    ]),
    shaped(['source', /^monit$/i], 'service'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the form of the guide, with `host`, `service` and `event`',
      identity: '`service`',
      state: '`event` such as "Connection failed", or `state` failed or succeeded',
    },
    event_key: (alarm) =>
      service(alarm) === undefined ? undefined : joined('/', host, service, subject)(alarm),
    event_type: eventType,
    title: joined(': ', joined(' on ', service, host), said),
    description: named('description', 'message'),
    severity: (alarm) => severityOf(named('severity')(alarm) ?? ''),
    rule: service,
    state: said,
    resource: firstOf(resource('host', host), resource('service', service)),
    provider: () => 'monit',
    occurred_at: (alarm) => instantOf(named('timestamp', 'date', 'time')(alarm) ?? null),
    additional_info: {
      event: said,
      service,
      pid: named('process_pid'),
      memory: named('process_memory'),
      cpu: named('process_cpu_percent'),
      program_status: named('program_status'),
      date: named('date'),
    },
  }),
};
