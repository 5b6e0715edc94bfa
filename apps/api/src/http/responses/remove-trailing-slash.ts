/** Paths that keep their slash: pages load files relative to their URL, and paths below a webhook are its sender's. */
const KEPT_PATHS = /^\/(?:console|docs|queues)(?:\/|$)|^\/monitoring\/v1\/webhook\/[^/]+\/[^/]+\/events\//;
/** Pings lose the slash. With it, the request would be stored as an ordinary delivery and the heartbeat would not hear it. */
const PING_PATH =
  /\/events\/(?:heartbeat\/[^/]+(?:\/(?:start|fail|log|\d{1,3}))?|v2\/heartbeats\/[^/]+\/ping)\/$/;

/** Returns the URL for routing: without the slash at the end of the path, except where a slash has a meaning. */
export function removeTrailingSlash({ url = '/' }: { readonly url?: string }): string {
  const queryStart = url.indexOf('?');
  const path = queryStart === -1 ? url : url.slice(0, queryStart);
  if (path.length < 2 || !path.endsWith('/') || (KEPT_PATHS.test(path) && !PING_PATH.test(path))) return url;
  return path.slice(0, -1) + (queryStart === -1 ? '' : url.slice(queryStart));
}
