/** Paths that keep their slash: pages load files relative to their URL, and paths below a webhook are its sender's. */
const AS_IT_IS = /^\/(?:console|docs|queues)(?:\/|$)|^\/monitoring\/v1\/webhook\/[^/]+\/[^/]+\/events\//;
/** Pings lose the slash. With it, the request would be stored as an ordinary delivery and the heartbeat would not hear it. */
const PING = /\/events\/(?:heartbeat\/[^/]+|v2\/heartbeats\/[^/]+\/ping)\/$/;

/** Returns the URL for routing: without the slash at the end of the path, except where a slash has a meaning. */
export function withoutTrailingSlash({ url = '/' }: { readonly url?: string }): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (path.length < 2 || !path.endsWith('/') || (AS_IT_IS.test(path) && !PING.test(path))) return url;
  return path.slice(0, -1) + (end === -1 ? '' : url.slice(end));
}
