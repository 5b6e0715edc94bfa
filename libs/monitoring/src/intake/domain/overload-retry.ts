const SHORTEST = 5;
const LONGEST = 10;

/**
 * `Retry-After` of a delivery that is sent away for want of room, in seconds. Many senders count their tries: by five of
 * them they must outlast the start of a process, which the overload may end in. Spread out, so that those who are sent away
 * together do not come back together.
 */
export function overloadRetry(): number {
  return SHORTEST + Math.floor(Math.random() * (LONGEST - SHORTEST + 1));
}
