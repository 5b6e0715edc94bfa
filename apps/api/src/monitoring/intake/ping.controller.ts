import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AcceptPing, type HeartbeatSignal } from '#monitoring';
import { IdField, TextField } from '../../http/body/fields.js';
import { HeartbeatNameField } from '../../http/body/heartbeat-fields.js';
import { DeliveryReceipt } from '../event.dto.js';
import { IntakeRoute, IntakeRouteAlias, EVENTS_PATH } from './intake-route.decorator.js';
import type { AdmittedRequest } from './webhook-request.js';

const PING_PATH = `${EVENTS_PATH}/heartbeat/:name`;
/** The ends of the addresses of Healthchecks: the kind of the message, or the exit status of a job. */
const SIGNAL_PATH = `${PING_PATH}/:signal(^(?:start|fail|log|1?\\d?\\d|2[0-4]\\d|25[0-5])$)`;
/** The path that clients of Opsgenie append to the address of its API. */
const OPSGENIE_PING_PATH = `${EVENTS_PATH}/v2/heartbeats/:name/ping`;

type PingRequest = AdmittedRequest & { readonly params: { readonly name: string; readonly signal?: string } };

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
      'heartbeat. As at Healthchecks, the path may end in `/fail` or the exit status of a job (`/0` is a ping, others ' +
      'are a failure, which opens the alert of the heartbeat until the next ping; a body becomes its description), or ' +
      'in `/start` or `/log`, which are only recorded. The query parameter `rid` identifies a run. These get 200 and `OK`.',
    request: PingHeartbeatRequest,
    response: DeliveryReceipt,
    status: 202,
    done: 'The ping is on disk',
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

  @IntakeRouteAlias('GET', SIGNAL_PATH, 'The same, for clients of Healthchecks', 200)
  signal(@Req() request: PingRequest) {
    return this.acceptForHealthchecks(request);
  }

  @IntakeRouteAlias('POST', SIGNAL_PATH, 'The same, for clients of Healthchecks', 200)
  signalByPost(@Req() request: PingRequest) {
    return this.acceptForHealthchecks(request);
  }

  @IntakeRouteAlias('PUT', SIGNAL_PATH, 'The same, for clients of Healthchecks', 200)
  signalByPut(@Req() request: PingRequest) {
    return this.acceptForHealthchecks(request);
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

  private async accept({ admitted, params, query, headers, body, wire }: PingRequest) {
    const { name, signal, access_key } = params;
    const receipt = await this.commands.execute(
      new AcceptPing(
        admitted,
        access_key,
        { name, ...parseSignal(signal), run_id: query['rid']?.toString(), output: body },
        { headers, body, wire },
      ),
    );
    return { ...receipt, status: 'ACCEPTED' };
  }

  private async acceptForHealthchecks(request: PingRequest) {
    await this.accept(request);
    return 'OK';
  }

  private async acceptForOpsgenie(request: PingRequest) {
    const { delivery_id } = await this.accept(request);
    return { result: 'PONG - Heartbeat received', took: 0.001, requestId: delivery_id };
  }
}

/** Reads the end of an address of Healthchecks. A job that ends with status 0 has succeeded. */
function parseSignal(signal: string | undefined): Pick<HeartbeatSignal, 'kind' | 'exit_status'> {
  if (signal === undefined) return { kind: 'ping' };
  if (signal === 'start' || signal === 'fail' || signal === 'log') return { kind: signal };
  const exit_status = String(Number(signal));
  return { kind: exit_status === '0' ? 'ping' : 'fail', exit_status };
}
