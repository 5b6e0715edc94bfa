import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { CardMessage } from '../chat-receivers.js';

/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook: both limits. */
const REQUESTS_PER_SECOND = 4;
const MAX_MESSAGE_BYTES = 28 * 1024;

/**
 * Starts an imitation of a connector of Teams. It answers 200 whatever Teams says, and tells an error of Teams only in the body
 * (https://github.com/MicrosoftDocs/msteams-docs/issues/7425, https://github.com/MicrosoftDocs/msteams-docs/issues/1810).
 */
export async function startTeamsConnector() {
  const shown: CardMessage[] = [];
  const refusals: number[] = [];
  const acceptedAt: number[] = [];
  const settings: { areLimitsEnforced: boolean; status?: number } = { areLimitsEnforced: false };

  /** Returns the status with which Teams refuses a card. */
  const refuse = (bytes: number): number | undefined => {
    if (settings.status !== undefined) return settings.status;
    if (bytes > MAX_MESSAGE_BYTES) return 413;
    const now = Date.now();
    while ((acceptedAt[0] ?? now) <= now - 1_000) acceptedAt.shift();
    if (settings.areLimitsEnforced && acceptedAt.length >= REQUESTS_PER_SECOND) return 429;
    acceptedAt.push(now);
    return undefined;
  };

  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const status = refuse(bytes.length);
      if (status === undefined) shown.push(JSON.parse(bytes.toString()) as CardMessage);
      else refusals.push(status);
      const text =
        status === undefined
          ? '1'
          : `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0,server=PROD,cv=x.0..`;
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhookb2/1`,
    /** `status`: with which Teams refuses all cards. */
    settings,
    shown,
    refusals,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
