import { isObject, isRawNumber, type Json } from '#shared/kernel/json.js';
import type { Plugin, PluginDelivery, PluginOutcome } from '../../plugin-api/plugin.js';
import { parseEmbeddedJson } from '../../vocabulary/embedded.js';
import { textOf } from '../../vocabulary/text.js';

type Fields = Readonly<Record<string, Json>>;

/** The events of Alertmanager's event recorder that are about the state of an alert, and the state. */
const STATUS_BY_EVENT: Readonly<Record<string, 'firing' | 'resolved'>> = {
  alertCreated: 'firing',
  alertResolved: 'resolved',
};
const NO_FINGERPRINT = 1n << 64n;

/**
 * Returns a `parse` that also reads the events of Alertmanager's event recorder (0.33 and later), one or a list of them. Its
 * alerts are passed to `parse` in the form of a webhook, so that both have the same keys.
 */
export function withEventRecorder(parse: Plugin['parse']): Plugin['parse'] {
  return (delivery, options) => {
    const { body } = delivery;
    if (!isEventRecorderBody(body)) return parse(delivery, options);
    const isList = Array.isArray(body);
    const events = isList ? body : [body];
    return events.flatMap((event, at) => {
      const pointer = isList ? `/${at}` : '';
      return parseEvent(event, delivery, (one) => parse(one, options)).map((outcome) =>
        movePointer(outcome, event, pointer),
      );
    });
  };
}

/** Returns whether the body is one event of the recorder, or a list of events. */
export function isEventRecorderBody(body: Json): body is Fields | readonly Fields[] {
  return Array.isArray(body) ? body.length > 0 && body.every(isRecordedEvent) : isRecordedEvent(body);
}

const EVENT_NAME = /^(?:alertmanager|alert|notification|silence|inhibition)[A-Za-z]{0,40}$/;

function isRecordedEvent(event: Json): event is Fields {
  if (!isObject(event) || event['@timestamp'] === undefined || !isObject(event['data'])) return false;
  const names = Object.keys(event['data']);
  return names.length === 1 && EVENT_NAME.test(names[0] ?? '');
}

function parseEvent(
  event: Fields,
  delivery: PluginDelivery,
  parse: (delivery: PluginDelivery) => readonly PluginOutcome[],
): readonly PluginOutcome[] {
  const [[kind, content] = ['nothing', null]] = Object.entries(isObject(event['data']) ? event['data'] : {});
  const status = Object.hasOwn(STATUS_BY_EVENT, kind) ? STATUS_BY_EVENT[kind] : undefined;
  const alert = isObject(content) ? content['alert'] : undefined;
  const details = isObject(alert) && isObject(alert['details']) ? alert['details'] : alert;
  if (status === undefined || !isObject(details) || !isObject(details['labels']))
    return [
      { outcome: 'IGNORED', pointer: '', reason: `${kind.slice(0, 100)}: an event that changes no alert` },
    ];
  return parse({ ...delivery, body: { status, alerts: [toWebhookAlert(details, status)] } });
}

function toWebhookAlert(details: Fields, status: string): Json {
  const fingerprint = formatFingerprint(details['fingerprint']);
  return {
    status,
    ...(fingerprint === undefined ? {} : { fingerprint }),
    labels: toRecord(details['labels']),
    annotations: toRecord(details['annotations']),
    startsAt: details['startsAt'] ?? null,
    endsAt: status === 'resolved' ? (details['endsAt'] ?? null) : null,
  };
}

/** Formats a fingerprint, which the recorder writes as a decimal number, as the 16 hexadecimal digits of a webhook. */
function formatFingerprint(fingerprint: Json | undefined): string | undefined {
  const text = isRawNumber(fingerprint) ? fingerprint.rawJSON : textOf(fingerprint);
  if (text === undefined || !/^\d{1,20}$/.test(text) || BigInt(text) >= NO_FINGERPRINT) return undefined;
  return BigInt(text).toString(16).padStart(16, '0');
}

/** Converts `{labels: [{key, value}]}` to an object. */
function toRecord(set: Json | undefined): Json {
  const pairs = isObject(set) && Array.isArray(set['labels']) ? set['labels'] : [];
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const name = isObject(pair) ? textOf(pair['key']) : undefined;
      return name === undefined || !isObject(pair) ? [] : [[name, textOf(pair['value']) ?? ''] as const];
    }),
  );
}

/** Gives an outcome the place and the text of the recorded event. */
function movePointer(outcome: PluginOutcome, event: Json, pointer: string): PluginOutcome {
  if (outcome.outcome === 'EVENT')
    return { ...outcome, event: { ...outcome.event, raw_data: event, pointer } };
  if (outcome.outcome === 'ACKNOWLEDGED') return outcome;
  return { ...outcome, pointer };
}

/** Returns a `parse` that also reads a body whose `alerts` are JSON text, as a custom payload of Alertmanager may have them. */
export function withAlertsInText(parse: Plugin['parse']): Plugin['parse'] {
  return (delivery, options) => {
    const { body } = delivery;
    const alerts =
      isObject(body) && typeof body['alerts'] === 'string' ? parseEmbeddedJson(body['alerts']) : undefined;
    return parse(
      isObject(body) && alerts !== undefined ? { ...delivery, body: { ...body, alerts } } : delivery,
      options,
    );
  };
}
