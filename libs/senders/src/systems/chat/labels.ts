import type { PluginLink } from '../../plugin-api/plugin.js';
import type { Labels } from '../../vocabulary/labels.js';
import { STATE_FIELD } from './derive-event-type.js';
import type { ChatMessage } from './parse-message.js';

type Field = ChatMessage['fields'][number];

/** Names of fields with prose, and of those that other fields of the event contain. `https` is the beginning of an address. */
const PROSE_FIELD =
  /^(?:title|summary|subject|problem|message|text|description|details?|info|additional info|output|error|reason|cause|comment|note|notes|https?)$/i;
/** Names of fields that differ from one message of an alarm to the next. */
const VARYING_FIELD =
  /(?:^|[ _])(?:id|time|date|timestamp|duration|since|at|started|ended|age|downtime|uptime|values?|count|threshold)$/i;
/** States that look like the name of a field: `RESOLVED: Disk is full`. */
const STATE_NAME =
  /^(?:firing|resolved|triggered|alerting|recovered|recovery|ok|up|down|failed|critical|warning)$/i;
const LINK_FIELD = /^(runbook|dashboard|panel|generator|silence)(?:[ _]?(?:url|link))?$/i;
const ADDRESS = /^<?(https?:\/\/[^\s<>|]+)/i;
const MAX_NAME_LENGTH = 40;
const MAX_LABEL_LENGTH = 100;

/** Returns the fields that are labels. Their names are in lower case, with `_` instead of blanks: `Service Name` is `service_name`. */
export function fieldLabels(fields: readonly Field[], title: string): Labels {
  return Object.fromEntries(
    fields
      .filter((field) => isLabel(field) && !isInTitle(field, title))
      .map(([name, text]) => [toLabelName(name), text] as const)
      .toReversed(),
  );
}

/** Returns the fields that are neither labels nor links, nor in the title. */
export function furtherFields(fields: readonly Field[], title: string): readonly Field[] {
  return fields.filter((field) => !isLabel(field) && toLink(field) === undefined && !isInTitle(field, title));
}

/** Returns the page that the message links to, and those in fields such as *Runbook*. */
export function messageLinks({ link, fields }: ChatMessage): readonly PluginLink[] {
  const source = link === undefined ? [] : [{ name: 'source', url: link }];
  return [...source, ...fields.flatMap((field) => toLink(field) ?? [])];
}

function isLabel([name, text]: Field): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    text.length <= MAX_LABEL_LENGTH &&
    !text.includes('\n') &&
    !ADDRESS.test(text) &&
    ![PROSE_FIELD, STATE_NAME, VARYING_FIELD, STATE_FIELD].some((pattern) => pattern.test(name))
  );
}

/** Returns whether the field is only the end of the title, as in `[FIRING:1] Disk is full` and `Resolved: Disk is full`. */
function isInTitle([, text]: Field, title: string): boolean {
  return title.endsWith(text) && /[:=：]\s*$/.test(title.slice(0, title.length - text.length));
}

function toLink([name, text]: Field): PluginLink | undefined {
  const [kind, url] = [LINK_FIELD.exec(name)?.[1], ADDRESS.exec(text)?.[1]];
  return kind === undefined || url === undefined ? undefined : { name: kind.toLowerCase(), url };
}

function toLabelName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}
