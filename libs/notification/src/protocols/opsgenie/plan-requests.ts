import { truncateKey } from '#shared/kernel/clean-text.js';
import type { Outgoing, Receipt } from '../protocol.js';
import { isPaging, isStep, type SentMessage } from '../sent-message.js';
import { selectMessage, selectPriority } from './content.js';
import type { Priority } from './schema.js';

export type Action =
  'create' | 'acknowledge' | 'unacknowledge' | 'close' | 'priority' | 'message' | 'description' | 'notes';

export interface PlannedRequest {
  readonly action: Action;
  readonly alias: string;
}

export interface Plan {
  /** None: all is shown already. */
  readonly requests: readonly PlannedRequest[];
  /** To be stored as soon as the last request may have arrived. */
  readonly receipt?: Receipt;
}

/** What Opsgenie shows of an alert. */
interface Shown {
  readonly alias: string;
  readonly state: 'open' | 'acknowledged' | 'closed';
  readonly priority: Priority;
  readonly message: string;
  /** The notification that opened this alert in place of another one. */
  readonly opened_by?: string;
  /** When that was. ISO 8601. */
  readonly opened_at?: string;
}

/** What is remembered of an alert. A release before stored no `unsure`. */
type Stored = Shown & {
  /** Whether it is not known that the last `create` has arrived. The next plan has it again: where it has arrived it is only counted. */
  readonly unsure?: boolean;
};

/** Kinds that close what another notification of the service opened. */
const CLOSING_KINDS = new Set(['alert.resolved', 'source.back']);
/** What people say of an alert. It changes nothing of its state. */
const REMARK_KINDS = new Set(['alert.assigned', 'alert.noted']);

/**
 * Plans the requests for a message. An alert that is created under the alias of an open one is only counted: it changes nothing
 * and notifies nobody (https://docs.opsgenie.com/docs/alert-api#create-alert). So priority, message and description are updated
 * by requests of their own, and what somebody must see withdraws the acknowledgement, which starts the notifications anew.
 * @param canUpdate whether the API can update alerts. That of Jira Service Management can only create, acknowledge and close
 *   them, and add notes: there, another alert takes the place of the one that must be seen or has become more urgent. It has
 *   another alias, because requests are processed later and in no promised order.
 */
export function planRequests(outgoing: Outgoing, canUpdate: boolean): Plan {
  const { message } = outgoing;
  const first = createAlias(message, outgoing.subscription_id);
  if (!('alert' in message.data))
    return { requests: [{ action: CLOSING_KINDS.has(message.type) ? 'close' : 'create', alias: first }] };
  const stored = outgoing.receipt as unknown as Stored | null;
  const { unsure = false, ...known } = stored ?? {};
  const shown = stored === null ? null : (known as Shown);
  if (REMARK_KINDS.has(message.type))
    return { requests: [{ action: 'notes', alias: shown?.alias ?? first }] };
  const change = {
    type: message.type,
    // A step is told because the acknowledgement has ended or does not count: the withdrawal may have been overtaken by it.
    isPaging: isPaging(outgoing) || (isStep(message) && shown?.state === 'acknowledged'),
    unsure,
    notification_id: outgoing.notification_id,
    at: outgoing.at,
    alias: shown?.alias ?? first,
    otherAlias: shown === null || shown.alias === first ? createSecondAlias(first) : first,
    now: { priority: selectPriority(outgoing), message: selectMessage(outgoing) },
  };
  return canUpdate ? planUpdates(change, shown) : planReplacements(change, shown);
}

interface Change {
  readonly type: SentMessage['type'];
  /** Whether somebody must see it although the alert was acknowledged. */
  readonly isPaging: boolean;
  /** Whether what is stored as shown may not be there. */
  readonly unsure: boolean;
  readonly notification_id: string;
  readonly at: Date;
  readonly alias: string;
  readonly otherAlias: string;
  readonly now: Pick<Shown, 'priority' | 'message'>;
}

