import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service-notification.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';

/** A notification command of Nagios (Naemon, Centreon, Shinken) that posts JSON or a form. */
export const nagios: Plugin = {
  plugin_id: 'nagios',
  version: '1.1.0',
  name: 'Nagios',
  provider: 'nagios',
  docs: loadGuide('systems/nagios'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/nagios'),
  recognises: recogniseAny(
    recogniseBy('notification_type', 'host_name', 'host_state', 'long_date_time'),
    recogniseBy('notification_type', 'host_name', 'service_description'),
    recogniseBy('host_name', 'service_description', 'service_state_id'),
    recogniseBy('host_name', 'host_state_id'),
    recogniseBy('host', 'service', ['status', /^(?:OK|WARNING|CRITICAL|UNKNOWN)$/], 'output'),
    recogniseBy('host', 'service', ['state', /^(?:OK|WARNING|CRITICAL|UNKNOWN)$/], 'output'),
    recogniseBy('notificationtype', 'hostname'),
    recogniseBy('NAGIOS_HOSTNAME', 'NAGIOS_NOTIFICATIONTYPE'),
    recogniseBy('NOTIFICATIONTYPE', 'HOSTNAME'),
    recogniseBy('NOTIFICATIONTYPE', 'HOSTNAME', 'HOSTSTATE'),
    recogniseBy('NOTIFICATIONTYPE', 'HOSTNAME', 'SERVICEDESC'),
  ),
  parse: createParser({ ...HOST_SERVICE_NOTIFICATION, provider: () => 'nagios' }),
};
