import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service.js';
import { named } from '../../vocabulary/named.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';

/** A notification script of Checkmk that posts the variables of the notification. */
export const checkmk: Plugin = {
  plugin_id: 'checkmk',
  version: '1.0.0',
  name: 'Checkmk',
  provider: 'checkmk',
  docs: guideOf('systems/checkmk'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/checkmk'),
  recognises: anyShape(
    shaped('NOTIFY_HOSTNAME', 'NOTIFY_NOTIFICATIONTYPE'),
    shaped('OMD_SITE', 'HOSTNAME', 'NOTIFICATIONTYPE', 'WHAT'),
    shaped('omd_site', 'notification_type', 'host_name', 'host_state'),
    shaped('notification_type', 'what', 'site', 'check_command'),
    shaped('omd_site', 'notification_type', 'host_name', 'service_state'),
    shaped(['what', /^(?:HOST|SERVICE)$/], 'host', 'status', 'severity'),
    shaped(['what', /^(?:HOST|SERVICE)$/], 'host', 'summary'),
    shaped(['summary', /^check_?mk/i], 'host', 'status'),
    shaped('HOSTNAME', 'SERVICEDESC', 'SERVICESHORTSTATE', 'NOTIFICATIONTYPE'),
  ),
  parse: alarmsOf({
    ...HOST_SERVICE_NOTIFICATION,
    provider: () => 'checkmk',
    account: named('omd_site', 'site'),
  }),
};
