import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { instant } from '../../vocabulary/instant.js';
import { labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resourceByLabel } from '../../vocabulary/resource.js';
import type { Sender } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { fingerprintOf } from './label-fingerprint.js';

/** What is broken, from the most to the least precise label. */
const RESOURCE_LABELS =
  'instance host hostname node nodename pod container device target service deployment statefulset daemonset job namespace';

const resource = resourceByLabel('labels', ...RESOURCE_LABELS.split(' '));
export const SEVERITY_LABELS = ['labels.severity', 'labels.level', 'labels.priority'];
const labelSet = labels('labels');
const endsAt = instant('endsAt');
export const ownStatus = word<EventType>({ firing: 'ALERT', resolved: 'RECOVERY' }, 'status');
// A group is resolved only when all its alerts are; that it is firing says nothing about one of them.
export const groupStatus = word<EventType>({ resolved: 'RECOVERY' }, '$.status');

/** An alert without a status (as Prometheus posts it) is firing unless its end is past; Prometheus puts the end ahead. */
export function byEnd(alarm: Alarm): EventType {
  const ended = endsAt(alarm);
  return ended !== undefined && ended <= alarm.delivery.received_at ? 'RECOVERY' : 'ALERT';
}

function labelHash(alarm: Alarm): string | undefined {
  const found = labelSet(alarm);
  return found === undefined || Object.keys(found).length === 0 ? undefined : fingerprintOf(found);
}

const resourceName: Reader<string> = (alarm) => resource(alarm)?.name ?? undefined;

/** The alert of Alertmanager, as it and everything made after it (vmalert, Mimir, Grafana) sends it. */
export const ALERTMANAGER_ALERT = {
  event_key: firstOf(text('fingerprint'), labelHash),
  event_type: firstOf(ownStatus, groupStatus, byEnd),
  title: firstOf(
    text('annotations.summary', 'annotations.title'),
    joined(': ', text('labels.alertname'), resourceName),
    text('annotations.message', 'annotations.description'),
    // An alert of nothing but a state: the words of its group.
    text('$.commonAnnotations.summary', '$.commonLabels.alertname', '$.title'),
  ),
  description: text('annotations.description', 'annotations.message'),
  // `page` is what the examples of Prometheus call an alert that wakes somebody up.
  severity: severityBy({ page: 'CRITICAL' }, ...SEVERITY_LABELS),
  rule: text('labels.alertname'),
  resource,
  account: text('labels.account', 'labels.account_id', 'labels.cluster', 'labels.tenant'),
  image_url: link('imageURL', 'annotations.image_url', 'annotations.imageURL', 'annotations.image'),
  occurred_at: instant('startsAt'),
  resolved_at: endsAt,
  additional_info: {
    labels: labelSet,
    annotations: labels('annotations'),
    startsAt: value('startsAt'),
    endsAt: value('endsAt'),
    generatorURL: text('generatorURL'),
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
} satisfies Partial<Sender>;
