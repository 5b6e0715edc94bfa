import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { labels, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { computeFingerprint } from './label-fingerprint.js';

/** Labels that name the resource, from the most to the least precise. */
const RESOURCE_LABELS =
  'instance host hostname node nodename pod container device target service deployment statefulset daemonset job namespace';

const resource = resourceByLabel('labels', ...RESOURCE_LABELS.split(' '));
export const SEVERITY_LABELS = ['labels.severity', 'labels.level', 'labels.priority'];
const labelSet = labels('labels');
const endsAt = instant('endsAt');
export const ownStatus = word<EventType>({ firing: 'ALERT', resolved: 'RECOVERY' }, 'status');
// A group is resolved only if all of its alerts are. If it is firing, a single alert may still be resolved.
export const groupStatus = word<EventType>({ resolved: 'RECOVERY' }, '$.status');

/** Derives the type of an alert without a status, which Prometheus posts. The end is in the future while the alert fires. */
export function eventTypeByEnd(alarm: Alarm): EventType {
  const endTime = endsAt(alarm);
  return endTime !== undefined && endTime <= alarm.delivery.received_at ? 'RECOVERY' : 'ALERT';
}

function fingerprintLabels(alarm: Alarm): string | undefined {
  const found = labelSet(alarm);
  if (found === undefined || Object.keys(found).length === 0) return undefined;
  // Labels without a value say nothing, so all such alerts would have one key.
  const isBlank = Object.values(found).every((label) => label.trim() === '');
  return isBlank && alarm.delivery.words !== '0.2' ? undefined : computeFingerprint(found);
}

const resourceName: Reader<string> = (alarm) => resource(alarm)?.name ?? undefined;

/** Annotations that other fields contain. */
const SHOWN_ANNOTATIONS =
  /^(?:summary|title|description|message|runbook(?:_?url)?|dashboard(?:_?url)?|image(?:_?url)?)$/i;

/** Returns the annotations that no other field contains. */
function furtherAnnotations(alarm: Alarm): Labels | undefined {
  const found = Object.entries(labels('annotations')(alarm) ?? {}).filter(
    ([name]) => !SHOWN_ANNOTATIONS.test(name),
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** The alert of Alertmanager, which compatible tools (vmalert, Mimir, Grafana) send as well. */
export const ALERTMANAGER_ALERT = {
  event_key: firstOf(text('fingerprint'), fingerprintLabels),
  event_type: firstOf(ownStatus, groupStatus, eventTypeByEnd),
  title: firstOf(
    text('annotations.summary', 'annotations.title'),
    joined(': ', text('labels.alertname'), resourceName),
    text('annotations.message', 'annotations.description'),
    // An alert without labels or annotations gets the title of its group.
    text('$.commonAnnotations.summary', '$.commonLabels.alertname', '$.title'),
  ),
  description: text('annotations.description', 'annotations.message'),
  // In the examples of Prometheus, `page` is the severity of an alert that wakes somebody up.
  severity: severityBy({ page: 'CRITICAL' }, ...SEVERITY_LABELS),
  rule: text('labels.alertname'),
  resource,
  account: text('labels.account', 'labels.account_id', 'labels.cluster', 'labels.tenant'),
  image_url: link('imageURL', 'annotations.image_url', 'annotations.imageURL', 'annotations.image'),
  started_at: instant('startsAt'),
  resolved_at: endsAt,
  labels: labelSet,
  links: {
    runbook: link(
      'annotations.runbook_url',
      'annotations.runbook',
      'annotations.runbookURL',
      'annotations.runbookUrl',
    ),
    dashboard: link(
      'dashboardURL',
      'annotations.dashboard_url',
      'annotations.dashboard',
      'annotations.dashboardURL',
    ),
    panel: link('panelURL'),
    generator: link('generatorURL'),
    silence: link('silenceURL'),
  },
  additional_info: {
    annotations: furtherAnnotations,
    values: (alarm: Alarm) => {
      const values = value('values')(alarm);
      return isObject(values) ? values : undefined;
    },
    receiver: text('$.receiver'),
    externalURL: text('$.externalURL'),
    groupKey: text('$.groupKey'),
    groupLabels: labels('$.groupLabels'),
    truncatedAlerts: value('$.truncatedAlerts'),
  },
  additional_info_0_2: {
    labels: labelSet,
    annotations: labels('annotations'),
    startsAt: value('startsAt'),
    endsAt: value('endsAt'),
    generatorURL: text('generatorURL'),
  },
} satisfies Partial<AlarmFormat>;
