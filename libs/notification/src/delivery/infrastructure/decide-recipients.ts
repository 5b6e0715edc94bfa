import type { ClientBase } from 'pg';
import type { AlertChange, ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import { parseId } from '#shared/kernel/ids.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import { getPairKey, readUnsettled } from '../../silences/tables/silenced-alerts.js';
import {
  decideForSubscription,
  isToldAsFlapping,
  type SubscriptionTelling,
} from '../domain/decide-telling.js';
import { isCorrection } from '../../subscriptions/domain/wanted-kinds.js';
import { isAfterActivation, type DomainSubscription, type Match } from './change-matcher.js';
import {
  findEchoes,
  findUntil,
  createKeyId,
  getFlappingKey,
  readFlappingTold,
  readTold,
  type StoredFlapping,
  type Told,
} from './told.js';
import { buildAlertLinks } from '../../protocols/sent-message.js';

/** A change that a subscription is notified of, at once or when its key is calm, or of which it is recorded why it is not. */
export interface Recipient extends Match {
  readonly telling: SubscriptionTelling['telling'];
  readonly message: ChangeWithMessage;
  /** What the subscription knows of the key from then on. `undefined`: nothing of its flapping. */
  readonly flapping: StoredFlapping | undefined;
}

/** As `getPairKey`. */
export const getRecipientKey = ({ change, subscription: { subscription_id } }: Recipient) =>
  getPairKey({ subscription_id, alert_id: parseId('alert', change.alert_id) });

interface MatchedChanges {
  readonly changes: readonly AlertChange[];
  readonly subscriptions: ReadonlyMap<string, readonly DomainSubscription[]>;
  /** The subscriptions whose query finds the alert, with the silence that applies. */
  readonly matches: readonly Match[];
  readonly loadMessages: (
    changes: readonly AlertChange[],
  ) => Promise<ReadonlyMap<AlertChange, ChangeWithMessage>>;
  /** Notifications are kept since this time. */
  readonly keptSince: Date;
  /** What each subscription was told of each alert. Changed as the page is decided. */
  readonly told: Map<string, Told>;
}

/** Decides who is notified of each change, by the filters and by what each subscription was told before. */
export async function decideRecipients(
  client: ClientBase,
  { changes, subscriptions, matches, loadMessages, keptSince, told }: MatchedChanges,
): Promise<readonly Recipient[]> {
  const matchesByChange = Map.groupBy(matches, ({ change }) => change);
  const toldAlerts = new Set([...told.keys()].map((key) => key.split(' ')[1]));
  const matchedAlerts = new Set(matches.map(({ change }) => change.alert_id));
  const messages = await loadMessages(
    changes.filter(
      (change) =>
        matchesByChange.has(change) ||
        (isCorrection(change.kind) &&
          (matchedAlerts.has(change.alert_id) || toldAlerts.has(parseId('alert', change.alert_id)))),
    ),
  );
  const flapping = new Map(
    await readFlappingTold(
      client,
      [...subscriptions.values()].flat().map(({ subscription_id }) => subscription_id),
      [...messages].flatMap(([change, { message }]) =>
        change.flapping ? [createKeyId(message.data.alert)] : [],
      ),
    ),
  );
  // Everything that follows something silenced waits with it.
  const unsettled = await readUnsettled(
    client,
    matches.map(({ subscription: { subscription_id }, change }) => ({
      subscription_id,
      alert_id: parseId('alert', change.alert_id),
    })),
  );
  const echoes = await findEchoes(client, changes);
  const toldInPage = new Set<string>();
  const recipients: Recipient[] = [];
  for (const [at, change] of changes.entries()) {
    const message = messages.get(change);
    if (message === undefined) continue;
    const found = new Map(matchesByChange.get(change)?.map((match) => [match.subscription, match]));
    const alert_id = parseId('alert', change.alert_id);
    const isForgotten = readUuidTime(alert_id) < keptSince.getTime();
    const isFlappingNext = isToldAsFlapping(change, changes[at + 1]);
    const key_id = change.flapping ? createKeyId(message.message.data.alert) : undefined;
    for (const subscription of subscriptions.get(change.domain_id) ?? []) {
      const match = found.get(subscription);
      if (match === undefined && !isCorrection(change.kind)) continue;
      if (!isAfterActivation(change, subscription)) continue;
      const { subscription_id } = subscription;
      const pair = getPairKey({ subscription_id, alert_id });
      if (change.via_id === subscription_id && echoes.has(change) && !toldInPage.has(pair)) continue;
      const key = key_id === undefined ? undefined : { subscription_id, key_id };
      const toldOfKey = key && findUntil(change, flapping.get(getFlappingKey(key)));
      const decided = decideForSubscription(change, {
        ...{ kinds: subscription.kinds, tracksAlerts: subscription.tracksAlerts },
        isMatched: match !== undefined,
        isTold: told.get(pair)?.is_open ?? (isForgotten ? undefined : false),
        hasFailed: told.get(pair)?.has_failed === true,
        isKept: match?.silenced !== undefined || match?.inhibited !== undefined,
        isUnsettled: unsettled.has(pair),
        ...{ flapping: toldOfKey, isToldAsFlapping: isFlappingNext },
      });
      if (decided === undefined) continue;
      const { telling, isSilenced, isToldNow } = decided;
      const now = key && decided.flapping && { ...key, ...decided.flapping };
      recipients.push({ ...(match ?? { change, subscription }), telling, message, flapping: now });
      if (now) flapping.set(getFlappingKey(now), now);
      if (isRemark(message.message.type)) continue;
      toldInPage.add(pair);
      if (isSilenced) unsettled.add(pair);
      if (isToldNow) told.set(pair, { is_open: change.state === 'OPEN', has_failed: false });
    }
  }
  return recipients;
}

/** Reads what matters for these changes: for corrections, for keys that are flapping, and for all if steps of escalations tell of alerts. */
export async function readToldOf(
  client: ClientBase,
  changes: readonly AlertChange[],
  subscriptions: ReadonlyMap<string, readonly DomainSubscription[]>,
): Promise<Map<string, Told>> {
  const isStepped = (domain_id: string) =>
    subscriptions.get(domain_id)?.some(({ trigger }) => trigger === 'ESCALATION') === true;
  const ids = changes
    .filter(({ kind, flapping, domain_id }) => isCorrection(kind) || flapping || isStepped(domain_id))
    .map(({ alert_id }) => parseId('alert', alert_id));
  return readTold(client, [...new Set(ids)], new Date(Math.min(...ids.map(readUuidTime))));
}

/** Returns the time of a UUIDv7 in milliseconds. */
function readUuidTime(uuid: string): number {
  return Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
}

export function addLinks({ change: { alert_id }, message }: ChangeWithMessage, publicUrl: PublicUrl) {
  return { ...message, data: { ...message.data, links: buildAlertLinks(publicUrl, alert_id) } };
}
