import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { listAt } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const OPENTELEMETRY_LABELS = [
  'service.name',
  'service_name',
  'host.name',
  'host_name',
  'k8s.pod.name',
  'k8s_pod_name',
  'k8s.node.name',
  'k8s_node_name',
  'k8s.deployment.name',
];

/** The webhook channel of SigNoz: the body of Alertmanager, with labels from OpenTelemetry. */
export const signoz: Plugin = {
  plugin_id: 'signoz',
  version: '1.1.0',
  name: 'SigNoz',
  provider: 'signoz',
  docs: loadGuide('systems/signoz'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/signoz'),
  recognises: recogniseAny(
    recogniseBy(
      'alerts[0].labels',
      'alerts[0].status',
      'receiver',
      ['alerts[0].labels.ruleSource', /./],
      'alerts[0].labels.ruleId',
    ),
    recogniseBy('alerts[0].labels', 'alerts[0].status', 'receiver', 'alerts[0].labels.ruleId', 'groupLabels'),
    recogniseBy(
      ['externalURL', /signoz/i],
      'alerts[0].labels',
      'receiver',
      'alerts[0].status',
      'alerts[0].annotations',
    ),
  ),
  parse: createParser({
    ...ALERTMANAGER_ALERT,
    alarms: singleOrList(listAt('alerts')),
    expects: {
      body: 'the webhook of SigNoz (an object with a list `alerts`)',
      identity: 'a `fingerprint` or `labels` in each alert',
      state: '`status` firing or resolved',
    },
    // SigNoz writes the same summary for all of its rules. Only the name distinguishes them.
    title: firstOf(
      text('annotations.title'),
      joined(': ', text('labels.alertname'), text('annotations.summary')),
    ),
    description: text('annotations.description', 'annotations.message', 'annotations.summary'),
    resource: firstOf(resourceByLabel('labels', ...OPENTELEMETRY_LABELS), ALERTMANAGER_ALERT.resource),
    provider: () => 'signoz',
    links: { ...ALERTMANAGER_ALERT.links, generator: link('generatorURL', 'labels.ruleSource') },
    additional_info_0_2: {
      ...ALERTMANAGER_ALERT.additional_info_0_2,
      ruleId: text('labels.ruleId'),
      ruleSource: text('labels.ruleSource'),
      related_logs: text('annotations.related_logs'),
      related_traces: text('annotations.related_traces'),
      value: text('annotations.value'),
      threshold: text('annotations.threshold'),
    },
  }),
};
