import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** An alert as a person sees it. */
export interface ShownAlert {
  readonly alias: string;
  message: string;
  priority: string;
  description: string;
  state: 'open' | 'acknowledged' | 'closed';
  /** How often it was created while it was open. */
  count: number;
  readonly notes: string[];
  readonly details: Readonly<Record<string, string>>;
  readonly responders: readonly object[];
  readonly tags: readonly string[];
}

interface Fields {
  readonly alias?: string;
  readonly message?: string;
  readonly description?: string;
  readonly priority?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly responders?: readonly { readonly type?: string }[];
  readonly tags?: readonly string[];
  readonly entity?: string;
  readonly source?: string;
  readonly user?: string;
  readonly note?: string;
}

export interface OpsgenieRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly text: string;
}

export interface OpsgenieAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The path of Jira Service Management, whose API for integrations cannot update alerts. */
const JSM = '/jsm/ops/integration';
const METHODS: Readonly<Record<string, string>> = {
  acknowledge: 'POST',
  close: 'POST',
  notes: 'POST',
  unacknowledge: 'POST',
  priority: 'PUT',
  message: 'PUT',
  description: 'PUT',
};
const JSM_ACTIONS = new Set(['acknowledge', 'close', 'notes']);
/** https://docs.opsgenie.com/docs/alert-api#create-alert */
const MAX_LENGTHS = {
  ...{ alias: 512, message: 130, description: 15_000, entity: 512, source: 100, user: 100, note: 25_000 },
} as const;

/**
 * An account with the documented limits and states of the
 * [Alert API](https://docs.opsgenie.com/docs/alert-api). Requests are accepted at once, and processed later by `process`.
 */
export class OpsgenieAccount {
  readonly alerts: ShownAlert[] = [];
  /** What people were notified of: a new alert, and one whose acknowledgement is withdrawn. */
  readonly pages: { readonly alias: string; readonly message: string; readonly priority: string }[] = [];
  /** The requests that were accepted and not yet processed. */
  private readonly queue: (() => void)[] = [];

  constructor(readonly key: string = crypto.randomUUID()) {}

  open(): ShownAlert[] {
    return this.alerts.filter(({ state }) => state !== 'closed');
  }

  accept({ method, path, authorization, text }: OpsgenieRequest): OpsgenieAnswer {
    if (authorization !== `GenieKey ${this.key}`) return refuse(401, { message: 'Could not authenticate' });
    const { pathname, searchParams } = new URL(path, 'http://opsgenie');
    const isJsm = pathname.startsWith(JSM);
    const [, id, action] = /^\/v2\/alerts(?:\/([^/]+)\/([a-z]+))?$/.exec(pathname.replace(JSM, '')) ?? [];
    const isKnown = action === undefined ? method === 'POST' : METHODS[action] === method;
    const isAlerts = /^(?:\/jsm\/ops\/integration)?\/v2\/alerts(?:\/|$)/.test(pathname);
    if (!isAlerts || !isKnown || (isJsm && action !== undefined && !JSM_ACTIONS.has(action)))
      return refuse(404, { message: 'Resource not found' });
    const fields = JSON.parse(text) as Fields;
    const errors = findErrors(action, fields);
    if (action !== undefined && searchParams.get('identifierType') !== 'alias')
      errors['identifier'] = 'Alert id must be given';
    if (Object.keys(errors).length > 0)
      return refuse(422, { message: 'Request body is not processable. Please check the errors.', errors });
    const alias = decodeURIComponent(id ?? '');
    this.queue.push(
      action === undefined ? () => this.create(fields) : () => this.change(alias, action, fields),
    );
    return {
      status: 202,
      body: { result: 'Request will be processed', took: 0.01, requestId: crypto.randomUUID() },
    };
  }

  /** Processes the accepted requests. */
  process(): void {
    for (const apply of this.queue.splice(0)) apply();
  }

  private find(alias: string): ShownAlert | undefined {
    return this.open().find((each) => each.alias === alias);
  }

