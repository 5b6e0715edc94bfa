import { Module } from '@nestjs/common';
import { ExpressionEvaluator } from './contracts/expression-evaluator.js';
import { Evaluators } from './processing/infrastructure/mapping/evaluators.js';
import { SandboxedExpressions } from './processing/infrastructure/mapping/sandboxed-expressions.js';

/** The processes that run JSONata expressions of users, for mappings and for other contexts. */
@Module({
  providers: [
    { provide: Evaluators, useFactory: () => new Evaluators() },
    { provide: ExpressionEvaluator, useClass: SandboxedExpressions },
  ],
  exports: [Evaluators, ExpressionEvaluator],
})
export class ExpressionsModule {}
