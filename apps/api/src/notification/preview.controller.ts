import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  PreviewMessage,
  PreviewPlan,
  PreviewSilence,
  PreviewSubscription,
  PreviewTelling,
} from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerScope, Message, AbortOnDisconnect } from '../http/body/message.decorator.js';
import { PreviewPlanRequest } from './plan.dto.js';
import { PlanPreview } from './plan-preview.dto.js';
import { MessagePreview } from './message-preview.dto.js';
import { PreviewSilenceRequest, SilencePreview } from './silence.dto.js';
import {
  PreviewMessageDraftRequest,
  PreviewMessageRequest,
  PreviewSubscriptionDraftRequest,
  PreviewSubscriptionRequest,
  SubscriptionPreview,
} from './subscription-preview.dto.js';
import { AlertTellingPreview, PreviewAlertTellingRequest } from './telling-preview.dto.js';

const ERRORS = {
  429: 'A preview of the domain is running',
  504: 'The preview took too long',
};

/**
 * Shows what a subscription sends, and computes what it would have sent, or a silence suppressed, in the last days; what a plan would
 * change; and who would be told of an alert.
 */
@Controller('notification/v1')
export class PreviewController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'POST',
    path: 'subscription/:subscription_id/preview',
    summary: 'Preview a subscription',
    description:
      'Returns the notifications that a subscription would have sent for the changes of the last `days` days, and ' +
      'the units of the quota that they would have consumed. Other fields of the request replace those of the stored ' +
      'subscription; the response then also compares the two. Conditions are compared with the `state` and ' +
      '`severity` right after each change. Nothing is sent or stored.',
    permission: 'subscription:preview',
    request: PreviewSubscriptionRequest,
    response: SubscriptionPreview,
    errors: ERRORS,
  })
  @ApiTags('Subscription')
  previewSubscription(
    @Message() { subscription_id, days, domain_id: _, ...draft }: PreviewSubscriptionRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewSubscription(scope, days, draft, subscription_id, signal));
  }

  @Operation({
    method: 'POST',
    path: 'subscriptions/preview',
    summary: 'Preview a draft of a subscription',
    description: 'Returns the same preview for a subscription that has not been created.',
    permission: 'subscription:preview',
    request: PreviewSubscriptionDraftRequest,
    response: SubscriptionPreview,
    errors: ERRORS,
  })
  @ApiTags('Subscription')
  previewDraft(
    @Message() { days, domain_id: _, ...draft }: PreviewSubscriptionDraftRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewSubscription(scope, days, draft, undefined, signal));
  }

  @Operation({
    method: 'POST',
    path: 'subscription/:subscription_id/preview/message',
    summary: 'Preview the message of a subscription',
    description:
      'Returns what a subscription sends of an alert: the content of the request or mail, the text for people, and why the template ' +
      'fails, if it does. Other fields of the request replace those of the stored subscription. Nothing is sent or stored.',
    permission: 'subscription:preview',
    request: PreviewMessageRequest,
    response: MessagePreview,
    errors: ERRORS,
  })
  @ApiTags('Subscription')
  previewMessage(
    @Message() { subscription_id, alert_id, domain_id: _, ...draft }: PreviewMessageRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewMessage(scope, draft, alert_id, subscription_id, signal));
  }

  @Operation({
    method: 'POST',
    path: 'subscriptions/preview/message',
    summary: 'Preview the message of a draft of a subscription',
    description: 'Returns the same preview for a subscription that has not been created.',
    permission: 'subscription:preview',
    request: PreviewMessageDraftRequest,
    response: MessagePreview,
    errors: ERRORS,
  })
  @ApiTags('Subscription')
  previewDraftMessage(
    @Message() { alert_id, domain_id: _, ...draft }: PreviewMessageDraftRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewMessage(scope, draft, alert_id, undefined, signal));
  }

  @Operation({
    method: 'POST',
    path: 'silences/preview',
    summary: 'Preview a silence',
    description:
      'Returns the changes of alerts of the last `days` days that a silence would have silenced. Conditions are ' +
      'compared with the `state` and `severity` right after each change. Nothing is stored.',
    permission: 'silence:preview',
    request: PreviewSilenceRequest,
    response: SilencePreview,
    errors: ERRORS,
  })
  @ApiTags('Silence')
  previewSilence(
    @Message() { domain_id: _, days, ...draft }: PreviewSilenceRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewSilence(scope, days, draft, signal));
  }

  @Operation({
    method: 'POST',
    path: 'plan/preview',
    summary: 'Preview a plan',
    description:
      'Returns what adding and replacing several records at once would have meant for the changes of the last `days` days: the ' +
      'notifications more and fewer of each subscription, the alerts held back and escalated, and the units of quotas. Silences, ' +
      'inhibitions and what was told before count as they do when notifications are sent; groups, reminders, and steps of ' +
      'escalations do not. Nothing is sent or stored.',
    permission: 'subscription:preview',
    request: PreviewPlanRequest,
    response: PlanPreview,
    takesMany: true,
    errors: {
      ...ERRORS,
      404: 'A record that is to be replaced does not exist',
      409: 'A record could not be created: its name is taken, or the domain has as many as it may',
    },
  })
  @ApiTags('Subscription')
  previewPlan(
    @Message() { domain_id: _, days, ...draft }: PreviewPlanRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewPlan(scope, days, draft, signal));
  }

  @Operation({
    method: 'POST',
    path: 'alert/:alert_id/telling/preview',
    summary: 'Preview who would be told of an alert',
    description:
      'Returns who would be told if the alert opened now, by the rules of now: subscriptions, and the steps of escalations with those who ' +
      'are on call now; the silence and the inhibition that would hold all of that back; and why each other subscription would not be told. ' +
      'Whether a quota would be exhausted does not count. Nothing is sent or stored.',
    permission: 'subscription:preview',
    request: PreviewAlertTellingRequest,
    response: AlertTellingPreview,
    errors: ERRORS,
  })
  @ApiTags('Alert')
  previewTelling(
    @Message() { alert_id }: PreviewAlertTellingRequest,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new PreviewTelling(scope, alert_id, signal));
  }
}
