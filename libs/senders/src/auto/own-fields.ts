import { isObject, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, TIME_KINDS, type EventType, type Severity } from '../plugin-api/event.js';
import type { PluginLink } from '../plugin-api/plugin.js';
import { parseInstant } from '../vocabulary/instant.js';
import { toLabels, type Labels } from '../vocabulary/labels.js';
import { toLinks } from '../vocabulary/links.js';
import { parseSeverity } from '../vocabulary/severity.js';
import { filledTextOf } from '../vocabulary/template.js';

type Fields = Readonly<Record<string, Json>>;

/** What an alarm states by the field names of this service. A value of a wrong type or an unknown word is absent. */
export interface OwnFields {
  /** JSON pointer of the object with the fields in the alarm. */
  readonly pointer: string;
  readonly event_key: string | undefined;
  readonly event_type: EventType | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly severity: Severity | undefined;
  readonly rule: string | undefined;
  readonly resource: Partial<Record<'resource_id' | 'resource_type' | 'name', string | undefined>>;
  readonly provider: string | undefined;
  readonly account: string | undefined;
  readonly image_url: string | undefined;
  readonly occurred_at: Date | undefined;
  readonly occurred_at_is: (typeof TIME_KINDS)[number] | undefined;
  readonly started_at: Date | undefined;
  readonly labels: Labels;
  readonly links: readonly PluginLink[];
  readonly additional_info: Fields;
}

const NAMES: ReadonlySet<string> = new Set([
  'event_key',
  'event_type',
  'title',
  'description',
  'severity',
  'rule',
  'resource',
  'resource_id',
  'resource_type',
  'provider',
  'account',
  'image_url',
  'occurred_at',
  'occurred_at_is',
  'started_at',
  'labels',
  'links',
  'additional_info',
]);
/** Members in which senders put the event. */
const CONTENT_FIELDS = ['data', 'event', 'alert', 'payload', 'body'];

/**
 * Reads the fields of an alarm that has the shape of this service's events, complete or not. Other senders use some of the names
 * too (`title`, `rule`), so of any other alarm only the names count that nothing is guessed by: the provider, the resource.
 */
export function readOwnFields(alarm: Fields): OwnFields {
  const names = Object.keys(alarm);
  const hasOnlyOwnNames = names.length > 1 && names.every((name) => NAMES.has(name));
  if (isOwnShape(alarm) || hasOnlyOwnNames) return readAll(alarm, '');
  const content = CONTENT_FIELDS.find((name) => isObject(alarm[name]) && isOwnShape(alarm[name]));
  if (content !== undefined && filledTextOf(alarm['title']) === undefined)
    return readAll(alarm[content] as Fields, `/${content}`);
  return { ...NO_OWN_FIELDS, resource: readResource(alarm), provider: filledTextOf(alarm['provider']) };
}

function isOwnShape(fields: Fields): boolean {
  const { resource } = fields;
  return (
    filledTextOf(fields['event_key']) !== undefined ||
    isMap(fields['additional_info']) ||
    (isMap(resource) &&
      (filledTextOf(resource['resource_id']) ?? filledTextOf(resource['resource_type'])) !== undefined)
  );
}

const isMap = (value: Json | undefined): value is Record<string, Json> =>
  value !== undefined && isObject(value) && !Array.isArray(value);

export const NO_OWN_FIELDS: OwnFields = {
  pointer: '',
  event_key: undefined,
  event_type: undefined,
  title: undefined,
  description: undefined,
  severity: undefined,
  rule: undefined,
  resource: {},
  provider: undefined,
  account: undefined,
  image_url: undefined,
  occurred_at: undefined,
  occurred_at_is: undefined,
  started_at: undefined,
  labels: {},
  links: [],
  additional_info: {},
};

function readAll(fields: Fields, pointer: string): OwnFields {
  const textOf = (name: string): string | undefined => filledTextOf(fields[name]);
  const { additional_info } = fields;
  return {
    pointer,
    event_key: textOf('event_key'),
    event_type: EVENT_TYPES.find((type) => type === textOf('event_type')?.toUpperCase()),
    title: textOf('title'),
    description: textOf('description'),
    severity: parseSeverity(textOf('severity') ?? ''),
    rule: textOf('rule'),
    resource: readResource(fields),
    provider: textOf('provider'),
    account: textOf('account'),
    image_url: textOf('image_url'),
    occurred_at: parseInstant(fields['occurred_at'] ?? null),
    occurred_at_is: TIME_KINDS.find((kind) => kind === textOf('occurred_at_is')?.toLowerCase()),
    started_at: parseInstant(fields['started_at'] ?? null),
    labels: toLabels(fields['labels'] ?? null) ?? {},
    links: toLinks(fields['links'] ?? null) ?? [],
    additional_info: isMap(additional_info) ? additional_info : {},
  };
}

function readResource(fields: Fields): OwnFields['resource'] {
  const { resource } = fields;
  const from = isMap(resource) ? resource : {};
  return {
    resource_id: filledTextOf(from['resource_id']) ?? filledTextOf(fields['resource_id']),
    resource_type: filledTextOf(from['resource_type']) ?? filledTextOf(fields['resource_type']),
    name: filledTextOf(from['name']),
  };
}
