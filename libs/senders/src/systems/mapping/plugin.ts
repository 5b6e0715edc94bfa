import { guideOf, samplesOf } from '../../assets.js';
import type { AsyncPlugin, PluginOptions } from '../../plugin-api/plugin.js';
import { valueAt } from '../../plugin-api/check-outcomes.js';
import type { ExpressionSandbox } from '../../plugin-api/evaluation.js';
import { expressionExcess } from './expression-bounds.js';
import { expressionsOf, MAPPING_SCHEMA, type MappingOptions } from './mapping-options.js';
import { readMapped } from './read-mapped.js';

/** Builds the plugin whose users map the payload with JSONata. @param sandbox compiles and runs the untrusted expressions */
export function mapping(sandbox: ExpressionSandbox): AsyncPlugin {
  return {
    plugin_id: 'mapping',
    version: '1.0.0',
    name: 'Mapping',
    provider: 'custom',
    docs: guideOf('systems/mapping'),
    optionsSchema: MAPPING_SCHEMA,
    samples: samplesOf('systems/mapping'),
    async checkOptions(options) {
      const expressions = expressionsOf(asMapping(options));
      const excesses = expressions.flatMap(([option, expression]) => {
        const reason = expressionExcess(expression);
        return reason === undefined ? [] : [{ option, reason }];
      });
      if (excesses.length > 0) return excesses;
      return (await sandbox.check(expressions)).map(({ path, reason }) => ({ option: path, reason }));
    },
    async parseAsync({ body, headers, query, path_suffix, received_at }, options) {
      const evaluated = await sandbox.evaluate({
        expressions: expressionsOf(asMapping(options)),
        payload: JSON.stringify(body),
        headers,
        query,
        path_suffix,
        received_at: received_at.getTime(),
      });
      if (!evaluated.ok) return [{ outcome: 'ERROR', pointer: '', reason: evaluated.problem }];
      return evaluated.alarms.map((alarm) =>
        readMapped(
          alarm,
          alarm.pointer === null ? (alarm.made ?? null) : (valueAt(body, alarm.pointer) ?? null),
        ),
      );
    },
  };
}

/** Casts the options, which have already been checked against the schema. */
function asMapping(options: PluginOptions): MappingOptions {
  return options as unknown as MappingOptions;
}
