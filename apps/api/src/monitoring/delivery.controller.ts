import { Controller, Inject, Logger, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AwaitDelivery,
  AcceptDelivery,
  GetDelivery,
  PermitSender,
  type AdmittedWebhook,
  type PostedDelivery,
  ReplayDelivery,
} from '#monitoring';
import { messageOf } from '#shared/kernel/message-of.js';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { preferredWait } from '../http/query/prefer.js';
import { DeliveryInfo, GetDeliveryRequest, ReplayDeliveryRequest } from './delivery.dto.js';
import { CreateEventRequest, DeliveryReceipt } from './event.dto.js';

const EVENTS = 'webhook/:webhook_id/:access_key/events';
/** The one API whose senders post with other methods, too: below it plugins are told the method. */
const ALERTS = 'v2/alerts';
/** What Prometheus and vmalert add to the address of an Alertmanager. */
const ALERTMANAGER = 'api/v2/alerts';

/** A request that the admission hook let in, before its body was read. */
export type AdmittedRequest = FastifyRequest<{
  Params: { webhook_id: string; access_key: string; '*'?: string };
  Querystring: Record<string, string | string[]>;
  Body: Buffer;
}> & {
  admitted: AdmittedWebhook;
  /** The body before it was inflated, where that matters. */
  wire?: Buffer;
  /** Of a compressed body, as much as came so far, from its beginning. */
  received?: () => Buffer;
};

