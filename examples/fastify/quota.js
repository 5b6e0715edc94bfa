const { TOCSIN_URL = 'http://localhost:3000', TOCSIN_KEY } = process.env;

/**
 * Takes from the quota of a protocol. With the same key it takes once, however often it is asked: after a broken
 * connection ask again.
 * @returns {Promise<{allowed: boolean, retryAfter?: number, consumptionId?: string}>}
 */
export async function consume(protocol, amount, key) {
  const answer = await ask('consume', { protocol_id: protocol, amount }, key);
  // What is used up is an answer, and everything else that is no success is not: nothing may be sent on a guess.
  if (answer.status === 429) return { allowed: false, retryAfter: Number(answer.headers.get('retry-after')) };
  if (!answer.ok) throw new Error(`the quota cannot be asked: ${answer.status}`);
  return { allowed: true, consumptionId: (await answer.json()).consumption_id };
}

/** Gives back what was not sent after all. */
export async function release(consumptionId) {
  const answer = await ask('release', { consumption_id: consumptionId }, `release ${consumptionId}`);
  if (!answer.ok) throw new Error(`the quota cannot be given back: ${answer.status}`);
}

const ask = (verb, body, key) =>
  fetch(`${TOCSIN_URL}/notification/v1/quotas/${verb}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOCSIN_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000),
  });
