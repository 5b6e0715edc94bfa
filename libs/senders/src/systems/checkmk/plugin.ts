import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { HOST_SERVICE_NOTIFICATION } from '../../vocabulary/host-service-notification.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { createParser, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import type { Reader } from '../../vocabulary/alarm.js';
import { allLabels, toLabels, toTags, type Labels } from '../../vocabulary/labels.js';

const COMMON: Partial<AlarmFormat> = HOST_SERVICE_NOTIFICATION;

/** Returns a reader for labels and tags that are posted as they are, as a variable each: `NOTIFY_HOSTLABEL_cmk/os_family`. */
function variableLabels(kind: 'HOST' | 'SERVICE'): Reader<Labels> {
  const pattern = new RegExp(`^(?:NOTIFY_)?${kind}(?:LABEL|TAG)_(.+)$`);
  return ({ value: body }) => {
    const entries = Object.entries(toLabels(body) ?? {}).flatMap(([variable, label]) => {
      const name = pattern.exec(variable)?.[1];
      return name === undefined || label === '' ? [] : [[name, label] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
}

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
    labels: allLabels(
      (alarm) => toTags(fuzzyField('labels')(alarm) ?? null),
      variableLabels('SERVICE'),
      variableLabels('HOST'),
      (alarm) => COMMON.labels?.(alarm),
    ),
    links: { ...COMMON.links, source: fuzzyField('url', 'link', 'service_url', 'host_url', 'action_url') },
  }),
};
