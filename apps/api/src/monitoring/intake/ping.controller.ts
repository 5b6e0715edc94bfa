import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AcceptPing } from '#monitoring';
import { IdField, TextField } from '../../http/body/fields.js';
import { HeartbeatNameField } from '../../http/body/heartbeat-fields.js';
import { DeliveryReceipt } from '../event.dto.js';
import { IntakeRoute, IntakeRouteAlias, EVENTS_PATH } from './intake-route.decorator.js';
import type { AdmittedRequest } from './admitted-request.js';

const PING_PATH = `${EVENTS_PATH}/heartbeat/:name`;
/** The path that clients of Opsgenie append to the address of its API. */
const OPSGENIE_PING_PATH = `${EVENTS_PATH}/v2/heartbeats/:name/ping`;

type PingRequest = AdmittedRequest & { readonly params: { readonly name: string } };

export class PingHeartbeatRequest {
  @IdField('webhook')
  webhook_id!: string;

  @TextField({ max: 64, description: 'The access key of the webhook: the part of its URL before `/events`.' })
  access_key!: string;

  @HeartbeatNameField()
  name!: string;
}

/** The routes that the sources of heartbeats ping. */
@ApiTags('Heartbeat')
@Controller('monitoring/v1')
export class PingController {
  constructor(private readonly commands: CommandBus) {}

  @IntakeRoute({
    method: 'GET',
    path: PING_PATH,
    summary: 'Ping a heartbeat',
    description:
      'Records that the source of a heartbeat is alive. Send GET, POST or PUT to `webhook_url` + `/heartbeat/{name}`. ' +
      'No body is needed, and none is stored. The response is sent when the ping is on disk. Pings that arrive while ' +
      'the database is unavailable count too. With `settings.heartbeats: "AUTO"` the first ping of a name creates its ' +
      'heartbeat.',
    request: PingHeartbeatRequest,
    response: DeliveryReceipt,
    status: 202,
    errors: {
      401: 'The webhook requires a signature, and it is missing or wrong',
      403: 'The webhook is disabled',
      404: 'There is no such webhook or heartbeat, or the access key is wrong',
    },
  })
  ping(@Req() request: PingRequest) {
    return this.accept(request);
  }

  @IntakeRouteAlias('POST', PING_PATH, 'The same, for sources that cannot send GET')
  pingByPost(@Req() request: PingRequest) {
    return this.accept(request);
  }

  @IntakeRouteAlias('PUT', PING_PATH, 'The same, for sources that cannot send GET')
  pingByPut(@Req() request: PingRequest) {
    return this.accept(request);
  }

  @IntakeRouteAlias('GET', OPSGENIE_PING_PATH, 'The same, for clients of Opsgenie')
  pingOpsgenie(@Req() request: PingRequest) {
    return this.acceptForOpsgenie(request);
  }

  @IntakeRouteAlias('POST', OPSGENIE_PING_PATH, 'The same, for clients of Opsgenie')
  pingOpsgenieByPost(@Req() request: PingRequest) {
    return this.acceptForOpsgenie(request);
  }

  @IntakeRouteAlias('PUT', OPSGENIE_PING_PATH, 'The same, for clients of Opsgenie')
  pingOpsgenieByPut(@Req() request: PingRequest) {
    return this.acceptForOpsgenie(request);
  }

  @IntakeRouteAlias('PATCH', OPSGENIE_PING_PATH, 'The same, for clients of Opsgenie')
  pingOpsgenieByPatch(@Req() request: PingRequest) {
    return this.acceptForOpsgenie(request);
  }

  private async accept({ admitted, params, headers, body, wire }: PingRequest) {
    const receipt = await this.commands.execute(
      new AcceptPing(admitted, params.name, { headers, body, wire }),
    );
    return { ...receipt, status: 'ACCEPTED' };
  }

  private async acceptForOpsgenie(request: PingRequest) {
    const { delivery_id } = await this.accept(request);
    return { result: 'PONG - Heartbeat received', took: 0.001, requestId: delivery_id };
  }
}
