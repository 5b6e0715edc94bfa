import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { alarmsOf, type Sender } from '../../vocabulary/sender.js';
import { link } from '../../vocabulary/text.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { field, fieldInstant } from './fields.js';
import { monitorEvent, NEWEST, title, type Written } from './monitor-event.js';
import { tag, tagIn } from './tags.js';

const MARKS = ['title', 'alert_title', 'event_title', 'alert_transition', 'alert_id', 'event_type'];

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Builds the format of the webhooks integration for a version of the plugin. */
export function datadogEvent(written: Written): Sender {
  const event = monitorEvent(written);
  // The default payload contains the host only in the title.
  const inTitle = firstOf(
    resource('host', tagIn(event.scope, 'host')),
    resource('service', tagIn(event.scope, 'service')),
    resource('scope', event.scope),
  );
  return {
    alarms: alsoListed(
      wholeBody(...MARKS, ...MARKS.map((name) => name.toUpperCase()), ...MARKS.map(camelCase)),
    ),
    expects: {
      body: "the payload of Datadog's webhooks integration (an object with `title` or `alert_transition`)",
      identity: '`aggreg_key`, `alert_id` or `title`',
      state: '`alert_transition`',
    },
    event_key: event.identity,
    event_type: event.transitionType,
    title: firstOf(title, event.plainTitle),
    description: field('body', 'text', 'event_msg', 'text_only_msg', 'message', 'msg', 'alert_status'),
    severity: event.severityBy,
    rule: firstOf(field('alert_title', 'monitor_name', 'monitor.name'), event.plainTitle),
    resource: firstOf(
      resource('host', firstOf(field('host', 'hostname', 'host_name'), tag('host'))),
      resource('service', firstOf(field('service'), tag('service'))),
      resource('scope', field('alert_scope', 'scope', 'scopes')),
      (alarm) => (written.scopeInTitle ? inTitle(alarm) : undefined),
    ),
    provider: () => 'datadog',
    account: field('org.id', 'org_id', 'org.name', 'org_name'),
    image_url: link('snapshot', 'snapshot_url', 'image_url'),
    occurred_at: fieldInstant('date', 'last_updated', 'timestamp', 'date_happened'),
    additional_info: {
      alert_transition: event.transition,
      alert_type: field('alert_type'),
      alert_id: field('alert_id'),
      event_type: field('event_type'),
      priority: field('alert_priority', 'priority'),
      link: field('link', 'url'),
      tags: value('tags'),
      alert_scope: field('alert_scope', 'scope', 'scopes'),
      alert_query: field('alert_query', 'query'),
      alert_metric: field('alert_metric'),
      metric_namespace: field('metric_namespace'),
      org: value('org', 'org_name'),
      id: field('id'),
    },
  };
}

/** The webhooks integration of Datadog, with its default payload or a custom one. */
export const datadog: Plugin = {
  plugin_id: 'datadog',
  version: '1.1.0',
  name: 'Datadog',
  provider: 'datadog',
  docs: guideOf('systems/datadog'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/datadog'),
  recognises: anyShape(
    shaped('alert_transition', 'alert_type', 'title'),
    shaped('alert_id', 'alert_transition'),
    shaped('alert_transition', 'title'),
    shaped('aggreg_key', 'alert_type', 'event_type'),
    shaped('aggregation_key', 'alert_type', 'event_type'),
    shaped('alert_transition', 'event_type'),
    shaped(['event_type', /monitor|alert/i], 'org.id', 'last_updated'),
    shaped('ALERT_TRANSITION', 'ALERT_ID'),
    shaped('alertTransition', 'alertId'),
    shaped('ALERT_TRANSITION', 'EVENT_TITLE'),
    shaped('SECURITY_RULE_NAME'),
    shaped('alert_query', 'alert_metric'),
    shaped('alert_type', 'org.id', 'id'),
    shaped(['link', /datadoghq|ddog-gov/], 'title'),
    shaped(['url', /\.(?:datadoghq|ddog-gov)\./], 'title'),
    shaped(['LINK', /datadoghq|ddog-gov/]),
  ),
  parse: alarmsOf(datadogEvent(NEWEST)),
};
