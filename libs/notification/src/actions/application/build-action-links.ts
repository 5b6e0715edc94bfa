import { Injectable } from '@nestjs/common';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import type { ActionButton, ActionLink, Outgoing, Protocol } from '../../protocols/protocol.js';
import type { SentMessage } from '../../protocols/sent-message.js';
import { BUTTON_ACTIONS, formatButtonName, formatButtonValue } from '../domain/action-button.js';
import { ActionTokens, LINK_ACTIONS, type LinkAction } from '../domain/action-token.js';

/** A link that lies in a mailbox must not act for ever. */
const LIFETIME_SECONDS = 7 * 86_400;

/** The words on the links. */
const LABELS: Readonly<Record<LinkAction, string>> = {
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  silence_1h: 'Silence 1 h',
  silence_4h: 'Silence 4 h',
  assign: 'Assign to me',
};

/** The subscription of a message. Its id is a uuid. */
export interface SubscriptionWithActions {
  readonly domain_id: string;
  readonly subscription_id: string;
  readonly options: PluginOptions;
  readonly actions: boolean;
}

/** The public address of the service; `null` if the operator has set none, so that no link would lead here. */
export abstract class LinkAddress {
  abstract readonly url: string | null;
}

/** Builds the links with which the readers of a message act on its alert. */
@Injectable()
export class ActionLinks {
  constructor(
    private readonly tokens: ActionTokens,
    private readonly address: LinkAddress,
  ) {}

  /** Returns what a message of this subscription shows: buttons if its options say so, else links. */
  offer(
    {
      showsActions = false,
      showsButtons,
      findReader,
    }: Pick<Protocol, 'showsActions' | 'showsButtons' | 'findReader'>,
    message: SentMessage,
    subscription: SubscriptionWithActions,
    at: Date,
  ): Pick<Outgoing, 'actions' | 'buttons'> {
    if (!subscription.actions || !showsActions) return { actions: [] };
    return showsButtons?.(subscription.options) === true
      ? { actions: [], buttons: buildButtons(message, subscription) }
      : { actions: this.build(message, subscription, at, findReader?.(subscription.options) ?? null) };
  }

  /**
   * Returns the links of a message; none unless it is about an alert that is open.
   * @param subscription its `subscription_id` is a uuid @param at the time of the database
   * @param reader the only person who gets the message; only that person may have a link that assigns the alert to them
   */
  build(
    { data }: SentMessage,
    { domain_id, subscription_id }: Pick<SubscriptionWithActions, 'domain_id' | 'subscription_id'>,
    at: Date,
    reader: string | null,
  ): readonly ActionLink[] {
    const { url } = this.address;
    if (url === null || !('alert' in data) || data.alert.state === 'RESOLVED') return [];
    const { acknowledged, assignee: assigned } = data.alert;
    const isOffered = (action: LinkAction) => {
      if (action === 'assign') return reader !== null && !(acknowledged && assigned === reader);
      return action !== 'acknowledge' || !acknowledged;
    };
    const alert_id = parseId('alert', data.alert.alert_id);
    const expires_at = Math.floor(at.getTime() / 1000) + LIFETIME_SECONDS;
    return LINK_ACTIONS.filter(isOffered).map((action) => {
      const assignee = action === 'assign' ? reader : null;
      const token = this.tokens.seal({ domain_id, subscription_id, alert_id, action, assignee, expires_at });
      return { text: LABELS[action], url: `${url}/notification/v1/act/${token}`, secret: token };
    });
  }
}

/** Returns the buttons of a message; none unless it is about an alert that is open. */
function buildButtons(
  { data }: SentMessage,
  { subscription_id: uuid }: SubscriptionWithActions,
): readonly ActionButton[] {
  if (!('alert' in data) || data.alert.state === 'RESOLVED') return [];
  const { alert_id, acknowledged } = data.alert;
  const value = formatButtonValue({ subscription_id: formatId('subscription', uuid), alert_id });
  return BUTTON_ACTIONS.filter((action) => action !== 'acknowledge' || !acknowledged).map((action) => ({
    name: formatButtonName(action),
    text: LABELS[action],
    value,
  }));
}
