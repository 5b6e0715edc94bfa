/**
 * How the commands of the guides post, for senders that run a command once and look no further. It goes on until the
 * delivery is accepted, whatever stands in the way: a 503, a closed port, a connection that breaks, a name that cannot
 * be resolved. It tries every 3 seconds, or when `Retry-After` says, for 2 minutes; the last try is over 15 seconds later.
 */
export const RETRYING_CURL =
  'curl -sS --fail-with-body --max-time 10 --retry 50 --retry-delay 3 --retry-max-time 120 --retry-connrefused --retry-all-errors';

/** Seconds: the limit that a sender must give the command. */
export const COMMAND_TIMEOUT = 150;

/** What a guide says of the versions of curl. */
export const CURL_VERSIONS =
  'The command needs curl 7.76 or later (`curl --version`). With an older one write `--fail` in place of `--fail-with-body` and leave out `--retry-all-errors`: then a connection that breaks is not tried again.';

/** What a guide says of an outage, where the sender lets the command run for {@link COMMAND_TIMEOUT}. */
export const OUTAGE_COVERED =
  'An outage of up to **2 minutes** loses nothing: `curl` tries again every 3 seconds, or when `Retry-After` says, after a 503, a closed port or a broken connection. For a longer one raise `--retry-max-time`';
