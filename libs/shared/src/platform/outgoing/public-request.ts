import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage, type Agent } from 'node:http';
import { request as overHttps, type RequestOptions, type AgentOptions } from 'node:https';
import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, Socket, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

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

export class ResponseTooLargeError extends Error {}

interface BoundedRequest extends Pick<RequestOptions, 'method' | 'agent'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Aborts the request and the reading of the response. */
  readonly signal: AbortSignal;
  /** The maximum bytes of the response. */
  readonly maxResponseBytes: number;
  /** Whether the status is the answer: of a body that is too long, too slow or broken off, only the beginning is returned. */
  readonly isStatusEnough?: boolean;
}

export interface BoundedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether the text is only the beginning of the body. */
  readonly isCut: boolean;
}

/**
 * Sends a request and reads the response. Redirects are not followed.
 * @throws ResponseTooLargeError; the reason of the signal, which is a TimeoutError (DOMException) for a timeout; Node's error if
 * there is no connection
 */
export async function sendBoundedRequest(
  target: URL,
  { method, agent, headers, body, signal, maxResponseBytes, isStatusEnough = false }: BoundedRequest,
): Promise<BoundedResponse> {
  const request = target.protocol === 'http:' ? overHttp : overHttps;
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const length = content && { 'content-length': content.length };
      const clientRequest = request(target, { method, agent, signal, headers: { ...headers, ...length } });
      clientRequest.once('response', resolve).on('error', reject).end(content);
    });
    const body = await readBody(response, maxResponseBytes, isStatusEnough);
    return { status: response.statusCode ?? 0, headers: response.headers, ...body };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  isBeginningEnough: boolean,
): Promise<Pick<BoundedResponse, 'text' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isCut = false;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new ResponseTooLargeError(`the answer is longer than ${maxBytes} bytes`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    response.destroy();
    if (!isBeginningEnough) throw error;
    isCut = true;
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isCut };
}

interface PublicAgentOptions extends Pick<AgentOptions, 'keepAlive' | 'maxSockets' | 'timeout'> {
  /** Allowed addresses and networks (CIDR), besides public ones. */
  readonly allow?: readonly string[];
  /** Resolves host names; the resolver of the system, if not set. */
  readonly lookup?: LookupFunction;
}

type Listener = (error: Error | null, socket: Duplex) => void;

/** Inner addresses that the library takes for public ones. */
const INTERNAL_ADDRESSES = new BlockList();
// At this address Azure answers its virtual machines, among others with their credentials.
INTERNAL_ADDRESSES.addAddress('168.63.129.16');
// IPv4-compatible IPv6 addresses, which `URL` writes without dots: `[::127.0.0.1]` is `[::7f00:1]`.
INTERNAL_ADDRESSES.addSubnet('::', 96, 'ipv6');

/** Refuses addresses that are not public. It checks when it connects, so that a name cannot lead elsewhere after the check. */
class PublicHttpAgent extends RequestFilteringHttpAgent {
  private readonly allowed: BlockList;

  constructor({ allow = [], ...options }: PublicAgentOptions = {}) {
    const allowed = parseNetworks(allow);
    super({
      ...options,
      lookup: createCheckedLookup(options.lookup, allowed),
      allowIPAddressList: [...allow],
    });
    this.allowed = allowed;
  }

  override createConnection(options: TcpNetConnectOpts, listener?: Listener): Duplex {
    const refusal = checkAddress(options.host, this.allowed);
    return refusal ? createFailedSocket(refusal, listener) : super.createConnection(options, listener);
  }
}

/** As {@link PublicHttpAgent}, for https. */
export class PublicHttpsAgent extends RequestFilteringHttpsAgent {
  private readonly allowed: BlockList;

  constructor({ allow = [], ...options }: PublicAgentOptions = {}) {
    const allowed = parseNetworks(allow);
    super({
      ...options,
      lookup: createCheckedLookup(options.lookup, allowed),
      allowIPAddressList: [...allow],
    });
    this.allowed = allowed;
  }

  override createConnection(options: TcpNetConnectOpts, listener?: Listener): Duplex {
    const refusal = checkAddress(options.host, this.allowed);
    return refusal ? createFailedSocket(refusal, listener) : super.createConnection(options, listener);
  }
}

/** Both agents, for addresses whose protocol is not known in advance. */
export class PublicAgents {
  private readonly http: PublicHttpAgent;
  private readonly https: PublicHttpsAgent;

  constructor(options: PublicAgentOptions) {
    this.http = new PublicHttpAgent(options);
    this.https = new PublicHttpsAgent(options);
  }

  getAgent({ protocol }: URL): Agent {
    return protocol === 'http:' ? this.http : this.https;
  }

  destroy(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

function parseNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, getFamily(address));
    else list.addSubnet(address, Number(bits), getFamily(address));
  }
  return list;
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Returns why an address is refused. A host name is not refused here: its addresses are checked when it is resolved. */
function checkAddress(host: string | undefined, allowed: BlockList): Error | undefined {
  if (host === undefined || isIP(host) === 0) return undefined;
  const family = getFamily(host);
  if (!INTERNAL_ADDRESSES.check(host, family) || allowed.check(host, family)) return undefined;
  return new Error(`${host} is not allowed: it is an inner address`);
}

function createCheckedLookup(lookup: LookupFunction = lookUp, allowed: BlockList): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, resolved, family) => {
      const addresses =
        typeof resolved === 'string' ? [resolved] : (resolved ?? []).map(({ address }) => address);
      const [refusal] = addresses.flatMap((address) => checkAddress(address, allowed) ?? []);
      callback(error ?? refusal ?? null, resolved, family);
    });
}

function createFailedSocket(error: Error, listener?: Listener): Socket {
  const socket = new Socket();
  if (listener) listener(error, socket);
  else socket.destroy(error);
  return socket;
}
