import { isObject, type Json } from '#shared/kernel/json.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import type { Labels } from '../../vocabulary/labels.js';
import { filledTextOf } from '../../vocabulary/template.js';

/** What the REST endpoint defines, what other fields of the event contain, and what Splunk On-Call adds. */
const NO_CUSTOM_FIELD =
  /^(?:message_type|entity_(?:id|display_name|is_host|state)|monitoring_tool|ack_author|ack_msg|alert_?url|url|image_url|host_?name|host|check|rule|alertname|vo_.*|api_key)$/i;
/** States, figures, times and prose, which senders such as Nagios add as fields of their own. */
const NO_LABEL =
  /(?:time|timestamp|date|duration|output|message|summary|description|attempts?|count|state|state_?id|state_?type|perf_?data|details|value)$/i;
const MAX_CHARACTERS = 200;

/** Reads the fields that the users of a sender add to its alerts, such as `custom_fields` of Alertmanager. */
export function customFields({ value }: Alarm): Labels | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, field]: [string, Json]) => {
    const label = filledTextOf(field);
    return label === undefined ||
      NO_CUSTOM_FIELD.test(name) ||
      NO_LABEL.test(name) ||
      /^https?:|\n/i.test(label) ||
      label.length > MAX_CHARACTERS
      ? []
      : [[name, label] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns a reader for the address of the first annotation (`vo_annotate.u.Runbook`) with such a title. */
export function annotation(kind: 'u' | 'i', title: RegExp): (alarm: Alarm) => string | undefined {
  const prefix = `vo_annotate.${kind}.`;
  return ({ value }) => {
    if (!isObject(value)) return undefined;
    const found = Object.entries(value).find(
      ([name]) => name.toLowerCase().startsWith(prefix) && title.test(name.slice(prefix.length)),
    );
    return filledTextOf(found?.[1]);
  };
}
