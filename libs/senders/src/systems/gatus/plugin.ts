import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severityOf } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const typeOf = dictionary<EventType>({
  triggered: 'ALERT',
  firing: 'ALERT',
  alert: 'ALERT',
  down: 'ALERT',
  unhealthy: 'ALERT',
  partialoutage: 'ALERT',
  resolved: 'RECOVERY',
  up: 'RECOVERY',
  healthy: 'RECOVERY',
  operational: 'RECOVERY',
});
/** `TRIGGERED: group - name - description`, as the documentation of Gatus shows the body of its custom alerts. */
const TOLD = /^\W*(TRIGGERED|RESOLVED)[\s:-]+([^\s:-].*)$/is;
interface Told {
  readonly state?: string | undefined;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}
function toldIn(alarm: Alarm): Told {
  const match = TOLD.exec(named('text', 'message', 'content')(alarm) ?? '');
  if (match === null) return {};
  const parts = (match[2] ?? '').split(' - ').map((part) => part.trim());
  const [group, name] = parts.length > 2 ? parts : [undefined, parts[0]];
  const description = parts.slice(parts.length > 2 ? 2 : 1).join(' - ') || undefined;
  return { state: match[1], group: group || undefined, name: name || undefined, description };
}
const state = firstOf(
  named('status', 'state', 'alert_triggered_or_resolved', 'event_type', 'alert_status'),
  (alarm) => toldIn(alarm).state,
);
const name = firstOf(
  named('endpoint_name', 'name', 'endpoint', 'service_name', 'service'),
  (alarm) => toldIn(alarm).name,
);
const group = firstOf(named('endpoint_group', 'group', 'service_group'), (alarm) => toldIn(alarm).group);
const description = firstOf(named('alert_description', 'description'), (alarm) => toldIn(alarm).description);
const address = named('endpoint_url', 'url', 'service_url');

/** The custom alerting provider of Gatus, with the body of the guide or one like it. */
export const gatus: Plugin = {
  plugin_id: 'gatus',
  version: '1.0.0',
  name: 'Gatus',
  provider: 'gatus',
  docs: guideOf('systems/gatus'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/gatus'),
  recognises: anyShape(
    shaped('endpoint_name', 'endpoint_group', ['status', /^(?:triggered|resolved)$/i]),
    shaped('endpoint_name', 'alert_description'),
    shaped('result_errors', 'alert_description'),
    shaped('alert_triggered_or_resolved', 'endpoint_name'),
    shaped(['text', /^(?:TRIGGERED|RESOLVED): .+ - .+/]),
    shaped({ header: 'user-agent', is: /^Gatus\//i }),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'an object with `endpoint_name` and `status`, as in the guide',
      identity: '`endpoint_name` or `endpoint_url`',
      state: '`status` TRIGGERED or RESOLVED',
    },
    event_key: joined('/', group, firstOf(name, address)),
    event_type: (alarm) => typeOf(state(alarm) ?? ''),
    title: joined(': ', joined('/', group, name), description),
    description: joined(
      '\n',
      description,
      named('result_errors', 'errors'),
      named('result_conditions', 'conditions'),
    ),
    severity: (alarm) => severityOf(named('severity', 'priority')(alarm) ?? ''),
    rule: description,
    state: () => 'DOWN',
    resource: resource('endpoint', name, firstOf(address, name)),
    provider: () => 'gatus',
    additional_info: {
      endpoint_group: group,
      endpoint_url: address,
      result_errors: named('result_errors', 'errors'),
      result_conditions: named('result_conditions', 'conditions'),
    },
  }),
};
