import fc from 'fast-check';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';

const ALERTS = Number(process.env['PLAN_ALERTS'] ?? 4);
export const TICKS = 60;
const KINDS = [
  'opened',
  'escalated',
  'deescalated',
  'acknowledged',
  'unacknowledged',
  'resolved',
  'reopened',
];

interface Change {
  readonly tick: number;
  readonly kind: string;
  readonly severity: Severity;
  /** The tick at which its key is calm; `undefined`: it is not flapping. */
  readonly calm?: number | undefined;
}

export interface Past {
  readonly rule: string;
  readonly changes: readonly Change[];
}

/** Makes changes that can follow each other out of numbers. */
function toPast({
  rule,
  steps,
  flaps,
}: {
  rule: string;
  steps: readonly { at: number; act: number; severity: Severity }[];
  flaps: boolean;
}): Past {
  let isOpen = false;
  let isAcknowledged = false;
  let severity: Severity = 'ERROR';
  let calm: number | undefined;
  const changes = steps
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at: tick, act, severity: next }, index): readonly Change[] => {
      if (calm !== undefined && tick > calm) calm = undefined;
      if (!isOpen) {
        isOpen = true;
        if (index > 0 && flaps) {
          calm = tick + 12;
          return [{ tick, kind: 'flapping', severity, calm }];
        }
        if (index === 0) severity = next;
        return [{ tick, kind: index === 0 ? 'opened' : 'reopened', severity, calm }];
      }
      if (act === 0) {
        isOpen = false;
        return [{ tick, kind: 'resolved', severity, calm }];
      }
      if (act === 1) {
        isAcknowledged = !isAcknowledged;
        return [{ tick, kind: isAcknowledged ? 'acknowledged' : 'unacknowledged', severity, calm }];
      }
      const isWorse = SEVERITIES.indexOf(next) < SEVERITIES.indexOf(severity);
      if (next === severity) return [];
      severity = next;
      return [{ tick, kind: isWorse ? 'escalated' : 'deescalated', severity, calm }];
    });
  return { rule, changes };
}

const severities = fc.constantFrom<Severity>('CRITICAL', 'ERROR', 'WARNING', 'INFO');
const rules = fc.constantFrom('r0', 'r1', 'r2');
export const pasts = fc.array(
  fc
    .record({
      rule: rules,
      steps: fc.uniqueArray(
        fc.record({
          at: fc.integer({ min: 1, max: TICKS - 6 }),
          act: fc.integer({ min: 0, max: 3 }),
          severity: severities,
        }),
        { minLength: 2, maxLength: 9, selector: ({ at }) => at },
      ),
      flaps: fc.boolean(),
    })
    .map(toPast),
  { minLength: ALERTS, maxLength: ALERTS },
);
const condition = fc.oneof(
  rules.map((v) => ({ k: 'rule', v, o: 'eq' })),
  severities.map((v) => ({ k: 'severity', v, o: 'gte' })),
  fc.constant({ k: 'state', v: 'OPEN', o: 'eq' }),
);
export const subscription = fc.record({
  kinds: fc.subarray(
    [...KINDS, 'flapping'].map((kind) => `alert.${kind}`),
    { minLength: 3 },
  ),
  filter: fc.array(condition, { maxLength: 2 }),
});
export const silence = fc.record({
  filter: fc.array(condition, { minLength: 1, maxLength: 2 }),
  from: fc.integer({ min: 0, max: TICKS - 10 }),
  ticks: fc.integer({ min: 1, max: 16 }),
});
export const inhibition = fc.record({
  from: fc.integer({ min: 1, max: 30 }),
  ticks: fc.integer({ min: 1, max: 20 }),
  target: rules,
});
