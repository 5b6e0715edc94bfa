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

/** Why a remote plugin cannot have this address; `undefined` when it can. A name is looked up, nothing is sent. */
export async function addressRefusal(
  url: string,
  agentOf: (target: URL) => Agent,
): Promise<string | undefined> {
  if (!URL.canParse(url)) return 'must be an address like https://plugin.example.com';
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return 'must begin with https:// or http://';
  if (target.username !== '' || target.password !== '') return 'must not hold a user or password; use secret';
  if (target.search !== '' || target.hash !== '') return 'must not have a query or fragment';
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const error = await tried(agentOf(target) as unknown as Connecting, host);
  if (error === undefined) return undefined;
  if (/is not allowed/.test(error.message))
    return 'leads to an address that is not public; the operator can allow it by REMOTE_PLUGIN_ALLOW';
  // There is nothing to look up, and where it was tried nobody need listen.
  if (isIP(host) !== 0) return undefined;
  return `cannot be looked up: ${(error as { code?: string }).code ?? error.message}`;
}

/** The agent that will connect says itself whether it would. The socket is thrown away before it does. */
async function tried(agent: Connecting, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = agent.createConnection({ ...agent.options, host, port: 9, servername: host });
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
