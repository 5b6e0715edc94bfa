import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { checkOptions, type Configurable } from '#senders/plugin-api/check-options.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { maskSecrets, restoreSecrets, splitSecrets } from '#senders/plugin-api/secret-options.js';
import { validateTimezone } from '#shared/kernel/cron-schedule.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import type { Outgoing, Protocol } from '../../protocols/protocol.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { SAMPLE_NOTICE } from '../../protocols/sample-notice.js';
import type { AlertNotice } from '../../protocols/sent-message.js';
import { summarize, type Summary } from '../../protocols/summarize.js';
import { Templates } from '../../protocols/templates.js';
import { SubscriptionRepository } from '../../subscriptions/application/ports/subscription-repository.js';
import { requireTemplates } from '../../subscriptions/application/validate-fields.js';
import {
  DEFAULT_TIMEZONE,
  type AlertFilter,
  type Subscription,
} from '../../subscriptions/domain/subscription.js';
import { ExampleNotices } from './find-example-notice.js';

/** The fields of a subscription that decide what it sends. With a stored subscription, its own values are the defaults. */
export interface MessageDraft extends Partial<AlertFilter> {
  readonly protocol_id?: string | undefined;
  readonly project_id?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly options?: PluginOptions | undefined;
  readonly template?: string | null | undefined;
  readonly timezone?: string | undefined;
}

export interface MessagePreview {
  /** `null`: no alert was found, so that the message is the sample of the documentation. */
  readonly alert_id: string | null;
  /** Whether the message is sent. If not, the notification fails with `problem`. */
  readonly is_sent: boolean;
  /** Why the template fails for this message; `null` if it does not. */
  readonly problem: string | null;
  /** What the template is applied to. */
  readonly message: AlertNotice;
  /** The content of the request or mail; `null`: nothing is sent, or what the sender posted is. */
  readonly content: unknown;
  /** What people read; `null` if programs read the message. */
  readonly text: (Omit<Summary, 'facts' | 'isResolved'> & { readonly fields: readonly NamedText[] }) | null;
}

interface NamedText {
  readonly name: string;
  readonly value: string;
}

/**
 * Returns what a subscription sends of an alert: of `alert_id`, or of the newest one that the filter finds. Sends nothing.
 * @throws ERROR_NOT_FOUND for an alert of another domain; ERROR_INVALID_PARAMETER, ERROR_INVALID_QUERY
 */
export class PreviewMessage extends Query<MessagePreview> {
  constructor(
    readonly scope: Scope,
    readonly draft: MessageDraft,
    readonly alert_id: string | undefined,
    /** The stored subscription that the draft changes. Without it, the draft must be complete. */
    readonly subscription_id?: string,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(PreviewMessage)
export class PreviewMessageHandler implements IQueryHandler<PreviewMessage> {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly protocols: ProtocolRegistry,
    private readonly templates: Templates,
    private readonly previews: HistoryReader,
    private readonly examples: ExampleNotices,
  ) {}

  execute(query: PreviewMessage): Promise<MessagePreview> {
    return this.previews.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(query: PreviewMessage, { signal }: PreviewBudget): Promise<MessagePreview> {
    const { scope, draft, subscription_id } = query;
    const stored =
      subscription_id === undefined ? undefined : await this.subscriptions.find(scope, subscription_id);
    const protocol_id = stored?.protocol_id ?? draft.protocol_id;
    if (protocol_id === undefined) throw DomainError.required('protocol_id');
    const protocol = this.protocols.require(protocol_id);
    const template = draft.template === undefined ? (stored?.template ?? null) : draft.template;
    if (template !== null) requireTemplates(protocol);
    const timezone = validateTimezone(draft.timezone ?? stored?.timezone ?? DEFAULT_TIMEZONE);
    const options = resolveMaskedOptions(protocol, draft.options, stored);
    const found = await this.examples.find({ ...query, signal }, protocol, stored);
    const outgoing: Outgoing = {
      subscription_id: subscription_id ?? newId('subscription'),
      notification_id: newId('notification'),
      message: found ?? SAMPLE_NOTICE,
      ...{ options, signing_secrets: [], receipt: null, progress: null },
      // Links that act are made when a message is sent.
      ...{ timezone, actions: [], at: new Date() },
    };
    const rendered = await this.templates.render(protocol, template, outgoing, scope.domain_id);
    return { alert_id: found?.data.alert.alert_id ?? null, ...describe(protocol, rendered) };
  }
}

/** Returns the options with `***` for secrets: they are shown to nobody. Nothing is sent, so that no address is looked up. */
function resolveMaskedOptions(
  { protocol_id, optionsSchema }: Protocol,
  given: PluginOptions | undefined,
  stored: Subscription | undefined,
): PluginOptions {
  if (given === undefined) {
    if (stored === undefined) throw DomainError.required('options');
    return stored.options;
  }
  const description: Configurable = { plugin_id: protocol_id, optionsSchema };
  const options = restoreSecrets(description, given, { ...stored?.options, ...stored?.secret_options });
  checkOptions(description, options, 'options');
  return maskSecrets(splitSecrets(description, options));
}

function describe(protocol: Protocol, rendered: Outgoing): Omit<MessagePreview, 'alert_id'> {
  const message = rendered.message as AlertNotice;
  const { templateProblem: problem = null } = rendered;
  const isForPeople = protocol.takesTemplate === 'wording';
  const is_sent = problem === null || isForPeople;
  return {
    is_sent,
    problem,
    message,
    content: is_sent ? findContent(protocol, rendered) : null,
    text: isForPeople ? toText(summarize(rendered)) : null,
  };
}

function findContent({ preview, takesTemplate }: Protocol, rendered: Outgoing): unknown {
  if (preview !== undefined) return preview(rendered);
  return takesTemplate === true ? (rendered.body ?? rendered.message) : null;
}

function toText({ facts, isResolved: _, ...summary }: Summary): MessagePreview['text'] {
  return { ...summary, fields: facts.map(([name, value]) => ({ name, value })) };
}
