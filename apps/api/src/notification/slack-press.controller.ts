import { Controller, Param, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PressSlackButton } from '#notification';
import { DomainError } from '#shared/kernel/domain-error.js';
import { Operation } from '../docs/operation.decorator.js';
import { getClientAddress } from '../http/auth/caller.js';
import { FailedAuthentications } from '../http/auth/failed-authentications.js';
import { RawBody } from '../http/body/message.decorator.js';
import { RequestLimits } from '../http/limits/request-limits.js';

/** Milliseconds. Slack tells whoever has pressed that it failed if there is no answer within three seconds. */
const ANSWER_AFTER_MS = 2_500;

/** The request URLs of Slack apps. Slack alone uses them, so that they are described in the guide and not in the API document. */
@ApiExcludeController()
@Controller('notification/v1/slack')
export class SlackPressController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limits: RequestLimits,
    private readonly failures: FailedAuthentications,
  ) {}

  /**
   * Answers when the press has done its work, so that Slack shows a failure. Of one that takes longer, it is answered that it
   * arrived; the work goes on, and whoever has pressed is told if it fails.
   */
  @Operation({
    method: 'POST',
    path: ':app_key/actions',
    summary: 'Act by a button in Slack',
    permission: 'open',
    rawBody: 'The form of Slack',
  })
  async press(
    @Param('app_key') app_key: string,
    @RawBody() body: Buffer,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const address = getClientAddress(request);
    await this.limits.takePress(address, reply);
    const signed = {
      signature: readHeader(request, 'x-slack-signature'),
      timestamp: readHeader(request, 'x-slack-request-timestamp'),
      body,
    };
    const work = this.commands.execute(new PressSlackButton(app_key, signed, address));
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, ANSWER_AFTER_MS)));
    try {
      await Promise.race([work, deadline]);
    } catch (error) {
      if (error instanceof DomainError && ['unauthenticated', 'not-found'].includes(error.kind))
        await this.failures.add({ kind: 'wrong_credentials', address }, reply);
      if (error instanceof DomainError && error.kind === 'unauthenticated')
        void reply.header('www-authenticate', 'Slack');
      throw error;
    } finally {
      clearTimeout(timer);
      work.catch(() => undefined);
    }
  }
}

function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const given = headers[name];
  return typeof given === 'string' ? given : undefined;
}