@Controller('monitoring/v1')
export class DeliveryController {
  private readonly logger = new Logger('Deliveries');

  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @ApiTags('Event')
  @Operation({
    method: 'POST',
    path: EVENTS,
    summary: 'Create events from what a monitoring system posts',
    description:
      'Accepts a delivery at the address of a webhook. The body is the data, in whatever form the sender ' +
      'has. The answer comes when the delivery is on disk; with `Prefer: wait=N` it is the processed ' +
      'delivery (200) if that takes no longer than N seconds. A sender that expects an answer of its own ' +
      'form gets that from its plugin instead of the receipt: PagerDuty Events its `dedup_key`, Event Grid ' +
      'its validation code.',
    permission: 'open',
    rawBody:
      'Whatever the monitoring system posts: JSON (under any content type), a form or words (text/plain). A CreateEventRequest, which has it ' +
      'as `data` beside `webhook_id`, `access_key` or both and nothing else, is taken for what it holds.',
    envelope: CreateEventRequest,
    response: DeliveryReceipt,
    status: 202,
    also: { 200: { when: 'It is processed already, with `Prefer: wait=N`', response: DeliveryInfo } },
    waits: true,
    errors: {
      401: 'The signature is missing or wrong, where the webhook expects one',
      403: 'The webhook is disabled',
    },
  })
  @RouteConfig({ admitsDeliveries: true })
  create(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'POST',
    path: `${EVENTS}/*`,
    summary: 'As above, for senders that add a path of their own',
    permission: 'open',
    status: 202,
  })
  @RouteConfig({ admitsDeliveries: true })
  createBelow(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'POST',
    path: `${EVENTS}/${ALERTMANAGER}`,
    summary: 'As above, for vmalert: every answer but 200 is a failure to it',
    permission: 'open',
    status: 200,
  })
  @RouteConfig({ admitsDeliveries: true })
  createAlerts(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply, ALERTMANAGER);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'PUT',
    path: `${EVENTS}/${ALERTS}/*`,
    summary: 'As above, for senders that speak the Alert API of Opsgenie',
    permission: 'open',
    status: 202,
  })
  @RouteConfig({ admitsDeliveries: true })
  putAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply, `${ALERTS}/`);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'PATCH',
    path: `${EVENTS}/${ALERTS}/*`,
    summary: 'As above, for senders that speak the Alert API of Opsgenie',
    permission: 'open',
    status: 202,
  })
  @RouteConfig({ admitsDeliveries: true })
  patchAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply, `${ALERTS}/`);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'DELETE',
    path: `${EVENTS}/${ALERTS}/*`,
    summary: 'As above, for senders that speak the Alert API of Opsgenie',
    permission: 'open',
    status: 202,
  })
  @RouteConfig({ admitsDeliveries: true })
  deleteAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply, `${ALERTS}/`);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'OPTIONS',
    path: EVENTS,
    summary: 'Whether a sender may send here, for those that ask before (CloudEvents)',
    permission: 'open',
  })
  @RouteConfig({ admitsDeliveries: true })
  preflight(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.permit(request, reply);
  }

  @ApiExcludeEndpoint()
  @Operation({
    method: 'OPTIONS',
    path: `${EVENTS}/*`,
    summary: 'As above, for senders that add a path of their own',
    permission: 'open',
  })
  @RouteConfig({ admitsDeliveries: true })
  preflightBelow(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.permit(request, reply);
  }

  @ApiTags('Delivery')
  @Operation({
    method: 'GET',
    path: 'delivery/:delivery_id',
    summary: 'Get what became of a delivery',
    description: 'Returns whether a delivery is processed, and the outcome of each alarm in it.',
    permission: 'delivery:read',
    request: GetDeliveryRequest,
    response: DeliveryInfo,
  })
  get(@Message() { delivery_id }: GetDeliveryRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetDelivery(scope, delivery_id));
  }

  @ApiTags('Delivery')
  @Operation({
    method: 'POST',
    path: 'delivery/:delivery_id/replay',
    summary: 'Replay a delivery',
    description:
      'Runs what is in quarantine of a delivery through the plugin of its webhook as it now is. What made ' +
      'an event is never touched; a delivery with nothing in quarantine stays as it is.',
    permission: 'delivery:write',
    request: ReplayDeliveryRequest,
    response: DeliveryInfo,
    errors: {
      409: 'The plugin divides it otherwise and some of it made events; or it was refused as unreadable; or its webhook is gone',
    },
  })
  async replay(@Message() { delivery_id }: ReplayDeliveryRequest, @CallerScope() scope: Scope) {
    const replayed = await this.commands.execute(new ReplayDelivery(scope, delivery_id));
    return replayed ?? this.queries.execute(new GetDelivery(scope, delivery_id));
  }

  private async permit({ admitted, headers }: AdmittedRequest, reply: FastifyReply): Promise<void> {
    const granted = await this.queries.execute(new PermitSender(admitted, textsIn(headers)));
    void reply.headers({ allow: 'POST, OPTIONS', ...granted });
  }

  private async accept(request: AdmittedRequest, reply: FastifyReply, base = '') {
    const { admitted, params } = request;
    const receipt = await this.commands.execute(
      new AcceptDelivery(admitted, params.access_key, postedBy(request, base)),
    );
    const wait = preferredWait(request.headers.prefer);
    if (wait !== undefined) {
      const processed = await this.awaitProcessed(admitted, receipt.delivery_id, wait);
      if (processed !== undefined) void reply.header('preference-applied', `wait=${wait}`);
      if (processed) {
        void reply.status(200);
        return processed;
      }
    }
    const { answer, delivery_id, received_at } = receipt;
    if (answer === undefined) return { delivery_id, received_at, status: 'ACCEPTED' };
    void reply.status(answer.status);
    return answer.body;
  }

  /**
   * `undefined` when it was not waited for as asked. The delivery is on disk: whatever fails from here on, an error would
   * only make its sender post it again.
   */
  private async awaitProcessed(admitted: AdmittedWebhook, deliveryId: string, wait: number) {
    try {
      const processed = await this.queries.execute(new AwaitDelivery(admitted, deliveryId, wait));
      return processed ? await this.queries.execute(new GetDelivery(admitted, deliveryId)) : processed;
    } catch (error) {
      const { webhook_id, domain_id: domain } = admitted;
      const what = messageOf(error);
      this.logger.warn(`not waited for: ${what}`, { webhook_id, domain });
      return undefined;
    }
  }
}

/** @param base what of the path below the address is the route's own */
export function postedBy(request: AdmittedRequest, base: string): PostedDelivery {
  const { params, query, body, wire, method } = request;
  const headers = method === 'POST' ? request.headers : { ...request.headers, ':method': method };
  return {
    content_type: headers['content-type'] ?? '',
    headers,
    query: textsOf(query),
    path_suffix: `${base}${params['*'] ?? ''}`,
    body,
    wire,
  };
}

const NOTHING = {};

/** A parameter that is repeated is one text with commas, as HTTP has it for headers. */
function textsOf(query: Record<string, string | string[]>): Readonly<Record<string, string>> {
  const names = Object.keys(query);
  return names.length === 0
    ? NOTHING
    : Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function textsIn(headers: FastifyRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));
}
