import type { Agent } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';

const LOOK_UP_MS = 5_000;

/** What Node's agents have and its types leave out. */
interface Connecting {
  readonly options: { readonly lookup?: LookupFunction };
  createConnection(options: {
    host: string;
    port: number;
    servername?: string;
    lookup?: LookupFunction;
  }): Socket;
}

/**
 * Why the agent would not connect to this address; `undefined` when it would. A name is looked up, nothing is sent.
 * @param setting what the operator allows further addresses by
 */
export async function addressRefusal(
  target: URL,
  agent: Agent,
  setting: string,
): Promise<string | undefined> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const error = await tried(agent as unknown as Connecting, host);
  if (error === undefined) return undefined;
  if (/is not allowed/.test(error.message))
    return `leads to an address that is not public; the operator can allow it by ${setting}`;
  // There is nothing to look up, and where it was tried nobody need listen.
  if (isIP(host) !== 0) return undefined;
  return `cannot be looked up: ${(error as { code?: string }).code ?? error.message}`;
}

/** The agent that will connect says itself whether it would. The socket is thrown away before it does. */
async function tried(agent: Connecting, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = agent.createConnection({ ...agent.options, host, port: 9, ...servername });
    const end = (error?: Error) => {
      clearTimeout(timer);
      resolve(error);
      socket.destroy();
    };
    const timer = setTimeout(() => end(new Error('no answer')), LOOK_UP_MS);
    socket.on('error', end);
    socket.once('lookup', (error: Error | null) => end(error ?? undefined));
    // An address is looked at before the socket is made; a refused one has its error by then.
    if (isIP(host) !== 0) setImmediate(() => end());
  });
}
