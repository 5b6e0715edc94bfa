import type { EventType } from '../../domain/event.js';
import type { Plugin } from '../../domain/plugin.js';
import { firstOf } from '../reading/alarm.js';
import { wholeBody } from '../reading/alarms.js';
import { named } from '../reading/named.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { resource } from '../reading/resource.js';
import { alarmsOf } from '../reading/sender.js';
import { severityOf } from '../reading/severity.js';
import { shaped, anyShape } from '../reading/shape.js';
import { joined } from '../reading/text.js';
import { dictionary } from '../reading/word.js';
import { GUIDE } from './guide.js';
import { SAMPLES } from './samples.js';

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
const state = named('status', 'state', 'alert_triggered_or_resolved', 'event_type', 'alert_status');
const name = named('endpoint_name', 'name', 'endpoint', 'service_name', 'service');
const group = named('endpoint_group', 'group', 'service_group');
const address = named('endpoint_url', 'url', 'service_url');

/** The custom alerting provider of Gatus, with the body of the guide or one like it. */
export const gatus: Plugin = {
  plugin_id: 'gatus',
  version: '1.0.0',
  name: 'Gatus',
  provider: 'gatus',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
  recognises: anyShape(
    shaped('endpoint_name', 'endpoint_group', ['status', /^(?:triggered|resolved)$/i]),
    shaped('endpoint_name', 'alert_description'),
    shaped('result_errors', 'alert_description'),
    shaped('alert_triggered_or_resolved', 'endpoint_name'),
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
    title: joined(': ', joined('/', group, name), named('alert_description', 'description')),
    description: joined(
      '\n',
      named('alert_description', 'description'),
      named('result_errors', 'errors'),
      named('result_conditions', 'conditions'),
    ),
    severity: (alarm) => severityOf(named('severity', 'priority')(alarm) ?? ''),
    rule: named('alert_description', 'description'),
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
