import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AcceptPing } from '#monitoring';
import { IdField, TextField } from '../../http/body/fields.js';
import { HeartbeatNameField } from '../../http/body/heartbeat-fields.js';
import { DeliveryReceipt } from '../event.dto.js';
import { Address, Alias, EVENTS } from './address.decorator.js';
import type { AdmittedRequest } from './admitted-request.js';

const PING = `${EVENTS}/heartbeat/:name`;
/** The path that clients of Opsgenie append to the address of its API. */
const OPSGENIE_PING = `${EVENTS}/v2/heartbeats/:name/ping`;

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

  @Address({
    method: 'GET',
    path: PING,
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

  @Alias('POST', PING, 'The same, for sources that cannot send GET')
  pingByPost(@Req() request: PingRequest) {
    return this.accept(request);
  }

  @Alias('PUT', PING, 'The same, for sources that cannot send GET')
  pingByPut(@Req() request: PingRequest) {
    return this.accept(request);
  }

  @Alias('GET', OPSGENIE_PING, 'The same, for clients of Opsgenie')
  pingOpsgenie(@Req() request: PingRequest) {
    return this.pong(request);
  }

  @Alias('POST', OPSGENIE_PING, 'The same, for clients of Opsgenie')
  pingOpsgenieByPost(@Req() request: PingRequest) {
    return this.pong(request);
  }

  @Alias('PUT', OPSGENIE_PING, 'The same, for clients of Opsgenie')
  pingOpsgenieByPut(@Req() request: PingRequest) {
    return this.pong(request);
  }

  @Alias('PATCH', OPSGENIE_PING, 'The same, for clients of Opsgenie')
  pingOpsgenieByPatch(@Req() request: PingRequest) {
    return this.pong(request);
  }

  private async accept({ admitted, params, headers, body, wire }: PingRequest) {
    const receipt = await this.commands.execute(
      new AcceptPing(admitted, params.name, { headers, body, wire }),
    );
    return { ...receipt, status: 'ACCEPTED' };
  }

  private async pong(request: PingRequest) {
    const { delivery_id } = await this.accept(request);
    return { result: 'PONG - Heartbeat received', took: 0.001, requestId: delivery_id };
  }
}
