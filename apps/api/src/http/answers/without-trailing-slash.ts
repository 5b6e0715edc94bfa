/** Pages load their parts relative to where they are; what is below the address of a webhook belongs to its sender. */
const AS_IT_IS = /^\/(?:console|docs|queues)(?:\/|$)|^\/monitoring\/v1\/webhook\/[^/]+\/[^/]+\/events\//;
/** But for pings, which are not the sender's: as an event of its own one would be an assurance that nobody hears. */
const PING = /\/events\/(?:heartbeat\/[^/]+|v2\/heartbeats\/[^/]+\/ping)\/$/;

/** The URL by which the route is found: one slash at the end of the path makes no difference. */
export function withoutTrailingSlash({ url = '/' }: { readonly url?: string }): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (path.length < 2 || !path.endsWith('/') || (AS_IT_IS.test(path) && !PING.test(path))) return url;
  return path.slice(0, -1) + (end === -1 ? '' : url.slice(end));
}
