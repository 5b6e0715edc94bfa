import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';

/** A notification command of Nagios (Naemon, Centreon, Shinken) that posts JSON or a form. */
export const nagios: Plugin = {
  plugin_id: 'nagios',
  version: '1.0.0',
  name: 'Nagios',
  provider: 'nagios',
  docs: guideOf('systems/nagios'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/nagios'),
  recognises: anyShape(
    shaped('notification_type', 'host_name', 'host_state', 'long_date_time'),
    shaped('notification_type', 'host_name', 'service_description'),
    shaped('host_name', 'service_description', 'service_state_id'),
    shaped('host_name', 'host_state_id'),
    shaped('host', 'service', ['status', /^(?:OK|WARNING|CRITICAL|UNKNOWN)$/], 'output'),
    shaped('host', 'service', ['state', /^(?:OK|WARNING|CRITICAL|UNKNOWN)$/], 'output'),
    shaped('notificationtype', 'hostname'),
    shaped('NAGIOS_HOSTNAME', 'NAGIOS_NOTIFICATIONTYPE'),
    shaped('NOTIFICATIONTYPE', 'HOSTNAME'),
    shaped('NOTIFICATIONTYPE', 'HOSTNAME', 'HOSTSTATE'),
    shaped('NOTIFICATIONTYPE', 'HOSTNAME', 'SERVICEDESC'),
  ),
  parse: alarmsOf({ ...HOST_SERVICE_NOTIFICATION, provider: () => 'nagios' }),
};
