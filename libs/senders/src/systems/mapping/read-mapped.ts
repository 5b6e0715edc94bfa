import { isObject, type Json } from '#shared/kernel/json.js';
import { EVENT_TYPES } from '../../plugin-api/event.js';
import type { PluginOutcome } from '../../plugin-api/plugin.js';
import { instantOf } from '../../vocabulary/instant.js';
import { severityOf } from '../../vocabulary/severity.js';
import { textOf } from '../../vocabulary/text.js';
import type { EvaluatedAlarm } from '../../plugin-api/evaluation.js';

/** Converts the results of the expressions to an outcome. If some are invalid, gives an ERROR that names every field. */
export function readMapped({ pointer, values, problems }: EvaluatedAlarm, raw_data: Json): PluginOutcome {
  const at = pointer ?? '';
  if (problems.length > 0) return { outcome: 'ERROR', pointer: at, reason: problems.join('; ') };
  const ignored = values['ignore'];
  if (ignored === true || (typeof ignored === 'string' && ignored !== ''))
    return { outcome: 'IGNORED', pointer: at, reason: ignored === true ? 'as the mapping says' : ignored };
  const wrong: string[] = [];
  const text = (field: string) => textField(values, `fields.${field}`, wrong);
  const event_key = text('event_key');
  if (event_key === undefined) wrong.push('fields.event_key gave nothing');
  const acknowledged = takenField(values['acknowledgement.state']);
  if (acknowledged !== undefined)
    return readAcknowledgement(values, event_key ?? '', acknowledged, at, wrong);
  const event_type = typeField(values['fields.event_type'], wrong);
  const title = text('title');
  if (title === undefined && event_type !== 'RECOVERY') wrong.push('fields.title gave nothing');
  const occurred_at = timeField(values, 'fields.occurred_at', wrong);
  const severity = severityField(values['fields.severity'], wrong);
  const additional_info = values['fields.additional_info'] ?? {};
  if (!isObject(additional_info)) wrong.push('fields.additional_info gave no object');
  const event = {
    event_key: event_key ?? '',
    event_type,
    title: title ?? event_key ?? '',
    severity,
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
    additional_info: isObject(additional_info) ? additional_info : {},
    raw_data,
    pointer: at,
  };
  return wrong.length > 0
    ? { outcome: 'ERROR', pointer: at, reason: wrong.join('; ') }
    : { outcome: 'EVENT', event };
}

/**
 * Returns whether the alarm was acknowledged (`false`: taken back), or `undefined` for an event. A result of `false` is an
 * event: an alarm that is not acknowledged may never have been.
 */
function takenField(value: Json | undefined): boolean | undefined {
  const word = (textOf(value) ?? '').toUpperCase();
  if (word === 'UNACKNOWLEDGED') return false;
  return word === 'ACKNOWLEDGED' || word === 'TRUE' ? true : undefined;
}

function readAcknowledgement(
  values: EvaluatedAlarm['values'],
  event_key: string,
  acknowledged: boolean,
  pointer: string,
  wrong: string[],
): PluginOutcome {
  const acknowledgement = {
    event_key,
    acknowledged,
    by: textField(values, 'acknowledgement.by', wrong) ?? null,
    comment: textField(values, 'acknowledgement.comment', wrong) ?? null,
    occurred_at: timeField(values, 'acknowledgement.occurred_at', wrong),
    pointer,
  };
  return wrong.length > 0
    ? { outcome: 'ERROR', pointer, reason: wrong.join('; ') }
    : { outcome: 'ACKNOWLEDGED', acknowledgement };
}

function timeField(values: EvaluatedAlarm['values'], path: string, wrong: string[]): Date | null {
  const given = values[path];
  if (given === undefined || given === null || given === '') return null;
  const found = instantOf(given);
  if (found === undefined) wrong.push(`${path} gave no time`);
  return found ?? null;
}

function textField(values: EvaluatedAlarm['values'], path: string, wrong: string[]): string | undefined {
  const value = values[path];
  if (value === undefined || value === null || value === '') return undefined;
  const found = textOf(value);
  if (found === undefined && typeof value !== 'string') wrong.push(`${path} gave no text`);
  return found;
}

function typeField(value: Json | undefined, wrong: string[]): (typeof EVENT_TYPES)[number] {
  if (value === undefined || value === null || value === '') return 'ALERT';
  const word = (textOf(value) ?? '').toUpperCase();
  const found = EVENT_TYPES.find((type) => type === word);
  if (found === undefined) wrong.push(`fields.event_type gave none of ${EVENT_TYPES.join(', ')}`);
  return found ?? 'ALERT';
}

function severityField(value: Json | undefined, wrong: string[]) {
  const word = textOf(value);
  if (word === undefined) {
    if (value !== undefined && value !== null && typeof value !== 'string')
      wrong.push('fields.severity gave no text');
    return undefined;
  }
  // An unknown word gives no severity, as for every other sender.
  return severityOf(word);
}
