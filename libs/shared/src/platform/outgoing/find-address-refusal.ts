import type { Agent } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';

const LOOKUP_TIMEOUT_MS = 5_000;

/** Members of Node's agents that their types leave out. */
interface ConnectableAgent {
  readonly options: { readonly lookup?: LookupFunction };
  createConnection(options: {
    host: string;
    port: number;
    servername?: string;
    lookup?: LookupFunction;
  }): Socket;
}

/**
 * Returns why the agent would not connect to this address; `undefined` if it would. A host name is resolved, but nothing is
 * sent.
 * @param setting the setting by which the operator allows more addresses
 */
export async function findAddressRefusal(
  target: URL,
  agent: Agent,
  setting: string,
): Promise<string | undefined> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const error = await tryConnect(agent as unknown as ConnectableAgent, host);
  if (error === undefined) return undefined;
  if (/is not allowed/.test(error.message))
    return `leads to an address that is not public; the operator can allow it by ${setting}`;
  // There is no name to resolve, and the connection may fail for other reasons: nobody need listen at the probed port.
  if (isIP(host) !== 0) return undefined;
  return `cannot be looked up: ${(error as { code?: string }).code ?? error.message}`;
}

/** Lets the agent itself decide whether it would connect. The socket is destroyed before it does. */
async function tryConnect(agent: ConnectableAgent, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = agent.createConnection({ ...agent.options, host, port: 9, ...servername });
    const finish = (error?: Error) => {
      clearTimeout(timer);
      resolve(error);
      socket.destroy();
    };
    const timer = setTimeout(() => finish(new Error('no answer')), LOOKUP_TIMEOUT_MS);
    socket.on('error', finish);
    socket.once('lookup', (error: Error | null) => finish(error ?? undefined));
    // The agent checks an address before it creates the socket; a refused one has its error by then.
    if (isIP(host) !== 0) setImmediate(() => finish());
  });
}

/** Returns why the operator does not allow this host, as the end of a sentence; `undefined` if they do. */
export function findHostRefusal({ hostname }: URL, allowed: readonly string[]): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = (pattern: string) =>
    pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
  if (allowed.length === 0 || allowed.some(isAllowed)) return undefined;
  return 'has a host that the operator does not allow by RECEIVERS_ALLOW';
}

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
