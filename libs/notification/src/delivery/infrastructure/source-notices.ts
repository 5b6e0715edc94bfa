import type { ClientBase } from 'pg';
import type { AlertChange, ChangeWithMessage } from '#monitoring/contracts/alert-outbox.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import { isAfterActivation, type DomainSubscription } from './change-matcher.js';
import { chooseStorageTime } from '../tables/notification-lanes.js';
import { buildAlertLinks } from '../../protocols/sent-message.js';
import { writeServiceNotices } from '../tables/write-service-notices.js';

type SourceKind = 'source.silent' | 'source.back';

const SOURCE_KIND_BY_CHANGE: Readonly<Record<string, SourceKind>> = {
  opened: 'source.silent',
  reopened: 'source.silent',
  resolved: 'source.back',
};

/** The name of a heartbeat for which every delivery of the webhook counts as a ping. */
const ANY_DELIVERY = '*';

export function buildSourceTitle(heartbeat: string, kind: SourceKind): string {
  const isSilent = kind === 'source.silent';
  if (heartbeat === ANY_DELIVERY) return `The source is ${isSilent ? 'silent' : 'back'}`;
  return `Heartbeat ${heartbeat} is ${isSilent ? 'missing' : 'back'}`;
}

/** Returns the changes that a subscription to `source.silent` or `source.back` wants, if their alerts belong to heartbeats. */
export function selectSourceChanges(
  changes: readonly AlertChange[],
  subscriptions: readonly DomainSubscription[],
): readonly AlertChange[] {
  const wanted = new Set(
    subscriptions.flatMap(({ domain_id, kinds }) =>
      kinds.filter((kind) => kind.startsWith('source.')).map((kind) => `${domain_id} ${kind}`),
    ),
  );
  if (wanted.size === 0) return [];
  return changes.filter(
    ({ kind, domain_id, flapping }) =>
      !flapping && wanted.has(`${domain_id} ${SOURCE_KIND_BY_CHANGE[kind] ?? ''}`),
  );
}

/** Writes the notifications about heartbeats. Called in the transaction that moves the cursors. */
export async function writeSourceNotices(
  client: ClientBase,
  messages: readonly ChangeWithMessage[],
  subscriptions: readonly DomainSubscription[],
  { publicUrl, now }: { readonly publicUrl: PublicUrl; readonly now: Date },
): Promise<number> {
  const subscriptionsById = new Map(subscriptions.map((each) => [each.subscription_id, each]));
  let written = 0;
  for (const { change, message, heartbeat } of messages) {
    const kind = SOURCE_KIND_BY_CHANGE[change.kind];
    if (heartbeat === null || kind === undefined) continue;
    const { webhook_id, project_id } = message.data.alert;
    const { alert_id, domain_id, severity, position } = change;
    const at = new Date(change.changed_at);
    written += await writeServiceNotices(
      client,
      {
        ...{ domain_id, kind, severity, at, stored_at: chooseStorageTime(at, now) },
        title: buildSourceTitle(heartbeat, kind),
        subject: { webhook_id, alert_id, name: heartbeat, change: `${position.xid}-${position.index}` },
        links: buildAlertLinks(publicUrl, alert_id),
        subject_key: `source ${alert_id}`,
      },
      (subscribers) =>
        subscribers.filter(({ subscription_id, project_id: subscribedProject }) => {
          const subscription = subscriptionsById.get(subscription_id);
          return (
            (subscribedProject === null || subscribedProject === project_id) &&
            subscription !== undefined &&
            isAfterActivation(change, subscription)
          );
        }),
    );
  }
  return written;
}
