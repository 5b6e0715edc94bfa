import type { EventType, Severity } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import { ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';

const SEVERITIES: Readonly<Record<string, Severity>> = {
  critical: 'CRITICAL',
  major: 'ERROR',
  minor: 'WARNING',
  warning: 'WARNING',
  info: 'INFO',
};
const state = text('statusExtended', 'status', 'event_type', 'eventType');

function deriveEventType(alarm: Alarm): EventType | Ignored {
  const stateText = state(alarm) ?? '';
  if (/stopped/i.test(stateText)) return ignored(`${stateText}: the detector was stopped`);
  return /^(?:ok|manually resolved|auto resolved|resolved|cleared)$/i.test(stateText.replaceAll('_', ' '))
    ? 'RECOVERY'
    : 'ALERT';
}

/** Detectors of Splunk Observability Cloud (SignalFx). */
export const DETECTOR: AlarmFormat = {
  alarms: singleOrList(wholeBody('detectorId', 'incidentId', 'detectorUrl')),
  expects: {
    body: 'the webhook of a detector (an object with `detectorId` and `incidentId`)',
    identity: '`incidentId` or `detectorId`',
    state: '`statusExtended` or `status` anomalous, ok, manually resolved or stopped',
  },
  event_key: firstOf(text('incidentId'), joined('/', text('detectorId', 'detector'), text('rule'))),
  event_type: deriveEventType,
  title: text('messageTitle', 'rule', 'detector'),
  description: text('messageBody', 'description'),
  severity: severityBy(SEVERITIES, 'severity'),
  rule: text('rule', 'detector'),
  resource: firstOf(
    resourceByLabel(
      'dimensions',
      'host',
      'host.name',
      'service',
      'sf_service',
      'k8s.pod.name',
      'instance',
      'AWSUniqueId',
    ),
    resourceByLabel('', 'detector'),
  ),
  provider: () => 'splunk',
  account: text('orgId'),
  image_url: link('imageUrl'),
  occurred_at: instant('timestamp', 'timestampISO8601'),
  labels: allLabels(labels('dimensions'), labelled({ detector: text('detector') })),
  // The address of the detector selects the incident.
  links: { runbook: link('runbookUrl'), source: link('detectorUrl') },
  additional_info: {
    tip: text('tip'),
    inputs: value('inputs'),
    statusExtended: text('statusExtended'),
    originatingMetric: text('originatingMetric'),
  },
  additional_info_0_2: {
    detector: text('detector'),
    detectorUrl: link('detectorUrl'),
    runbookUrl: link('runbookUrl'),
    dimensions: value('dimensions'),
  },
};
