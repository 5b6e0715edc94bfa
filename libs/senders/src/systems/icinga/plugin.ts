import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service-notification.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';

/** A notification script of Icinga 2 that posts JSON or a form. */
export const icinga: Plugin = {
  plugin_id: 'icinga',
  version: '1.1.0',
  name: 'Icinga',
  provider: 'icinga',
  docs: loadGuide('systems/icinga'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/icinga'),
  recognises: recogniseAny(
    recogniseBy('icinga_url'),
    recogniseBy('host.name', 'service', 'check_result.exit_status', 'check_result.output'),
    recogniseBy(['type', /^(?:StateChange|CheckResult)$/], 'host', 'check_result'),
    recogniseBy(
      ['type', /^(?:StateChange|CheckResult|Notification|Acknowledgement(?:Set|Cleared))$/],
      'host',
      'state',
      'state_type',
    ),
    recogniseBy(['type', /^Notification$/], 'host', 'notification_type', 'check_result'),
    recogniseBy(['source', /^icinga/i], 'host_name', 'notification_type', 'host_state'),
    recogniseBy(['source', /^icinga/i], 'host_name', 'notification_type', 'service_state'),
    recogniseBy(['source', /^icinga/i], 'host_name', 'notification_type'),
    recogniseBy('notification_type', 'host_name', 'service_name', 'service_state', 'service_output'),
    recogniseBy('notification_type', 'host_name', 'host_display_name', 'host_state'),
    recogniseBy({ header: 'user-agent', pattern: /icinga/i }),
    recogniseBy('ICINGA_HOSTNAME'),
  ),
  parse: createParser({ ...HOST_SERVICE_NOTIFICATION, provider: () => 'icinga' }),
};
