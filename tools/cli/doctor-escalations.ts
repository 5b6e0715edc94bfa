import { TocsinError } from '#client';
import type { Pool } from 'pg';
import { nameSome, type Finding } from './finding.js';
import type { Session } from './session.js';

const MAX_NAMED = 5;
const PAGE_LIMIT = 100;

interface Unreached {
  readonly escalation_id: string;
  readonly name: string;
  readonly hasFallback: boolean;
}

/** Finds escalations of all domains none of whose steps would tell anybody now. */
export async function checkEscalations(pool: Pool): Promise<Finding> {
  // Imported here because it loads the whole service, which a check over HTTP does not need.
  const { findUnreached } = await import('#notification');
  return describeUnreached(await findUnreached(pool, new Date()));
}

/** The same over HTTP, for the escalations that the key of the session can read. */
export async function checkEscalationsAsCaller({ tocsin, domain }: Session): Promise<Finding> {
  const body = { ...domain, query: { page: { limit: PAGE_LIMIT } } };
  const enabled = new Map<string, string>();
  for await (const { subscription_id = '', state, trigger = '' } of tocsin.each('searchSubscriptions', {
    body,
  }))
    if (state === 'ENABLED') enabled.set(subscription_id, trigger);
  const isTold = (id: string) => enabled.get(id) === 'ESCALATION';
  const onCall = new Map<string, boolean>();
  const isAnybodyOnCall = async (on_call_id: string) => {
    const known = onCall.get(on_call_id);
    if (known !== undefined) return known;
    const found = await tocsin.call('getOnCallAt', { path: { on_call_id }, query: domain }).then(
      ({ members }) => members.some(({ subscription_id }) => isTold(subscription_id)),
      (error: unknown) => {
        if (error instanceof TocsinError && error.status === 404) return false;
        throw error;
      },
    );
    onCall.set(on_call_id, found);
    return found;
  };
  const unreached: Unreached[] = [];
  for await (const { escalation_id = '', name = '', steps = [], fallback = '' } of tocsin.each(
    'searchEscalations',
    { body },
  )) {
    let isReached = steps.some(({ subscriptions = [] }) => subscriptions.some(isTold));
    for (const { on_call } of isReached ? [] : steps)
      if (typeof on_call === 'string') isReached ||= await isAnybodyOnCall(on_call);
    if (!isReached) unreached.push({ escalation_id, name, hasFallback: enabled.has(fallback) });
  }
  return describeUnreached(unreached);
}

function describeUnreached(unreached: readonly Unreached[]): Finding {
  const check = 'escalations';
  if (unreached.length === 0) return { check, state: 'ok', message: 'each would tell somebody now' };
  const lost = unreached.filter(({ hasFallback }) => !hasFallback);
  const list = (some: readonly Unreached[]) => {
    const names = some.map(({ escalation_id, name }) => `${escalation_id} (${name})`);
    return nameSome(names, MAX_NAMED).join(', ');
  };
  const left = unreached.filter(({ hasFallback }) => hasFallback);
  return {
    check,
    state: lost.length > 0 ? 'bad' : 'warning',
    message: [
      ...(lost.length > 0 ? [`nobody would be told, not even a fallback, by ${list(lost)}`] : []),
      ...(left.length > 0 ? [`no step would tell anybody now, only the fallback, of ${list(left)}`] : []),
    ].join('; '),
    remedy:
      'Their subscriptions are disabled or deleted, or nobody is on call. Enable them, name others, or fill the schedules.',
  };
}
