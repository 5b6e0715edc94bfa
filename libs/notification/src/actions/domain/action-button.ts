import { tryParseId } from '#shared/kernel/ids.js';
import { LINK_ACTIONS, type LinkAction } from './action-token.js';

/** What a button can do. A message with buttons has many readers, so that none assigns its alert to one of them. */
export type ButtonAction = Exclude<LinkAction, 'assign'>;
export const BUTTON_ACTIONS = LINK_ACTIONS.filter((action) => action !== 'assign');

/** What a button is about. Both are ids of the API. */
export interface ButtonTarget {
  readonly subscription_id: string;
  readonly alert_id: string;
}

/** The beginning of the names of buttons, which tells them from those of other programs that use the same app. */
const NAME_PREFIX = 'tocsin_';

/** Returns the name of the button for an action. */
export function formatButtonName(action: ButtonAction): string {
  return NAME_PREFIX + action;
}

/** Returns the action of a button; `undefined` if it is not one of this service. */
export function parseButtonName(name: unknown): ButtonAction | undefined {
  return BUTTON_ACTIONS.find((action) => name === formatButtonName(action));
}

export function formatButtonValue({ subscription_id, alert_id }: ButtonTarget): string {
  return `${subscription_id} ${alert_id}`;
}

/** Returns what a button is about; `undefined` if it was not made here. */
export function parseButtonValue(value: unknown): ButtonTarget | undefined {
  if (typeof value !== 'string') return undefined;
  const [subscription_id = '', alert_id = '', ...rest] = value.split(' ');
  const isValid =
    rest.length === 0 &&
    tryParseId('subscription', subscription_id) !== undefined &&
    tryParseId('alert', alert_id) !== undefined;
  return isValid ? { subscription_id, alert_id } : undefined;
}
