import { Injectable, Logger } from '@nestjs/common';
import { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Json } from '#shared/kernel/json.js';
import { withoutAnswer } from './post-attempt.js';
import type { AttemptResult, Outgoing, Protocol } from './protocol.js';
import { redactError, redactResult } from './redact-secrets.js';
import { SAMPLE_NOTICE } from './sample-notice.js';
import type { SentMessage } from './sent-message.js';
import { unsent } from './unsent.js';

/** The maximum length in characters. */
export const LONGEST_TEMPLATE = 10_000;
/** The maximum size of the result of a template, in characters of JSON. */
const LARGEST = 262_144;

type Made = { readonly body: Json | undefined } | { readonly problem: string };

/** Checks and applies the templates of subscriptions: JSONata expressions that convert messages. */
@Injectable()
export class Templates {
  private readonly logger = new Logger('Notifications');

  constructor(private readonly expressions: ExpressionEvaluator) {}

  /** Compiles a template and applies it to a sample of an opened alert. @throws ERROR_INVALID_PARAMETER */
  async check(template: string, domain_id: string): Promise<void> {
    const problem = await this.expressions.problemOf(template, domain_id);
    if (problem !== undefined) throw DomainError.invalid('template', problem);
    const made = await this.apply(template, SAMPLE_NOTICE, domain_id);
    if ('problem' in made)
      throw DomainError.invalid('template', `fails for a sample of alert.opened: ${made.problem}`);
    if (made.body === undefined)
      throw DomainError.invalid(
        'template',
        'has no result for a sample of alert.opened: its input has type, timestamp and data, as in data.alert.title',
      );
  }

  /**
   * Makes one attempt. The result of the template replaces the message, unless it is empty. Secrets of the subscription are
   * removed from the result and from errors. A protocol that throws has a defect: the error is logged, and the attempt is made
   * again.
   */
  async send(
    protocol: Protocol,
    template: string | null,
    outgoing: Outgoing,
    domain_id: string,
  ): Promise<AttemptResult> {
    try {
      const result = await this.sendShaped(protocol, template, outgoing, domain_id);
      return redactResult(result, protocol, outgoing);
    } catch (error) {
      const subject = `protocol ${protocol.protocol_id} failed to send ${outgoing.notification_id}`;
      this.logger.error(subject, redactError(error, protocol, outgoing));
      return unsent('it could not be rendered');
    }
  }

  private async sendShaped(
    protocol: Protocol,
    template: string | null,
    outgoing: Outgoing,
    domain_id: string,
  ): Promise<AttemptResult> {
    if (template === null) return sendBy(protocol, outgoing);
    const made = await this.apply(template, outgoing.message, domain_id);
    if (!('problem' in made)) return sendBy(protocol, { ...outgoing, body: made.body });
    const reason = `the template fails: ${made.problem}`;
    return { verdict: { outcome: 'failed', reason, nothingLeft: true }, status: null, answer: null };
  }

  private async apply(template: string, message: SentMessage, domain_id: string): Promise<Made> {
    const at = new Date(message.timestamp);
    const evaluated = await this.expressions.evaluate(template, message, at, domain_id);
    if (!evaluated.ok) return { problem: evaluated.problem };
    const size = JSON.stringify(evaluated.value)?.length ?? 0;
    return size > LARGEST
      ? { problem: `it makes ${size} characters; at most ${LARGEST}` }
      : { body: evaluated.value };
  }
}

/** Sends, and converts errors of `http.post`, which protocols of packages do not catch. */
async function sendBy(protocol: Protocol, outgoing: Outgoing): Promise<AttemptResult> {
  try {
    return await protocol.send(outgoing);
  } catch (error) {
    return withoutAnswer(error);
  }
}
