import { Injectable, Logger } from '@nestjs/common';
import { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { TooLateError } from '#shared/kernel/with-timeout.js';
import type { Json } from '#shared/kernel/json.js';
import { toFailedResult, createUnsentResult } from './post-attempt.js';
import type { AttemptResult, Outgoing, Protocol } from './protocol.js';
import { redactError, redactResult } from './redact-secrets.js';
import { SAMPLE_NOTICE } from './sample-notice.js';
import type { SentMessage } from './sent-message.js';
import { findWordingProblem } from './wording.js';

/** The maximum length in characters. */
export const MAX_TEMPLATE_LENGTH = 10_000;
/** The maximum size of the result of a template, in characters of JSON. */
const MAX_RESULT_LENGTH = 262_144;

type TemplateResult = { readonly body: Json | undefined } | { readonly problem: string };

/** Checks and applies the templates of subscriptions: JSONata expressions that convert messages. */
@Injectable()
export class Templates {
  private readonly logger = new Logger('Notifications');

  constructor(private readonly expressions: ExpressionEvaluator) {}

  /** Compiles a template and applies it to a sample of an opened alert. @throws ERROR_INVALID_PARAMETER */
  async check(template: string, { takesTemplate }: Protocol, domain_id: string): Promise<void> {
    const problem = await this.expressions.findProblem(template, domain_id);
    if (problem !== undefined) throw DomainError.invalid('template', problem);
    const applied = await this.apply(template, SAMPLE_NOTICE, domain_id);
    if ('problem' in applied)
      throw DomainError.invalid('template', `fails for a sample of alert.opened: ${applied.problem}`);
    if (applied.body === undefined)
      throw DomainError.invalid(
        'template',
        'has no result for a sample of alert.opened: its input has type, timestamp and data, as in data.alert.title',
      );
    const wordingProblem = takesTemplate === 'wording' ? findWordingProblem(applied.body) : undefined;
    if (wordingProblem !== undefined) throw DomainError.invalid('template', wordingProblem);
  }

  /**
   * Makes one attempt. The result of the template replaces the message, unless it is empty. Secrets of the subscription are
   * removed from the result and from errors. A protocol that throws has a defect: the error is logged, and the attempt is made
   * again.
   * @param startBy the monotonic time in milliseconds after which the template is no longer applied, and nothing is sent
   */
  async send(
    protocol: Protocol,
    template: string | null,
    outgoing: Outgoing,
    domain_id: string,
    startBy?: number,
  ): Promise<AttemptResult> {
    try {
      const result = await this.sendTemplated(protocol, template, outgoing, domain_id, startBy);
      return redactResult(result, protocol, outgoing);
    } catch (error) {
      if (error instanceof TooLateError)
        return createUnsentResult('other templates of the domain left no time for this one');
      const subject = `protocol ${protocol.protocol_id} failed to send ${outgoing.notification_id}`;
      this.logger.error(subject, redactError(error, protocol, outgoing));
      // The protocol may have sent a request before it failed.
      const verdict = { reason: 'it could not be rendered', isFree: true, isOwnFault: true };
      return { verdict: { outcome: 'retry', ...verdict }, status: null, answer: null };
    }
  }

  /**
   * Returns what an attempt sends. If the template fails, `templateProblem` says why: a message for people is sent with it, any
   * other is not.
   */
  async render(
    protocol: Protocol,
    template: string | null,
    outgoing: Outgoing,
    domain_id: string,
    startBy?: number,
  ): Promise<Outgoing> {
    // Wording is about an alert: it would empty messages of the service about itself, and digests.
    const isWording = protocol.takesTemplate === 'wording';
    if (template === null || (isWording && !('alert' in outgoing.message.data))) return outgoing;
    const applied = await this.apply(template, outgoing.message, domain_id, startBy);
    if (isWording) return { ...outgoing, ...toWording(applied) };
    if ('problem' in applied) return { ...outgoing, templateProblem: applied.problem };
    return { ...outgoing, body: applied.body };
  }

  private async sendTemplated(
    protocol: Protocol,
    template: string | null,
    outgoing: Outgoing,
    domain_id: string,
    startBy?: number,
  ): Promise<AttemptResult> {
    const rendered = await this.render(protocol, template, outgoing, domain_id, startBy);
    const { templateProblem } = rendered;
    if (templateProblem === undefined || protocol.takesTemplate === 'wording')
      return sendWithProtocol(protocol, rendered);
    const reason = `the template fails: ${templateProblem}`;
    return { verdict: { outcome: 'failed', reason, nothingLeft: true }, status: null, answer: null };
  }

  private async apply(
    template: string,
    message: SentMessage,
    domain_id: string,
    startBy?: number,
  ): Promise<TemplateResult> {
    const at = new Date(message.timestamp);
    const evaluated = await this.expressions.evaluate(template, message, at, domain_id, startBy);
    if (!evaluated.ok) return { problem: evaluated.problem };
    const size = JSON.stringify(evaluated.value)?.length ?? 0;
    return size > MAX_RESULT_LENGTH
      ? { problem: `it makes ${size} characters; at most ${MAX_RESULT_LENGTH}` }
      : { body: evaluated.value };
  }
}

/** A template that fails must not keep people from being told. */
function toWording(applied: TemplateResult): Pick<Outgoing, 'body' | 'templateProblem'> {
  if ('problem' in applied) return { templateProblem: applied.problem };
  const { body } = applied;
  const problem = body === undefined ? undefined : findWordingProblem(body);
  return problem === undefined ? { body } : { templateProblem: `it ${problem}` };
}

/**
 * Sends, and converts errors of `http.post`, which protocols of packages do not catch. A receiver that is asked too often and
 * does not say how long to wait is asked again as soon as its documented rate permits.
 */
async function sendWithProtocol(protocol: Protocol, outgoing: Outgoing): Promise<AttemptResult> {
  try {
    const result = await protocol.send(outgoing);
    const { verdict } = result;
    if (verdict.outcome !== 'retry' || !verdict.isPause || protocol.perSecond === undefined) return result;
    return { ...result, verdict: { ...verdict, after: verdict.after ?? 1 / protocol.perSecond } };
  } catch (error) {
    return toFailedResult(error);
  }
}
