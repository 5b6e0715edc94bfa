import type { FastifyRequest, FastifyReply } from 'fastify';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { decodePathSuffix } from '#senders/plugin-api/path-suffix.js';
import {
  type AdmittedWebhook,
  type ReceivedDelivery,
  type RefusedWebhook,
  CountRefusal,
  KnownWebhookError,
} from '#monitoring';
import type { IntakeLease } from './intake-budget.js';
import type { Problem } from '../../http/errors/problem.js';
import { RefusalObserver } from '../../http/errors/add-route-hook.js';

/** A request that the admission hook admitted before its body was read. */
export type AdmittedRequest = FastifyRequest<{
  Params: { webhook_id: string; access_key: string; '*'?: string };
  Querystring: Record<string, string | string[]>;
  Body: Buffer;
}> & {
  admitted: AdmittedWebhook;
  lease?: IntakeLease;
  /** Reserves memory for the largest body; only if the length of the body is unknown. @throws ERROR_UNAVAILABLE */
  reserve?: () => void;
  /** Why the request is refused. Without a webhook it is not counted: there is none with this id. */
  refusal?: { readonly webhook: RefusedWebhook | undefined; readonly reason: string };
  /** The compressed body as it was received; only if its signature is to be checked. */
  wire?: Buffer;
  /** Returns the part of a compressed body that was received so far. */
  received?: () => Buffer;
};

/** The raw rest of a path below the address of a webhook. The decoded one of the router no longer shows which `/` were encoded. */
const REST_OF_PATH = /^[^?#]*?\/webhook\/[^/?#]+\/[^/?#]+\/events\/([^?#]*)/;

export function toReceivedDelivery(request: AdmittedRequest): ReceivedDelivery {
  const { query, body, wire, method, url } = request;
  const headers = method === 'POST' ? request.headers : { ...request.headers, ':method': method };
  return {
    content_type: headers['content-type'] ?? '',
    headers,
    query: joinValues(query),
    path_suffix: decodePathSuffix(REST_OF_PATH.exec(url)?.[1] ?? ''),
    body,
    wire,
  };
}

const EMPTY_QUERY = {};

/** Joins the values of a repeated parameter with commas, as HTTP does for headers. */
function joinValues(query: Record<string, string | string[]>): Readonly<Record<string, string>> {
  const names = Object.keys(query);
  return names.length === 0
    ? EMPTY_QUERY
    : Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

/** The address of a webhook, also with a wrong end. Other paths below its id are not for deliveries. */
const ADDRESS = /^\/monitoring\/v1\/webhook\/([^/?]{1,64})\/([^/?]{1,64})\/event/;
/** As long as a key, like the redacted keys of stored deliveries. */
const REDACTED = '*'.repeat(32);

/**
 * Counts the refused deliveries of webhooks that exist. They are counted when the response is sent, so that its time
 * does not depend on whether the webhook of a wrong key exists.
 */
@Injectable()
export class WebhookRefusals extends RefusalObserver {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  observe(request: FastifyRequest, error: unknown, problem: Problem): void {
    if (request.is404) this.countUnrouted(request, problem);
    else if (error instanceof KnownWebhookError) this.note(request, error.reason, error);
    else this.note(request, problem.detail);
  }

  /** Notes why a request is refused. It is counted when its response was sent. */
  note(request: FastifyRequest, reason: string, error?: KnownWebhookError): void {
    const refused = request as AdmittedRequest;
    refused.refusal ??= { webhook: error?.webhook ?? refused.admitted, reason };
  }

  /** Counts the request if it was refused. Called when its response was sent. */
  countResponse(request: FastifyRequest, { raw: { statusCode: status } }: FastifyReply): void {
    const { refusal, params, admitted } = request as Partial<AdmittedRequest>;
    if (status < 400 || refusal?.webhook === undefined) return;
    // A reason may quote the request of a sender whose key is right. Of any other request it quotes nothing.
    const key = admitted === undefined ? undefined : params?.access_key;
    const reason = key ? refusal.reason.replaceAll(key, REDACTED) : refusal.reason;
    void this.commands.execute(new CountRefusal(refusal.webhook, { status, reason }));
  }

  /** Counts a request that no route takes, as a wrong key if it has one. Its reason does not quote the path, which contains the access key. */
  countUnrouted({ url, method }: FastifyRequest, { status, detail }: Problem): void {
    const [, webhook_id, access_key] = ADDRESS.exec(url) ?? [];
    if (webhook_id === undefined || access_key === undefined) return;
    const reason = status === 404 ? 'There is nothing at this path' : `${method}: ${detail}`;
    void this.commands.execute(new CountRefusal({ webhook_id, access_key }, { status, reason }));
  }
}
