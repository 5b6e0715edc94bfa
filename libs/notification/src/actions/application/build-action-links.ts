import { Injectable } from '@nestjs/common';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { ActionButton, ActionLink, Outgoing, Protocol } from '../../protocols/protocol.js';
import type { AlertNotice, SentMessage } from '../../protocols/sent-message.js';
import {
  BUTTON_ACTIONS,
  formatButtonName,
  formatButtonValue,
  type ButtonAction,
} from '../domain/action-button.js';
import { ActionTokens, type LinkAction } from '../domain/action-token.js';

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

/** Builds the links with which the readers of a message act on its alert. */
@Injectable()
export class ActionLinks {
  constructor(
    private readonly tokens: ActionTokens,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Returns what a message of this subscription shows: buttons if its options say so, else links; nothing unless it is about an
   * alert that is open.
   * @param at the time of the database
   */
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
      : { actions: this.buildLinks(message, subscription, at, findReader?.(subscription.options) ?? null) };
  }

  /** @param reader the only person who gets the message; only they may have a link that assigns the alert to them */
  private buildLinks(
    { data }: SentMessage,
    { domain_id, subscription_id }: SubscriptionWithActions,
    at: Date,
    reader: string | null,
  ): readonly ActionLink[] {
    const { url, isSet } = this.publicUrl;
    // The default address would lead the readers to their own machines.
    if (!isSet || !('alert' in data) || data.alert.state === 'RESOLVED') return [];
    const { acknowledged, assignee: assigned } = data.alert;
    const isReaders = reader !== null && assigned?.toLowerCase() === reader.toLowerCase();
    const isForReader = reader !== null && !(acknowledged && isReaders);
    const actions = [...findPossibleActions(data.alert), ...(isForReader ? (['assign'] as const) : [])];
    const alert_id = parseId('alert', data.alert.alert_id);
    const expires_at = Math.floor(at.getTime() / 1000) + LIFETIME_SECONDS;
    return actions.map((action) => {
      const assignee = action === 'assign' ? reader : null;
      const token = this.tokens.seal({ domain_id, subscription_id, alert_id, action, assignee, expires_at });
      return { text: LABELS[action], url: `${url}/notification/v1/act/${token}`, secret: token };
    });
  }
}

function buildButtons(
  { data }: SentMessage,
  { subscription_id: uuid }: SubscriptionWithActions,
): readonly ActionButton[] {
  if (!('alert' in data) || data.alert.state === 'RESOLVED') return [];
  const { alert_id } = data.alert;
  const value = formatButtonValue({ subscription_id: formatId('subscription', uuid), alert_id });
  return findPossibleActions(data.alert).map((action) => ({
    name: formatButtonName(action),
    text: LABELS[action],
    value,
  }));
}

/** Returns what any reader can do with an open alert. */
function findPossibleActions({ acknowledged }: AlertNotice['data']['alert']): readonly ButtonAction[] {
  return BUTTON_ACTIONS.filter((action) => action !== 'acknowledge' || !acknowledged);
}
