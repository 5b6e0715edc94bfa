import { isObject } from '#shared/kernel/json.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { PluginAnswer } from '../../plugin-api/plugin-answers.js';
import { textOf } from '../../vocabulary/text.js';
import { EVENTS_V1, EVENTS_V2 } from './events-api.js';

/** Ends of the paths of the Events API, which follow the address of the webhook. */
const EVENTS_PATH = /(?:^|\/)enqueue\/?$/;
const CHANGE_PATH = /(?:^|\/)change\/enqueue\/?$/;

/**
 * Returns the response of PagerDuty, so that its clients work unchanged: they resolve an incident by the key in it. For
 * a request without a key it is the key of the event, which is derived from the content, so that a repeat gets the same.
 */
export const answer: NonNullable<Plugin['answer']> = (
  delivery,
  { delivery_id },
): PluginAnswer | undefined => {
  const { body, path_suffix } = delivery;
  if (!isObject(body)) return undefined;
  const status = 'success';
  if (CHANGE_PATH.test(path_suffix))
    return { status: 202, body: { status, message: 'Change event processed' } };
  const alarm = { value: body, pointer: '', delivery };
  const message = 'Event processed';
  if (typeof body['service_key'] === 'string' && typeof body['event_type'] === 'string') {
    const incident_key = EVENTS_V1.event_key(alarm) ?? delivery_id;
    return { status: 200, body: { status, message, incident_key } };
  }
  if (textOf(body['event_action']) === undefined && !EVENTS_PATH.test(path_suffix)) return undefined;
  const dedup_key = EVENTS_V2.event_key(alarm) ?? delivery_id;
  return { status: 202, body: { status, message, dedup_key } };
};

/** Recognises the Events API by its path. */
export const recognisePath: NonNullable<Plugin['recognises']> = ({ path_suffix }) =>
  /(?:^|\/)v2\/(?:change\/)?enqueue\/?$/.test(path_suffix) ? 0.97 : 0;
