import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';

/** A notification script of Icinga 2 that posts JSON or a form. */
export const icinga: Plugin = {
  plugin_id: 'icinga',
  version: '1.0.0',
  name: 'Icinga',
  provider: 'icinga',
  docs: guideOf('systems/icinga'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/icinga'),
  recognises: anyShape(
    shaped('icinga_url'),
    shaped('host.name', 'service', 'check_result.exit_status', 'check_result.output'),
    shaped(['type', /^(?:StateChange|CheckResult)$/], 'host', 'check_result'),
    shaped(
      ['type', /^(?:StateChange|CheckResult|Notification|Acknowledgement(?:Set|Cleared))$/],
      'host',
      'state',
      'state_type',
    ),
    shaped(['type', /^Notification$/], 'host', 'notification_type', 'check_result'),
    shaped(['source', /^icinga/i], 'host_name', 'notification_type', 'host_state'),
    shaped(['source', /^icinga/i], 'host_name', 'notification_type', 'service_state'),
    shaped(['source', /^icinga/i], 'host_name', 'notification_type'),
    shaped('notification_type', 'host_name', 'service_name', 'service_state', 'service_output'),
    shaped('notification_type', 'host_name', 'host_display_name', 'host_state'),
    shaped({ header: 'user-agent', is: /icinga/i }),
    shaped('ICINGA_HOSTNAME'),
  ),
  parse: alarmsOf({ ...HOST_SERVICE_NOTIFICATION, provider: () => 'icinga' }),
};
