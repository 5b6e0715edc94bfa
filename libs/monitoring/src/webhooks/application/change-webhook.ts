import { Inject, type Type } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import type { RotationTerms } from '#shared/kernel/rotation.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Webhook, WebhookChanges } from '../domain/webhook.js';
import { WebhookRepository } from './ports/webhook-repository.js';

/** A change of one webhook. Nothing is written if it is in that state already. @throws ERROR_NOT_FOUND */
abstract class ChangeWebhook extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly webhook_id: string,
  ) {
    super();
  }
}

/** Changes the given fields. Tags are replaced as a whole. */
export class UpdateWebhook extends ChangeWebhook {
  constructor(
    scope: Scope,
    webhook_id: string,
    readonly changes: WebhookChanges,
  ) {
    super(scope, webhook_id);
  }
}

/** Gives a webhook a new access key. The previous one stays valid for the grace period, so that senders can switch. */
export class RotateAccessKey extends ChangeWebhook {
  constructor(
    scope: Scope,
    webhook_id: string,
    readonly terms: RotationTerms,
  ) {
    super(scope, webhook_id);
  }
}

/** Enables a webhook. Its address accepts deliveries again. */
export class EnableWebhook extends ChangeWebhook {}

/** Disables a webhook. Its address rejects deliveries; deliveries that it accepted before are still processed. */
export class DisableWebhook extends ChangeWebhook {}

/** Deletes a webhook. Its address and name are gone at once; deliveries that it accepted before are still processed. */
export class DeleteWebhook extends ChangeWebhook {}

function createHandler<C extends ChangeWebhook>(
  command: Type<C>,
  change: (webhook: Webhook, command: C, now: Date) => boolean,
): Type<ICommandHandler<ChangeWebhook>> {
  @CommandHandler(command)
  class ChangeHandler implements ICommandHandler<ChangeWebhook> {
    constructor(
      private readonly webhooks: WebhookRepository,
      // A grace ends by it.
      @Inject(ExpiryClock) private readonly clock: TimeSource,
    ) {}

    async execute(given: C): Promise<void> {
      const { scope, webhook_id } = given;
      const now = await this.clock.now();
      await this.webhooks.change(scope, webhook_id, (webhook) => change(webhook, given, now));
    }
  }
  return ChangeHandler;
}

/** As {@link createHandler}, for a change that must succeed also while the secrets of the webhook cannot be decrypted. */
function createStateHandler(
  command: Type<ChangeWebhook>,
  change: (webhook: Pick<Webhook, 'disable' | 'delete'>, now: Date) => boolean,
): Type<ICommandHandler<ChangeWebhook>> {
  @CommandHandler(command)
  class ChangeStateHandler implements ICommandHandler<ChangeWebhook> {
    constructor(
      private readonly webhooks: WebhookRepository,
      private readonly clock: Clock,
    ) {}

    async execute({ scope, webhook_id }: ChangeWebhook): Promise<void> {
      await this.webhooks.changeState(scope, webhook_id, (webhook) => change(webhook, this.clock.now()));
    }
  }
  return ChangeStateHandler;
}

export const UpdateWebhookHandler = createHandler(UpdateWebhook, (webhook, { changes }, now) =>
  webhook.update(changes, now),
);
export const RotateAccessKeyHandler = createHandler(RotateAccessKey, (webhook, { terms }, now) =>
  webhook.rotateAccessKey(terms, now),
);
export const EnableWebhookHandler = createHandler(EnableWebhook, (webhook, _, now) => webhook.enable(now));
export const DisableWebhookHandler = createStateHandler(DisableWebhook, (webhook, now) =>
  webhook.disable(now),
);
export const DeleteWebhookHandler = createStateHandler(DeleteWebhook, (webhook, now) => webhook.delete(now));
