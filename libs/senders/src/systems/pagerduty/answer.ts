import { isObject } from '#shared/kernel/json.js';
import type { Plugin, PluginAnswer } from '../../plugin-api/plugin.js';
import { textOf } from '../../vocabulary/text.js';
import { EVENTS_V1, EVENTS_V2 } from './events-api.js';

/** The end of the paths of the Events API, as they stand behind the address of a webhook. */
const EVENTS_PATH = /(?:^|\/)enqueue\/?$/;
const CHANGE_PATH = /(?:^|\/)change\/enqueue\/?$/;

/**
 * What PagerDuty itself answers, so that its clients take this for PagerDuty: they resolve by the key they are told.
 * A sender that gave none is told the one its event has here, which is made of what the alarm is about: its repeat
 * gets the same.
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

/** How sure the path makes that this is the Events API. */
export const recognisesPath: NonNullable<Plugin['recognises']> = ({ path_suffix }) =>
  /(?:^|\/)v2\/(?:change\/)?enqueue\/?$/.test(path_suffix) ? 0.97 : 0;
