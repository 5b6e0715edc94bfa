import { loadGuide, loadSamples } from '../../assets.js';
import type { AsyncPlugin, PluginOptions } from '../../plugin-api/plugin.js';
import { valueAtPointer } from '../../plugin-api/validate-outcomes.js';
import type { ExpressionSandbox } from '../../plugin-api/evaluation.js';
import { findNestingProblem } from './expression-nesting.js';
import { listExpressions, MAPPING_SCHEMA, type MappingOptions } from './mapping-options.js';
import { toOutcome } from './mapped-outcome.js';

/** Milliseconds of processor time for all values of a body. Each of them has the limit of the sandbox, too. */
const DELIVERY_LIMIT_MS = 2_000;
const EXCEEDED = `the expressions took more than ${DELIVERY_LIMIT_MS} ms for the values of this body together`;

/**
 * Builds the plugin whose users map the payload with JSONata.
 * @param sandbox compiles and runs the untrusted expressions
 * @param words the release by whose words texts are read, for the version that it had; the present ones if omitted
 */
export function createMappingPlugin(sandbox: ExpressionSandbox, words?: '0.2'): AsyncPlugin {
  return {
    plugin_id: 'mapping',
    version: words === '0.2' ? '1.0.0' : '1.1.0',
    name: 'Mapping',
    provider: 'custom',
    docs: loadGuide('systems/mapping'),
    optionsSchema: MAPPING_SCHEMA,
    samples: loadSamples('systems/mapping'),
    headers: 'ALL',
    async checkOptions(options) {
      const expressions = listExpressions(toMappingOptions(options));
      const nestingProblems = expressions.flatMap(([option, expression]) => {
        const reason = findNestingProblem(expression);
        return reason === undefined ? [] : [{ option, reason }];
      });
      if (nestingProblems.length > 0) return nestingProblems;
      return (await sandbox.check(expressions)).map(({ path, reason }) => ({ option: path, reason }));
    },
    async parseAsync({ body, headers, query, path_suffix, received_at }, options, use) {
      if (use !== undefined && use.usedMs > DELIVERY_LIMIT_MS)
        return [{ outcome: 'ERROR', pointer: '', reason: EXCEEDED, exceeds_limits: true }];
      const evaluation = {
        expressions: listExpressions(toMappingOptions(options)),
        payload: JSON.stringify(body),
        headers,
        query,
        path_suffix,
        received_at: received_at.getTime(),
      };
      const evaluated = await sandbox.evaluate(evaluation, `deliveries of ${use?.domain_id ?? ''}`);
      if (!evaluated.ok) {
        const { problem: reason, exceeds_limits } = evaluated;
        return [{ outcome: 'ERROR', pointer: '', reason, ...(exceeds_limits && { exceeds_limits }) }];
      }
      if (use !== undefined) use.usedMs += evaluated.used_ms;
      return evaluated.alarms.map((alarm) =>
        toOutcome(
          alarm,
          alarm.pointer === null ? (alarm.made ?? null) : (valueAtPointer(body, alarm.pointer) ?? null),
          words,
        ),
      );
    },
  };
}

/** Casts the options, which have already been checked against the schema. */
function toMappingOptions(options: PluginOptions): MappingOptions {
  return options as unknown as MappingOptions;
}
