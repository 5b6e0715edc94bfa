import { isObject, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES, TIME_KINDS } from '../../plugin-api/event.js';
import type { PluginLink, PluginOutcome } from '../../plugin-api/plugin.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { toTags, type Labels } from '../../vocabulary/labels.js';
import { toLinks } from '../../vocabulary/links.js';
import { parseSeverity, unknownSeverityWord } from '../../vocabulary/severity.js';
import { textOf } from '../../vocabulary/text.js';
import type { EvaluatedAlarm } from '../../plugin-api/evaluation.js';

/** Converts the results of the expressions to an outcome. If some are invalid, gives an ERROR that names every field. */
export function toOutcome(
  { pointer, values, problems }: EvaluatedAlarm,
  raw_data: Json,
  words?: '0.2',
): PluginOutcome {
  const alarmPointer = pointer ?? '';
  if (problems.length > 0) return { outcome: 'ERROR', pointer: alarmPointer, reason: problems.join('; ') };
  const ignoreResult = values['ignore'];
  if (ignoreResult === true || (typeof ignoreResult === 'string' && ignoreResult !== ''))
    return {
      outcome: 'IGNORED',
      pointer: alarmPointer,
      reason: ignoreResult === true ? 'as the mapping says' : ignoreResult,
    };
  const errors: string[] = [];
  const text = (field: string) => parseTextField(values, `fields.${field}`, errors);
  const event_key = text('event_key');
  if (event_key === undefined) errors.push('fields.event_key gave nothing');
  const acknowledged = parseAcknowledgedField(values['acknowledgement.state']);
  if (acknowledged !== undefined)
    return toAcknowledgement(values, event_key ?? '', acknowledged, alarmPointer, errors);
  const event_type = parseEventTypeField(values['fields.event_type'], errors);
  const title = text('title');
  if (title === undefined && event_type !== 'RECOVERY') errors.push('fields.title gave nothing');
  const occurred_at = parseTimeField(values, 'fields.occurred_at', errors);
  const severityText = parseSeverityField(values['fields.severity'], errors);
  const severity = severityText === undefined ? undefined : parseSeverity(severityText, words);
  // An unknown word is noted, as for every other sender.
  const severity_word =
    severityText === undefined || words === '0.2' ? undefined : unknownSeverityWord(severityText);
  const additional_info = values['fields.additional_info'] ?? {};
  if (!isObject(additional_info)) errors.push('fields.additional_info gave no object');
  const event = {
    event_key: event_key ?? '',
    event_type,
    title: title ?? event_key ?? '',
    severity,
    ...(severity === undefined && severity_word !== undefined && { severity_word }),
    description: text('description') ?? '',
    rule: text('rule') ?? null,
    resource: {
      resource_id: text('resource.resource_id') ?? null,
      resource_type: text('resource.resource_type') ?? null,
      name: text('resource.name') ?? null,
    },
    provider: text('provider') ?? null,
    account: text('account') ?? null,
    image_url: text('image_url') ?? null,
    occurred_at,
    occurred_at_is: parseTimeKindField(values['fields.occurred_at_is'], errors),
    started_at: parseTimeField(values, 'fields.started_at', errors),
    labels: parseLabelsField(values['fields.labels'], errors),
    links: parseLinksField(values['fields.links'], errors),
    additional_info: isObject(additional_info) ? additional_info : {},
    raw_data,
    pointer: alarmPointer,
  };
  return errors.length > 0
    ? { outcome: 'ERROR', pointer: alarmPointer, reason: errors.join('; ') }
    : { outcome: 'EVENT', event };
}

/**
 * Returns whether the alarm was acknowledged (`false`: taken back), or `undefined` for an event. A result of `false` is an
 * event: an alarm that is not acknowledged may never have been.
 */
function parseAcknowledgedField(value: Json | undefined): boolean | undefined {
  const word = (textOf(value) ?? '').toUpperCase();
  if (word === 'UNACKNOWLEDGED') return false;
  return word === 'ACKNOWLEDGED' || word === 'TRUE' ? true : undefined;
}

function toAcknowledgement(
  values: EvaluatedAlarm['values'],
  event_key: string,
  acknowledged: boolean,
  pointer: string,
  errors: string[],
): PluginOutcome {
  const acknowledgement = {
    event_key,
    acknowledged,
    by: parseTextField(values, 'acknowledgement.by', errors) ?? null,
    comment: parseTextField(values, 'acknowledgement.comment', errors) ?? null,
    occurred_at: parseTimeField(values, 'acknowledgement.occurred_at', errors),
    pointer,
  };
  return errors.length > 0
    ? { outcome: 'ERROR', pointer, reason: errors.join('; ') }
    : { outcome: 'ACKNOWLEDGED', acknowledgement };
}

function parseTimeField(values: EvaluatedAlarm['values'], path: string, errors: string[]): Date | null {
  const timeValue = values[path];
  if (timeValue === undefined || timeValue === null || timeValue === '') return null;
  const found = parseInstant(timeValue);
  if (found === undefined) errors.push(`${path} gave no time`);
  return found ?? null;
}

function parseTextField(
  values: EvaluatedAlarm['values'],
  path: string,
  errors: string[],
): string | undefined {
  const value = values[path];
  if (value === undefined || value === null || value === '') return undefined;
  const found = textOf(value);
  if (found === undefined && typeof value !== 'string') errors.push(`${path} gave no text`);
  return found;
}

function parseLabelsField(value: Json | undefined, errors: string[]): Labels {
  const found = toTags(value ?? {});
  if (found === undefined && !isEmptyList(value)) errors.push('fields.labels gave no object');
  return found ?? {};
}

function parseLinksField(value: Json | undefined, errors: string[]): readonly PluginLink[] {
  const found = value === undefined || value === null ? [] : toLinks(value);
  if (found === undefined)
    errors.push('fields.links gave neither an object of addresses nor a list of links');
  return found ?? [];
}

const isEmptyList = (value: Json | undefined): boolean => Array.isArray(value) && value.length === 0;

function parseEventTypeField(value: Json | undefined, errors: string[]): (typeof EVENT_TYPES)[number] {
  if (value === undefined || value === null || value === '') return 'ALERT';
  const word = (textOf(value) ?? '').toUpperCase();
  const found = EVENT_TYPES.find((type) => type === word);
  if (found === undefined) errors.push(`fields.event_type gave none of ${EVENT_TYPES.join(', ')}`);
  return found ?? 'ALERT';
}

function parseTimeKindField(value: Json | undefined, errors: string[]): (typeof TIME_KINDS)[number] {
  if (value === undefined || value === null || value === '') return 'change';
  const found = TIME_KINDS.find((kind) => kind === textOf(value)?.toLowerCase());
  if (found === undefined) errors.push(`fields.occurred_at_is gave none of ${TIME_KINDS.join(', ')}`);
  return found ?? 'change';
}

function parseSeverityField(value: Json | undefined, errors: string[]): string | undefined {
  const word = textOf(value);
  if (word === undefined && value !== undefined && value !== null && typeof value !== 'string')
    errors.push('fields.severity gave no text');
  return word;
}
