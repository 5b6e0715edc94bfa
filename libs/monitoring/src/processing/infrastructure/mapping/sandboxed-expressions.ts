import { Injectable } from '@nestjs/common';
import { ExpressionEvaluator, type Evaluated } from '../../../contracts/expression-evaluator.js';
import { Evaluators } from './evaluators.js';

const NAME = 'expression';

/** Evaluates expressions of other contexts, in the same processes and within the same limits as mappings of deliveries. */
@Injectable()
export class SandboxedExpressions extends ExpressionEvaluator {
  constructor(private readonly evaluators: Evaluators) {
    super();
  }

  async problemOf(expression: string, domain_id: string): Promise<string | undefined> {
    const [problem] = await this.evaluators.check([[NAME, expression]], domain_id);
    return problem?.reason;
  }

  async evaluate(expression: string, input: object, at: Date, domain_id: string): Promise<Evaluated> {
    const evaluation = {
      expressions: [[NAME, expression]] as const,
      payload: JSON.stringify(input),
      ...{ headers: {}, query: {}, path_suffix: '' },
      received_at: at.getTime(),
    };
    const evaluated = await this.evaluators.evaluate(evaluation, domain_id);
    if (!evaluated.ok) return evaluated;
    const [made] = evaluated.alarms;
    const [problem] = made?.problems ?? [];
    return problem === undefined
      ? { ok: true, value: made?.values[NAME] }
      : { ok: false, problem: problem.replace(`${NAME}: `, '') };
  }
}
