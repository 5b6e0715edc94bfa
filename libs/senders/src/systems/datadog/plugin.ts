import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { allLabels, tags, toTags, type Labels } from '../../vocabulary/labels.js';
import { newestOnly } from '../../vocabulary/newest-only.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { createParser, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { link } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { field, fieldInstant } from './fields.js';
import { createMonitorReaders, LATEST, title, type VersionSettings } from './monitor-event.js';
import { tag, tagIn } from './tags.js';

const MARKER_PATHS = ['title', 'alert_title', 'event_title', 'alert_transition', 'alert_id', 'event_type'];

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a reader for the tags in these fields, whose names may be in any of the forms that `field` accepts. */
function tagField(...names: readonly string[]): Reader<Labels> {
  const text = field(...names);
  return firstOf(tags(...names), (alarm) => toTags(text(alarm) ?? null));
}

/** Builds the format of the webhooks integration for a version of the plugin. */
export function createDatadogFormat(settings: VersionSettings): AlarmFormat {
  const event = createMonitorReaders(settings);
  // The default payload contains the host only in the title.
  const titleResource = firstOf(
    resource('host', tagIn(event.scope, 'host')),
    resource('service', tagIn(event.scope, 'service')),
    resource('scope', event.scope),
  );
  return {
    alarms: singleOrList(
      wholeBody(
        ...MARKER_PATHS,
        ...MARKER_PATHS.map((name) => name.toUpperCase()),
        ...MARKER_PATHS.map(camelCase),
      ),
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
      (alarm) => (settings.scopeInTitle ? titleResource(alarm) : undefined),
    ),
    provider: () => 'datadog',
    account: field('org.id', 'org_id', 'org.name', 'org_name'),
    image_url: firstOf(
      link('snapshot', 'snapshot_url', 'image_url'),
      newestOnly(link('SNAPSHOT', 'SNAPSHOT_URL', 'IMAGE_URL', 'snapshotUrl', 'imageUrl')),
    ),
    occurred_at: fieldInstant('date', 'last_updated', 'timestamp', 'date_happened'),
    labels: allLabels(tagField('tags'), tagField('alert_scope', 'scope', 'scopes'), (alarm) =>
      toTags(event.scope(alarm) ?? null),
    ),
    links: { source: field('link', 'url') },
    additional_info: {
      alert_transition: event.transition,
      alert_type: field('alert_type'),
      alert_id: field('alert_id'),
      event_type: field('event_type'),
      priority: field('alert_priority', 'priority'),
      alert_query: field('alert_query', 'query'),
      alert_metric: field('alert_metric'),
      metric_namespace: field('metric_namespace'),
      org: value('org', 'org_name'),
      id: field('id'),
    },
    additional_info_0_2: {
      link: field('link', 'url'),
      tags: value('tags'),
      alert_scope: field('alert_scope', 'scope', 'scopes'),
    },
  };
}

/** The webhooks integration of Datadog, with its default payload or a custom one. */
export const datadog: Plugin = {
  plugin_id: 'datadog',
  version: '1.1.0',
  name: 'Datadog',
  provider: 'datadog',
  docs: loadGuide('systems/datadog'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/datadog'),
  recognises: recogniseAny(
    recogniseBy('alert_transition', 'alert_type', 'title'),
    recogniseBy('alert_id', 'alert_transition'),
    recogniseBy('alert_transition', 'title'),
    recogniseBy('aggreg_key', 'alert_type', 'event_type'),
    recogniseBy('aggregation_key', 'alert_type', 'event_type'),
    recogniseBy('alert_transition', 'event_type'),
    recogniseBy(['event_type', /monitor|alert/i], 'org.id', 'last_updated'),
    recogniseBy('ALERT_TRANSITION', 'ALERT_ID'),
    recogniseBy('alertTransition', 'alertId'),
    recogniseBy('ALERT_TRANSITION', 'EVENT_TITLE'),
    recogniseBy('SECURITY_RULE_NAME'),
    recogniseBy('alert_query', 'alert_metric'),
    recogniseBy('alert_type', 'org.id', 'id'),
    recogniseBy(['link', /datadoghq|ddog-gov/], 'title'),
    recogniseBy(['url', /\.(?:datadoghq|ddog-gov)\./], 'title'),
    recogniseBy(['LINK', /datadoghq|ddog-gov/]),
  ),
  parse: createParser(createDatadogFormat(LATEST)),
};
