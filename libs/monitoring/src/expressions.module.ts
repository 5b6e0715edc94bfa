import { Module } from '@nestjs/common';
import { ExpressionEvaluator } from './contracts/expression-evaluator.js';
import { EvaluatorPool } from './processing/infrastructure/mapping/evaluator-pool.js';
import { SandboxedExpressions } from './processing/infrastructure/mapping/sandboxed-expressions.js';

/** The processes that run JSONata expressions of users, for mappings and for other contexts. */
@Module({
  providers: [
    { provide: EvaluatorPool, useFactory: () => new EvaluatorPool() },
    { provide: ExpressionEvaluator, useClass: SandboxedExpressions },
  ],
  exports: [EvaluatorPool, ExpressionEvaluator],
})
export class ExpressionsModule {}
