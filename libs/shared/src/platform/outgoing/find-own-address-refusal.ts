/** Where a webhook takes deliveries, and what is below: plugins accept further paths. */
const EVENTS_PATH = /\/monitoring\/v1\/webhook\/[^/]+\/[^/]+\/events(?:\/|$)/;

/**
 * Returns why the service must not post to this address, as the end of a sentence: a webhook of its own would take each
 * message for another alarm, without end.
 * @param publicUrl where senders reach the service
 */
export function findOwnAddressRefusal(
  { host, pathname }: URL,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl === undefined || host !== new URL(publicUrl).host || !EVENTS_PATH.test(pathname))
    return undefined;
  return 'is a webhook of this service, which would raise an alert for each message, without end: give the address of another system';
}
