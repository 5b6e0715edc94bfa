import { Injectable } from '@nestjs/common';
import { ExpressionEvaluator, type EvaluationResult } from '../../../contracts/expression-evaluator.js';
import { EvaluatorPool } from './evaluator-pool.js';

const EXPRESSION_PATH = 'expression';

/** Evaluates expressions of other contexts, in the same processes and within the same limits as mappings of deliveries. */
@Injectable()
export class SandboxedExpressions extends ExpressionEvaluator {
  constructor(private readonly evaluators: EvaluatorPool) {
    super();
  }

  async findProblem(expression: string, domain_id: string): Promise<string | undefined> {
    const [problem] = await this.evaluators.check([[EXPRESSION_PATH, expression]], domain_id);
    return problem?.reason;
  }

  async evaluate(
    expression: string,
    input: object,
    at: Date,
    domain_id: string,
    startBy?: number,
  ): Promise<EvaluationResult> {
    const evaluation = {
      expressions: [[EXPRESSION_PATH, expression]] as const,
      payload: JSON.stringify(input),
      ...{ headers: {}, query: {}, path_suffix: '' },
      received_at: at.getTime(),
    };
    const evaluated = await this.evaluators.evaluate(evaluation, domain_id, startBy);
    if (!evaluated.ok) return evaluated;
    const [alarm] = evaluated.alarms;
    const [problem] = alarm?.problems ?? [];
    return problem === undefined
      ? { ok: true, value: alarm?.values[EXPRESSION_PATH] }
      : { ok: false, problem: problem.replace(`${EXPRESSION_PATH}: `, '') };
  }
}
