import { loadGuide, loadSamples } from '../assets.js';
import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from '../plugin-api/plugin.js';
import { DELIVERY_LIMITS } from '../plugin-api/delivery-limits.js';
import { valueAtPointer } from '../plugin-api/validate-outcomes.js';
import { prefixPointer } from '../envelopes/with-envelopes.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import { countFields } from './collect-fields.js';
import { findUnknownAlarms, type UnknownAlarm } from './find-unknown-alarms.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';
import { parseRecognised, recognise } from './recognise.js';
import { statesSomething } from './states-something.js';
import { parsePlainText } from './parse-plain-text.js';

/**
 * Builds plugin `auto`, for webhooks without a particular plugin. It dispatches to the plugin of a recognised sender, and
 * parses any other delivery by the field names that monitoring tools share.
 * @param senders the latest version of every plugin that it may dispatch to
 */
export function createAuto(senders: readonly Plugin[]): Plugin {
  const answering = senders.filter(({ answer }) => answer !== undefined);
  const confirming = senders.filter(({ confirm }) => confirm !== undefined);
  return {
    plugin_id: 'auto',
    version: '1.1.0',
    name: 'Automatic',
    provider: 'tocsin',
    docs: loadGuide('auto'),
    optionsSchema: {
      type: 'object',
      properties: {
        heuristics_only: {
          type: 'boolean',
          default: false,
          description: 'Recognise no sender: read everything by the names that monitoring tools share.',
        },
      },
      additionalProperties: false,
    },
    samples: loadSamples('auto'),
    headers: [...new Set(senders.flatMap(({ headers = [] }) => (headers === 'ALL' ? [] : headers)))],
    parse: (delivery, options) => parse(senders, delivery, options),
    answer: (delivery, receipt, options) =>
      findRecognised(answering, senders, delivery, options)?.answer?.(delivery, receipt, {}),
    confirm: (delivery) => findRecognised(confirming, senders, delivery, {})?.confirm?.(delivery),
    preflight: (request) => firstResult(senders, (plugin) => plugin.preflight?.(request)),
    takesEmptyBody: (path_suffix, query) =>
      senders.some((plugin) => plugin.takesEmptyBody?.(path_suffix, query) === true) ||
      (statesSomething(query) && 'QUERY'),
  };
}

/** Returns the plugin with the highest confidence, if it is among the candidates. Those are asked first: mostly none of them matches. */
function findRecognised(
  candidates: readonly Plugin[],
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  options: PluginOptions,
): Plugin | undefined {
  if (options['heuristics_only'] === true || recognise(candidates, delivery).length === 0) return undefined;
  const bestMatch = recognise(senders, delivery)[0]?.plugin;
  return bestMatch !== undefined && candidates.includes(bestMatch) ? bestMatch : undefined;
}

const { maxGuessedFields, maxSearchedFields } = DELIVERY_LIMITS;
/** To ask every plugin whether a body is of its sender takes as long as to read so many fields. */
const RECOGNITION_COST = 10;

type BudgetedDelivery = PluginDelivery & Required<Pick<PluginDelivery, 'field_budget'>>;

/** Parses the alarms that were found. Beside others, an element that cannot be an alarm is ignored: `{}`, `null`, a number. */
function parseFound(found: readonly UnknownAlarm[], delivery: BudgetedDelivery): readonly PluginOutcome[] {
  const hasAlarm = found.some(
    ({ value }) => !isEmpty(value) && (isObject(value) || typeof value === 'string'),
  );
  const { field_budget } = delivery;
  return found.map((alarm) => {
    const { value, pointer } = alarm;
    field_budget.left -= countFields(value);
    if (field_budget.left < 0) return tooManyFields(pointer, maxGuessedFields);
    const isNoAlarm =
      pointer !== '' && (isEmpty(value) || (hasAlarm && !isObject(value) && typeof value !== 'string'));
    return isNoAlarm
      ? { outcome: 'IGNORED', pointer, reason: `not an alarm: ${JSON.stringify(value).slice(0, 80)}` }
      : parseUnknownAlarm(alarm, delivery);
  });
}

const tooManyFields = (pointer: string, limit: number): PluginOutcome => ({
  outcome: 'ERROR',
  pointer,
  reason: `the body has more than ${limit} fields: post fewer at once`,
});

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function firstResult<T>(senders: readonly Plugin[], call: (plugin: Plugin) => T | undefined): T | undefined {
  for (const plugin of senders) {
    const answer = call(plugin);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Parses the part of the body that the recognised plugin could not, as if it had been posted alone. */
function parseFailedPart(
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  failure: Extract<PluginOutcome, { outcome: 'ERROR' }>,
): readonly PluginOutcome[] {
  const { pointer } = failure;
  const body = pointer === '' ? undefined : valueAtPointer(delivery.body, pointer);
  const outcomes = isObject(body) ? parse(senders, { ...delivery, body }, {}) : [failure];
  return outcomes.every(({ outcome }) => outcome === 'ERROR')
    ? [failure]
    : outcomes.map((one) => prefixPointer(pointer, one));
}

function parse(
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  const { body, field_budget = { left: maxGuessedFields } } = delivery;
  field_budget.left -= RECOGNITION_COST;
  if (field_budget.left < 0) return [tooManyFields('', maxGuessedFields)];
  if (options['heuristics_only'] !== true) {
    // The newest versions read by their own words, also for version 1.0.0.
    const { words: _words, ...senderDelivery } = delivery;
    for (const recognised of recognise(senders, senderDelivery)) {
      const outcomes = parseRecognised(recognised, senderDelivery);
      if (outcomes === undefined) continue;
      return delivery.words === '0.2'
        ? outcomes
        : outcomes.flatMap((one) =>
            one.outcome === 'ERROR' ? parseFailedPart(senders, delivery, one) : [one],
          );
    }
  }
  if (typeof body === 'string' && body.trim() !== '') return [parsePlainText(body, delivery)];
  if (countFields(body, Infinity) > maxSearchedFields) return [tooManyFields('', maxSearchedFields)];
  const found = findUnknownAlarms(body, delivery);
  if (found === undefined)
    return [{ outcome: 'ERROR', pointer: '', reason: 'expected an object or a list of objects' }];
  return found.length === 0
    ? [{ outcome: 'IGNORED', pointer: '', reason: 'the list of alarms is empty' }]
    : parseFound(found, { ...delivery, field_budget });
}