function planUpdates({ type, isPaging, unsure, alias, now }: Change, shown: Shown | null): Plan {
  const createPlan = (actions: readonly Action[], state: Shown['state']): Plan => ({
    requests: actions.map((action) => ({ action, alias })),
    receipt: toReceipt({ alias, state, ...now }),
  });
  if (CLOSING_KINDS.has(type)) return createPlan(['close'], 'closed');
  const open = shown?.state === 'closed' ? null : shown;
  const updates = open === null && !isPaging ? [] : listUpdates(open, now);
  const missing = unsure ? ['create' as const] : [];
  if (type === 'alert.acknowledged')
    return createPlan([...missing, ...updates, 'acknowledge'], 'acknowledged');
  // What somebody closed in Opsgenie must not notify again because it is less severe.
  const isCreated = type !== 'alert.deescalated' || isPaging || open === null;
  return createPlan(
    [
      ...(isCreated ? ['create' as const] : missing),
      ...updates,
      ...(isPaging ? ['unacknowledge' as const] : []),
    ],
    isPaging || open === null ? 'open' : open.state,
  );
}

/** Before the acknowledgement is withdrawn, so that people are notified by the new priority. */
function listUpdates(open: Shown | null, { priority, message }: Change['now']): readonly Action[] {
  const isSame = open?.priority === priority && open.message === message;
  return [
    ...(open?.priority === priority ? [] : ['priority' as const]),
    ...(open?.message === message ? [] : ['message' as const]),
    ...(isSame ? [] : ['description' as const]),
  ];
}

function planReplacements(change: Change, shown: Shown | null): Plan {
  const { type, isPaging, unsure, notification_id, at, alias, otherAlias, now } = change;
  if (CLOSING_KINDS.has(type))
    return {
      // The outcome of an attempt can be lost, so an alert may be open under the other alias too.
      requests: [
        { action: 'close', alias: otherAlias },
        { action: 'close', alias },
      ],
      receipt: toReceipt({ alias, state: 'closed', ...now }),
    };
  const open = shown?.state === 'closed' ? null : shown;
  const shownNow = { alias, state: open?.state ?? 'open', ...(open ?? now) } satisfies Shown;
  const missing = unsure ? [{ action: 'create' as const, alias }] : [];
  if (type === 'alert.acknowledged')
    return {
      requests: [...missing, { action: 'acknowledge', alias }],
      receipt: toReceipt({ ...shownNow, state: 'acknowledged' }),
    };
  if (open !== null && type === 'alert.deescalated' && !isPaging)
    return { requests: [...missing, { action: 'notes', alias }], receipt: toReceipt(shownNow) };

  // Somebody may have acknowledged what is shown there, which is not known here. Without a receipt it is not even known whether
  // something is shown: the outcome of an attempt can be lost, and receipts are not kept for ever.
  const isUnseen = isPaging && shown?.state !== 'closed';
  const isMoreUrgent = open !== null && now.priority < open.priority;
  if ((isUnseen || isMoreUrgent) && open?.opened_by !== notification_id)
    return {
      requests: [
        { action: 'close', alias },
        { action: 'create', alias: otherAlias },
      ],
      receipt: toReceipt({
        ...{ alias: otherAlias, state: 'open', ...now },
        ...{ opened_by: notification_id, opened_at: at.toISOString() },
      }),
    };
  return { requests: [{ action: 'create', alias }], receipt: toReceipt(shownNow) };
}

const toReceipt = (shown: Shown): Receipt => ({ ...shown });

/** A limit of Opsgenie, in characters, less the ending of a second alias. */
const MAX_ALIAS_LENGTH = 500;

/**
 * Returns the alias of an alert of Opsgenie: equal for all notifications of a subscription about the same subject. The alias of
 * an alert is `{subscription_id}:{alert_id}`, because an alias is unique in an account, and several subscriptions may tell
 * different teams of one alert.
 */
function createAlias({ type, data }: SentMessage, subscription_id: string): string {
  if ('alert' in data) return `${subscription_id}:${data.alert.alert_id}`;
  if (!('subject' in data)) return `${subscription_id}:${type}`;
  const ids = Object.entries(data.subject).filter(([name]) => name.endsWith('_id'));
  const subjectKind = type.split('.', 1)[0];
  return truncateKey(
    [subscription_id, subjectKind, ...ids.map(([, id]) => String(id))].join(':'),
    MAX_ALIAS_LENGTH,
  );
}

/** Returns the alias of an alert that takes the place of another one. */
const createSecondAlias = (alias: string): string => `${alias}:2`;
