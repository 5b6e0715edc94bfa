import { Logger } from '@nestjs/common';
import type { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import { buildAlertQuery, type AlertFilter } from '../domain/subscription.js';
import type { SubscriptionTrigger } from '../domain/subscription-record.js';
import { matchQueries, type MatchEach } from './match-queries.js';

/** What of a subscription decides which alerts it finds. */
interface FindingSubscription extends AlertFilter {
  readonly project_id: string | null;
  readonly trigger: SubscriptionTrigger;
}

/** Whoever was told by a step is told of what follows, whatever the filter says. */
export const buildSubscriptionQuery = (subscription: FindingSubscription): object | undefined =>
  subscription.trigger === 'ESCALATION' ? undefined : buildAlertQuery(subscription, subscription.project_id);

/** An alert of a subscription. Both ids are uuids. */
interface AlertOfSubscription {
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly subscription: FindingSubscription;
}

const logger = new Logger('Subscriptions');

/**
 * Returns those alerts of a domain that their subscription finds as they are now, or that steps may have told it of. An invalid query finds
 * nothing.
 * @throws errors after which it can be repeated
 */
export async function matchSubscriptions<Alert extends AlertOfSubscription>(
  queries: Pick<AlertQueries, 'matchEach'>,
  domain_id: string,
  alerts: readonly Alert[],
): Promise<readonly Alert[]> {
  const candidates = [...Map.groupBy(alerts, (each) => each.subscription_id).values()].flatMap((own) =>
    own.slice(0, 1).map(({ subscription }) => ({
      ...{ own, query: buildSubscriptionQuery(subscription) },
      items: own.map(({ alert_id }) => formatId('alert', alert_id)),
    })),
  );
  const match: MatchEach<string> = (asked, ids) => queries.matchEach(domain_id, asked, ids);
  const found = await matchQueries(match, candidates, (_, { message }) =>
    // The fan-out disables the subscription.
    logger.error(`the filter of a subscription of ${domain_id} is not valid: ${message}`),
  );
  return [...found].flatMap(([{ own }, ids]) => {
    const matched = new Set(ids);
    return own.filter(({ alert_id }) => matched.has(formatId('alert', alert_id)));
  });
}
