import { Controller, Logger, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  AcceptDelivery,
  AwaitDelivery,
  GetDelivery,
  GetPreflightHeaders,
  type AdmittedWebhook,
} from '#monitoring';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { createDisconnectSignal, parsePreferWait } from '../../http/body/message.decorator.js';
import { DeliveryInfo } from '../delivery.dto.js';
import { CreateEventRequest, DeliveryReceipt } from '../event.dto.js';
import { IntakeRoute, IntakeRouteAlias, EVENTS_PATH } from './intake-route.decorator.js';
import { toReceivedDelivery, type AdmittedRequest } from './webhook-request.js';

/** The Alert API of Opsgenie, whose senders also use PUT, PATCH and DELETE. Plugins get the method as header `:method`. */
const OPSGENIE_ALERTS = 'v2/alerts';
/** The path that Prometheus and vmalert append to the address of an Alertmanager. */
const ALERTMANAGER_ALERTS = 'api/v2/alerts';

/** The routes that senders post deliveries to. */
@ApiTags('Event')
@Controller('monitoring/v1')
export class IntakeController {
  private readonly logger = new Logger('Deliveries');

  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @IntakeRoute({
    method: 'POST',
    path: EVENTS_PATH,
    summary: 'Create events from a delivery',
    description:
      'Accepts a delivery at the URL of a webhook. The body is the payload in the format of the sender. The response is ' +
      '202, sent when the delivery is on disk. With `Prefer: wait=N` it is the processed delivery (200) if it is ' +
      'processed within N seconds. For senders that expect a specific response, the plugin returns it instead of the ' +
      'receipt: the `dedup_key` for PagerDuty Events, the validation code for Event Grid, the text `ok` for Slack, ' +
      '204 without a body for Discord.',
    rawBody:
      'The payload of the monitoring system, with any content type: JSON, several JSON values, a form, or text. If the body is ' +
      'a CreateEventRequest, that is `data` with `webhook_id`, `access_key` or both, and no other field, only its ' +
      '`data` is used.',
    envelope: CreateEventRequest,
    response: DeliveryReceipt,
    status: 202,
    done: 'The usual answer: the delivery is on disk, and a worker creates its events',
    otherResponses: {
      200: {
        when: 'Only with `Prefer: wait=N`, if the delivery is processed within N seconds; after them, 202',
        response: DeliveryInfo,
      },
    },
    waits: true,
    errors: {
      401: 'The webhook requires a signature, and it is missing or wrong',
      403: 'The webhook is disabled',
    },
  })
  create(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias('POST', `${EVENTS_PATH}/*`, 'The same, for senders that append a path')
  createAtSubpath(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias(
    'POST',
    `${EVENTS_PATH}/${ALERTMANAGER_ALERTS}`,
    'The same, for vmalert, which treats every status but 200 as a failure',
    200,
  )
  createAlerts(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias(
    'PUT',
    `${EVENTS_PATH}/*`,
    'The same, for senders that append a path and use PUT (ntfy, Matrix)',
  )
  putAtSubpath(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias(
    'PUT',
    `${EVENTS_PATH}/${OPSGENIE_ALERTS}/*`,
    'The same, for senders that use the Alert API of Opsgenie',
  )
  putAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias(
    'PATCH',
    `${EVENTS_PATH}/${OPSGENIE_ALERTS}/*`,
    'The same, for senders that use the Alert API of Opsgenie',
  )
  patchAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias(
    'DELETE',
    `${EVENTS_PATH}/${OPSGENIE_ALERTS}/*`,
    'The same, for senders that use the Alert API of Opsgenie',
  )
  deleteAlert(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.accept(request, reply);
  }

  @IntakeRouteAlias('OPTIONS', EVENTS_PATH, 'Ask whether a sender may post to the webhook (CloudEvents)', 200)
  preflight(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sendPermission(request, reply);
  }

  @IntakeRouteAlias('OPTIONS', `${EVENTS_PATH}/*`, 'The same, for senders that append a path', 200)
  preflightAtSubpath(@Req() request: AdmittedRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sendPermission(request, reply);
  }

  private async sendPermission({ admitted, headers }: AdmittedRequest, reply: FastifyReply): Promise<void> {
    const granted = await this.queries.execute(new GetPreflightHeaders(admitted, headers));
    void reply.headers({ allow: 'POST, OPTIONS', ...granted });
  }

  private async accept(request: AdmittedRequest, reply: FastifyReply) {
    const { admitted, params } = request;
    const receipt = await this.commands.execute(
      new AcceptDelivery(admitted, params.access_key, toReceivedDelivery(request)),
    );
    const wait = parsePreferWait(request.headers.prefer);
    if (wait !== undefined) {
      const processed = await this.awaitProcessed(admitted, receipt.delivery_id, wait, reply);
      if (processed !== undefined) void reply.header('preference-applied', `wait=${wait}`);
      if (processed) {
        void reply.status(200);
        return processed;
      }
    }
    const { answer, delivery_id, received_at } = receipt;
    if (answer === undefined) return { delivery_id, received_at, status: 'ACCEPTED' };
    void reply.status(answer.status);
    if (typeof answer.body === 'string') void reply.type('text/plain; charset=utf-8');
    return answer.body ?? undefined;
  }

  /**
   * Returns the processed delivery, `false` after the full wait, or `undefined` if the wait was not granted. Never throws:
   * the delivery is on disk, so an error would only make its sender post it again.
   */
  private async awaitProcessed(
    admitted: AdmittedWebhook,
    deliveryId: string,
    wait: number,
    reply: FastifyReply,
  ) {
    try {
      const signal = createDisconnectSignal(reply);
      const processed = await this.queries.execute(new AwaitDelivery(admitted, deliveryId, wait, signal));
      return processed ? await this.queries.execute(new GetDelivery(admitted, deliveryId)) : processed;
    } catch (error) {
      const { webhook_id, domain_id: domain } = admitted;
      const message = getLogMessage(error);
      this.logger.warn(`Prefer: wait was not applied to a delivery: ${message}`, { webhook_id, domain });
      return undefined;
    }
  }
}