  /** An alert with the alias of an open one is only counted. */
  private create(fields: Fields): void {
    const { alias = crypto.randomUUID(), message = '', priority = 'P3', description = '' } = fields;
    const open = this.find(alias);
    if (open !== undefined) {
      open.count += 1;
      return;
    }
    const { details = {}, responders = [], tags = [] } = fields;
    const shown = { alias, message, priority, description, details, responders, tags };
    this.alerts.push({ ...shown, state: 'open', count: 1, notes: [] });
    this.pages.push({ alias, message, priority });
  }

  /** What is not open is not changed. */
  private change(alias: string, action: string, fields: Fields): void {
    const alert = this.find(alias);
    if (alert === undefined) return;
    if (fields.note !== undefined) alert.notes.push(fields.note);
    if (action === 'close') alert.state = 'closed';
    if (action === 'acknowledge') alert.state = 'acknowledged';
    if (action === 'unacknowledge' && alert.state === 'acknowledged') {
      alert.state = 'open';
      // https://support.atlassian.com/opsgenie/docs/acknowledge-and-unacknowledge-an-alert/: as if it had just been created.
      this.pages.push({ alias, message: alert.message, priority: alert.priority });
    }
    alert.priority = fields.priority ?? alert.priority;
    alert.message = fields.message ?? alert.message;
    alert.description = fields.description ?? alert.description;
  }
}

function refuse(status: number, body: object): OpsgenieAnswer {
  return { status, body: { ...body, took: 0.001, requestId: crypto.randomUUID() } };
}

function findErrors(action: string | undefined, fields: Fields): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, limit] of Object.entries(MAX_LENGTHS)) {
    const value: unknown = fields[name as keyof Fields];
    if (value === undefined) continue;
    if (typeof value !== 'string') errors[name] = `${name} must be a text`;
    else if (value.length > limit) errors[name] = `${name} is longer than ${limit} characters`;
  }
  const { tags = [], details = {}, responders = [], priority } = fields;
  if (action === undefined || action === 'message')
    if ((fields.message ?? '').trim() === '') errors['message'] = 'Message can not be empty.';
  if (priority !== undefined && !/^P[1-5]$/.test(priority))
    errors['priority'] = 'Priority should be P1 to P5';
  if (action === 'priority' && priority === undefined) errors['priority'] = 'Priority can not be empty.';
  if (tags.length > 20 || tags.some(({ length }) => length > 50))
    errors['tags'] = 'Too many or too long tags';
  if (responders.some(({ type }) => !['team', 'user', 'escalation', 'schedule'].includes(type ?? '')))
    errors['responders'] = 'Type of a responder is unknown';
  const texts = Object.entries(details).flat();
  if (texts.some((text) => typeof text !== 'string')) errors['details'] = 'Details must be texts';
  else if (texts.join('').length > 8_000) errors['details'] = 'Details are longer than 8000 characters';
  return errors;
}

/** Starts an imitation of the Alert API. Each test takes an account of its own, which its key tells. */
export async function startOpsgenie() {
  const accounts = new Map<string, OpsgenieAccount>();
  const limits = { throttled: 0, refusals: 0 };
  const server = createServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const { authorization } = request.headers;
      const account = accounts.get(authorization?.replace('GenieKey ', '') ?? '') ?? new OpsgenieAccount();
      const isThrottled = limits.throttled > 0;
      const { status, headers, body } = isThrottled
        ? throttle()
        : account.accept({
            ...{ method: request.method ?? '', path: request.url ?? '', authorization },
            text: bytes.toString(),
          });
      response
        .writeHead(status, { ...headers, 'content-type': 'application/json' })
        .end(JSON.stringify(body));
      await sleep(20);
      account.process();
    });
  });
  const throttle = (): OpsgenieAnswer => {
    limits.throttled -= 1;
    limits.refusals += 1;
    return {
      ...refuse(429, {
        message: 'You are making too many requests! To avoid this, please reduce the request frequency.',
      }),
      headers: { 'x-ratelimit-state': 'THROTTLED', 'x-ratelimit-period-in-sec': '1' },
    };
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    jsmUrl: url + JSM,
    /** `throttled` is the number of the next requests that are refused. */
    limits,
    createAccount: () => {
      const account = new OpsgenieAccount();
      accounts.set(account.key, account);
      return account;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
