import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service-notification.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';

/** A notification script of Checkmk that posts the variables of the notification. */
export const checkmk: Plugin = {
  plugin_id: 'checkmk',
  version: '1.1.0',
  name: 'Checkmk',
  provider: 'checkmk',
  docs: loadGuide('systems/checkmk'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/checkmk'),
  recognises: recogniseAny(
    recogniseBy('NOTIFY_HOSTNAME', 'NOTIFY_NOTIFICATIONTYPE'),
    recogniseBy('OMD_SITE', 'HOSTNAME', 'NOTIFICATIONTYPE', 'WHAT'),
    recogniseBy('omd_site', 'notification_type', 'host_name', 'host_state'),
    recogniseBy('notification_type', 'what', 'site', 'check_command'),
    recogniseBy('omd_site', 'notification_type', 'host_name', 'service_state'),
    recogniseBy(['what', /^(?:HOST|SERVICE)$/], 'host', 'status', 'severity'),
    recogniseBy(['what', /^(?:HOST|SERVICE)$/], 'host', 'summary'),
    recogniseBy(['summary', /^check_?mk/i], 'host', 'status'),
    recogniseBy('HOSTNAME', 'SERVICEDESC', 'SERVICESHORTSTATE', 'NOTIFICATIONTYPE'),
  ),
  parse: createParser({
    ...HOST_SERVICE_NOTIFICATION,
    provider: () => 'checkmk',
    account: fuzzyField('omd_site', 'site'),
  }),
};
