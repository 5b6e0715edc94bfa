import type { Plugin } from '../../domain/plugin.js';
import { wholeBody } from '../reading/alarms.js';
import { alsoListed } from '../reading/formats.js';
import { instant } from '../reading/instant.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { value } from '../reading/path.js';
import { resource } from '../reading/resource.js';
import { firstOf } from '../reading/alarm.js';
import { alarmsOf } from '../reading/sender.js';
import { filled } from '../reading/template.js';
import { link } from '../reading/text.js';
import { anyShape, shaped } from '../reading/shape.js';
import { GUIDE } from './guide.js';
import { identity, plainTitle, severityBy, title, transition, transitionType } from './monitor-event.js';
import { SAMPLES } from './samples.js';
import { tag } from './tags.js';

/** The webhooks integration of Datadog, with its default payload or one of the user's. */
export const datadog: Plugin = {
  plugin_id: 'datadog',
  version: '1.0.0',
  name: 'Datadog',
  provider: 'datadog',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
  recognises: anyShape(
    shaped('alert_transition', 'alert_type', 'title'),
    shaped('alert_id', 'alert_transition'),
    shaped('aggreg_key', 'alert_type', 'event_type'),
    shaped('aggregation_key', 'alert_type', 'event_type'),
    shaped('alert_transition', 'event_type'),
    shaped(['event_type', /monitor|alert/i], 'org.id', 'last_updated'),
    shaped('alert_query', 'alert_metric'),
    shaped('alert_type', 'org.id', 'id'),
    shaped(['link', /datadoghq/], 'title'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(
      wholeBody('title', 'alert_title', 'event_title', 'alert_transition', 'alert_id', 'event_type'),
    ),
    expects: {
      body: "the payload of Datadog's webhooks integration (an object with `title` or `alert_transition`)",
      identity: '`aggreg_key`, `alert_id` or `title`',
      state: '`alert_transition`',
    },
    event_key: identity,
    event_type: transitionType,
    title: firstOf(title, plainTitle),
    description: filled('body', 'text', 'event_msg', 'text_only_msg', 'message', 'msg', 'alert_status'),
    severity: severityBy,
    rule: firstOf(filled('alert_title', 'monitor_name', 'monitor.name'), plainTitle),
    resource: firstOf(
      resource('host', firstOf(filled('host', 'hostname', 'host_name'), tag('host'))),
      resource('service', firstOf(filled('service'), tag('service'))),
      resource('scope', filled('alert_scope', 'scope', 'scopes')),
    ),
    provider: () => 'datadog',
    account: filled('org.id', 'org_id', 'org.name', 'org_name'),
    image_url: link('snapshot', 'snapshot_url', 'image_url'),
    occurred_at: instant('date', 'last_updated', 'timestamp', 'date_happened'),
    additional_info: {
      alert_transition: transition,
      alert_type: filled('alert_type'),
      alert_id: filled('alert_id'),
      event_type: filled('event_type'),
      priority: filled('alert_priority', 'priority'),
      link: filled('link', 'url'),
      tags: value('tags'),
      alert_scope: filled('alert_scope', 'scope', 'scopes'),
      alert_query: filled('alert_query', 'query'),
      alert_metric: filled('alert_metric'),
      metric_namespace: filled('metric_namespace'),
      org: value('org', 'org_name'),
      id: filled('id'),
    },
  }),
};
